//! The configuration of a program that an entry names in its options.
//!
//! It judges the change, so it is read as such: see [`Request::judging_file`]. It replaces what the author may have put into the tree.

use std::path::{Component, Path};

use crate::change::Content;
use crate::finding::RepoPath;
use crate::scanner::{OptionProblem, Request, ScanError};

/// A larger file is refused: 4 MiB.
const MAX_BYTES: u64 = 4 * 1024 * 1024;

impl Request {
    /// The content of the file that the option `config` names, if it names one.
    ///
    /// # Errors
    /// [`ScanError::Execution`]: there is no such file, or it cannot be read.
    pub async fn chosen_config(&self, path: Option<&str>) -> Result<Option<Vec<u8>>, ScanError> {
        let Some(path) = path else { return Ok(None) };
        let wanted = RepoPath::from(path.trim_start_matches("./"));
        match self.judging_file(&wanted, MAX_BYTES).await? {
            Content::Missing => {
                Err(ScanError::Execution(format!("`options.config` names `{path}`, and there is no such file; correct the path")))
            }
            content => {
                let bytes = content.bytes();
                let refused = || ScanError::Execution(format!("the configuration `{path}` cannot be read: {content}"));
                bytes.map(<[u8]>::to_vec).map(Some).ok_or_else(refused)
            }
        }
    }
}

/// What is wrong with a path that the option `config` gives; nothing when it stays inside the repository.
pub fn outside(path: Option<&str>) -> Option<OptionProblem> {
    let inside = |path: &str| {
        !path.is_empty() && Path::new(path).components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
    };
    let path = path.filter(|path| !inside(path))?;
    Some(OptionProblem {
        pointer: "/config".to_owned(),
        message: format!("`{path}` is not a path inside the repository"),
        help: "give the path from the repository's root, without `..`".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::outside;

    #[test]
    fn the_path_stays_inside_the_repository() {
        for path in [None, Some("policy/x.toml"), Some("./x.toml")] {
            assert!(outside(path).is_none(), "{path:?}");
        }
        for path in ["", "/etc/x.toml", "../x.toml", "a/../../x.toml"] {
            assert!(outside(Some(path)).is_some(), "{path}");
        }
    }
}
