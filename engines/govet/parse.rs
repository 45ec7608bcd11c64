//! Reads what `go vet -json` writes: for each package a line `# <import path>`, then a JSON object or the reason why it has none.
//!
//! Older versions write it to the standard error, newer ones the objects to the standard output, without the lines.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::scanner::ScanError;

/// What was said about one package.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct OfPackage {
    pub(super) found: Vec<Diagnostic>,
    /// Why it was not checked.
    pub(super) failed: Option<String>,
}

/// One diagnostic.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Diagnostic {
    pub(super) analyzer: String,
    pub(super) file: String,
    pub(super) line: u32,
    pub(super) message: String,
}

/// What an analyzer said (golang.org/x/tools/go/analysis/internal/analysisflags).
#[derive(Deserialize)]
#[serde(untagged)]
enum Said {
    Found(Vec<Entry>),
    Failed { error: String },
}

#[derive(Deserialize)]
struct Entry {
    posn: String,
    message: String,
}

/// The packages that are spoken of, by import path.
pub(super) fn read(text: &[u8]) -> Result<BTreeMap<String, OfPackage>, ScanError> {
    let text = String::from_utf8_lossy(text);
    let mut packages: BTreeMap<String, OfPackage> = BTreeMap::new();
    let mut current: Option<String> = None;
    let mut object = String::new();
    for line in text.lines() {
        if !object.is_empty() || line == "{" {
            object.push_str(line);
            object.push('\n');
            if line == "}" {
                add(&object, &mut packages)?;
                object.clear();
            }
        } else if let Some(path) = line.strip_prefix("# ") {
            // A package with its tests is written `m/a [m/a.test]`.
            current = path.split(' ').next().map(str::to_owned);
        } else if line == "{}" {
            // Without a line before it, it says that some package is clean and not which.
            if let Some(path) = &current {
                packages.entry(path.clone()).or_default();
            }
        } else if !line.trim().is_empty()
            && let Some(path) = &current
        {
            let words = line.trim().trim_start_matches("vet: ").to_owned();
            packages.entry(path.clone()).or_default().failed.get_or_insert(words);
        } else if !line.trim().is_empty() && !line.starts_with("go: ") {
            // Silence means "clean" in newer versions, so whatever else is there must be understood.
            return Err(invalid("holds a line that belongs to no package"));
        }
    }
    if object.is_empty() { Ok(packages) } else { Err(invalid("is cut off")) }
}

/// Adds an object: import path → analyzer → what it said.
fn add(object: &str, packages: &mut BTreeMap<String, OfPackage>) -> Result<(), ScanError> {
    let read: BTreeMap<String, BTreeMap<String, Said>> =
        serde_json::from_str(object).map_err(|_| invalid("has another shape than this engine knows"))?;
    for (path, analyzers) in read {
        let path = path.split(' ').next().unwrap_or(&path).to_owned();
        let package = packages.entry(path).or_default();
        for (analyzer, said) in analyzers {
            match said {
                Said::Failed { error } => {
                    package.failed.get_or_insert(format!("{analyzer}: {error}"));
                }
                Said::Found(entries) => {
                    for entry in entries {
                        let (file, line) = position(&entry.posn)?;
                        let analyzer = analyzer.clone();
                        package.found.push(Diagnostic { analyzer, file, line, message: entry.message });
                    }
                }
            }
        }
    }
    Ok(())
}

/// The file and the line of `<file>:<line>[:<column>]`.
fn position(text: &str) -> Result<(String, u32), ScanError> {
    let mut parts = text.rsplitn(3, ':');
    let (last, before, file) = (parts.next().unwrap_or_default(), parts.next(), parts.next());
    let read = match (file, before.and_then(|line| line.parse().ok())) {
        (Some(file), Some(line)) => Some((file.to_owned(), line)),
        _ => text.rsplit_once(':').and_then(|(file, _)| Some((file.to_owned(), last.parse().ok()?))),
    };
    read.filter(|(file, line)| !file.is_empty() && *line > 0).ok_or_else(|| invalid("holds a place without a line"))
}

fn invalid(what: &str) -> ScanError {
    ScanError::InvalidOutput(format!("the report of `go vet` {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TEXT: &str = "# m/b\nvet: b/b.go:3:12: undeclared name: x\n# m/d\n{}\n# m/a [m/a.test]\n{\n\t\"m/a [m/a.test]\": {\n\t\t\"printf\": [{\"posn\": \"/r/a/a.go:5:12\", \"message\": \"wrong\"}],\n\t\t\"x\": {\"error\": \"no\"}\n\t}\n}\n";

    #[test]
    fn each_package_has_an_answer_or_a_reason() {
        let read = read(TEXT.as_bytes()).expect("a report");
        let failed: Vec<_> =
            read.iter().map(|(path, package)| (path.as_str(), package.failed.as_deref(), package.found.len())).collect();
        assert_eq!(failed, [("m/a", Some("x: no"), 1), ("m/b", Some("b/b.go:3:12: undeclared name: x"), 0), ("m/d", None, 0)]);
        assert_eq!(read["m/a"].found[0].line, 5);
    }

    #[test]
    fn what_is_no_report_is_refused_and_never_taken_for_a_clean_one() {
        for text in ["<html>502</html>", "panic: internal error\n", "hello\n# m/a\n{}\n", "{\"results\":[{"] {
            assert!(read(text.as_bytes()).is_err(), "{text}");
        }
        for text in ["", "\n", "{}\n", "go: warning: ignoring a symlink\n# m/a\n{}\n"] {
            assert!(read(text.as_bytes()).is_ok(), "{text}");
        }
    }

    #[test]
    fn places_have_a_file_and_a_line() {
        assert_eq!(position("/a b/c:d.go:7:3").ok(), Some(("/a b/c:d.go".to_owned(), 7)));
        assert_eq!(position("a.go:7").ok(), Some(("a.go".to_owned(), 7)));
        for text in ["", "a.go", "a.go:0:1", "-", ":3:1", "a.go:x"] {
            assert!(position(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_cut_report_is_refused_or_says_less(keep in 0usize..300) {
            let whole = read(TEXT.as_bytes()).expect("a report");
            if let Ok(less) = read(&TEXT.as_bytes()[..keep.min(TEXT.len())]) {
                for (path, package) in less {
                    prop_assert!(package.found.len() <= whole.get(&path).map_or(0, |package| package.found.len()));
                }
            }
        }

        #[test]
        fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..100)) {
            let _ = read(&bytes);
        }
    }
}
