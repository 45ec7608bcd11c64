//! The team's rule files: which they are, and from where they are read.
//!
//! Rules are configuration, and who changes the code must not choose the rules that judge it. So rule files come from where the
//! host says that judging files come from, never from the reviewed content as such.

use crate::change::{Authority, Content};
use crate::finding::RepoPath;
use crate::scanner::ScanError;

use super::look::why_not;

/// A rule file of more bytes is refused: 1 MiB.
const MAX_RULE_BYTES: u64 = 1024 * 1024;

/// A rule file: its path, as text, and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RuleFile {
    /// The path, for refusals.
    pub(super) path: String,
    /// The text.
    pub(super) text: String,
}

/// Reads the rule files that `wanted` names, by path.
pub(super) async fn read(wanted: &[String], judge: &Authority) -> Result<Vec<RuleFile>, ScanError> {
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    let found = judge
        .find(&wanted.iter().map(|path| place(path)).collect::<Vec<_>>(), MAX_RULE_BYTES, |path| is_wanted(path, wanted))
        .await?;
    for path in wanted {
        if !found.keys().any(|file| is_wanted(file, std::slice::from_ref(path))) {
            return Err(ScanError::Execution(format!(
                "`options.rules` names `{path}`, and there is no rule file (`*.yml`, `*.yaml`) by that name; correct the path"
            )));
        }
    }
    found.into_iter().map(|(path, content)| text(&path, &content)).collect()
}

/// A path of the options as one of the repository; `.` is the root.
pub(super) fn place(wanted: &str) -> RepoPath {
    let path = wanted.trim_start_matches("./").trim_end_matches('/');
    RepoPath::from(if path == "." { "" } else { path })
}

/// Whether `path` is one of the wanted files, or a YAML file in one of the wanted folders.
fn is_wanted(path: &RepoPath, wanted: &[String]) -> bool {
    let yaml = path.extension().is_some_and(|extension| extension == "yml" || extension == "yaml");
    wanted.iter().map(|wanted| place(wanted)).any(|place| {
        let inside = path.as_bytes().strip_prefix(place.as_bytes()).is_some_and(|rest| rest.starts_with(b"/"));
        *path == place || (yaml && (inside || place.as_bytes().is_empty()))
    })
}

/// The text of a rule file.
fn text(path: &RepoPath, content: &Content<'_>) -> Result<RuleFile, ScanError> {
    let bytes = content
        .bytes()
        .ok_or_else(|| ScanError::Execution(format!("the rule file `{path}` cannot be read: {}", why_not(content))))?;
    let text = std::str::from_utf8(bytes).map_err(|_| ScanError::Execution(format!("the rule file `{path}` is not UTF-8")))?;
    Ok(RuleFile { path: path.to_string(), text: text.trim_start_matches('\u{feff}').to_owned() })
}
