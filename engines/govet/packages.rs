//! Which files of a package are built, as `go list` tells: the others are not looked at, and there is a reason.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::Deserialize;

use crate::scanner::ScanError;

/// One package (`go help list`).
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct Package {
    dir: String,
    pub(super) import_path: String,
    go_files: Vec<String>,
    test_go_files: Vec<String>,
    x_test_go_files: Vec<String>,
    cgo_files: Vec<String>,
    error: Option<Trouble>,
    deps_errors: Option<Vec<Trouble>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Trouble {
    err: String,
}

/// The fields that are asked for.
pub(super) const FIELDS: &str = "-json=Dir,ImportPath,GoFiles,TestGoFiles,XTestGoFiles,CgoFiles,Error,DepsErrors";

impl Package {
    /// The names of the files that are built, tests included.
    pub(super) fn built(&self) -> BTreeSet<&str> {
        let all = [&self.go_files, &self.test_go_files, &self.x_test_go_files];
        all.into_iter().flatten().map(String::as_str).collect()
    }

    /// The names of the files that need cgo.
    pub(super) fn cgo(&self) -> &[String] {
        &self.cgo_files
    }

    /// Why it cannot be loaded, on one line. That nothing is built on this platform is no such reason.
    pub(super) fn trouble(&self) -> Option<String> {
        let words = ["build constraints exclude all Go files", "no Go files", "no non-test Go files"];
        let nothing = |text: &str| words.iter().any(|words| text.starts_with(words));
        let own = self.error.as_ref().filter(|error| !nothing(&error.err));
        let trouble = own.or(self.deps_errors.as_ref().and_then(|errors| errors.first()))?;
        Some(trouble.err.split_whitespace().collect::<Vec<_>>().join(" "))
    }
}

/// Reads the packages of a module at `root`, by the directory that each lies in, relative to the module.
pub(super) fn read(stdout: &[u8], roots: &[&Path]) -> Result<BTreeMap<Vec<u8>, Package>, ScanError> {
    let mut packages = BTreeMap::new();
    for package in serde_json::Deserializer::from_slice(stdout).into_iter::<Package>() {
        let package = package.map_err(|error| {
            ScanError::InvalidOutput(format!("`go list` wrote no package, at line {} column {}", error.line(), error.column()))
        })?;
        // One that does not exist has no directory, and is missed where it is looked for.
        let below = roots.iter().find_map(|root| Path::new(&package.dir).strip_prefix(root).ok());
        if let Some(below) = below {
            packages.insert(below.to_string_lossy().into_owned().into_bytes(), package);
        }
    }
    Ok(packages)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_known_by_their_directories() {
        let text = r#"{"Dir": "/m", "ImportPath": "m", "GoFiles": ["a.go"]}
            {"Dir": "/m/c", "ImportPath": "m/c", "CgoFiles": ["c.go"], "Error": {"Err": "build constraints exclude all Go files in /m/c"}}
            {"ImportPath": "./none", "Error": {"Err": "no such directory"}}
            {"Dir": "/m/d", "ImportPath": "m/d", "TestGoFiles": ["t.go"], "DepsErrors": [{"Err": "no required module\n\tprovides x"}]}"#;
        let packages = read(text.as_bytes(), &[Path::new("/m")]).expect("packages");
        let shown: Vec<_> = packages
            .iter()
            .map(|(directory, package)| {
                (String::from_utf8_lossy(directory).into_owned(), package.built().len(), package.trouble())
            })
            .collect();
        assert_eq!(
            shown,
            [
                (String::new(), 1, None),
                ("c".to_owned(), 0, None),
                ("d".to_owned(), 1, Some("no required module provides x".to_owned())),
            ]
        );
        assert!(read(b"{\"Dir\": ", &[]).is_err() && read(b"go: error", &[]).is_err());
    }
}
