//! The team's rule files: which they are, and from where they are read.
//!
//! Rules are configuration, and who changes the code must not choose the rules that judge it. So when commits are reviewed, a
//! rule file is read from the base commit; one that the base does not have is read from the reviewed content, where it can only
//! add findings. When no commits are compared (working files, a whole tree), everything is read from the reviewed content.

use std::collections::BTreeMap;

use crate::change::Content;
use crate::finding::RepoPath;
use crate::scanner::{Request, ScanError};

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
pub(super) async fn read(wanted: &[String], request: &Request) -> Result<Vec<RuleFile>, ScanError> {
    let mut found: BTreeMap<RepoPath, Content<'static>> = BTreeMap::new();
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    let base = if request.range.is_empty() { None } else { request.range.base };
    if let Some(base) = base {
        let repository = request.change.repository();
        for entry in
            repository.tree_at(base, &[]).await?.iter().filter(|entry| entry.kind.is_file() && is_wanted(&entry.path, wanted))
        {
            found.insert(entry.path.clone(), repository.read_at(base, &entry.path, MAX_RULE_BYTES).await?);
        }
    }
    let reviewed = request.change.whole_tree().await?;
    for entry in reviewed.iter().filter(|entry| entry.kind.is_file() && is_wanted(&entry.path, wanted)) {
        if !found.contains_key(&entry.path) {
            found.insert(entry.path.clone(), request.change.read_one(&entry.path, MAX_RULE_BYTES).await?);
        }
    }
    for path in wanted {
        if !found.keys().any(|file| is_wanted(file, std::slice::from_ref(path))) {
            return Err(ScanError::Execution(format!(
                "`options.rules` names `{path}`, and there is no rule file (`*.yml`, `*.yaml`) by that name; correct the path"
            )));
        }
    }
    found.into_iter().map(|(path, content)| text(&path, &content)).collect()
}

/// Whether `path` is one of the wanted files, or a YAML file in one of the wanted folders.
fn is_wanted(path: &RepoPath, wanted: &[String]) -> bool {
    let bytes = path.as_bytes();
    wanted.iter().any(|wanted| {
        let wanted = wanted.trim_start_matches("./").trim_end_matches('/').as_bytes();
        let yaml = path.extension().is_some_and(|extension| extension == "yml" || extension == "yaml");
        let inside = bytes.strip_prefix(wanted).is_some_and(|rest| rest.starts_with(b"/"));
        bytes == wanted || (yaml && (inside || wanted == b"."))
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
