//! Reads a file as the engine does, over a list of reviewed files, and shows what came of it as text.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde::Deserialize;

use crate::finding::{Finding, RepoPath, Standing};
use crate::scanner::ScanError;

use super::super::finished::Reviewed;
use super::super::options::Options;
use super::super::run::{Asked, Seen, read};
use super::super::{log, uri};

/// What a case is asked with.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Stage {
    /// The reviewed files.
    pub(super) files: BTreeSet<String>,
    /// Where the repository lies.
    root: String,
    relative_to: Option<String>,
    checkout: Option<String>,
    /// A path that the configuration leaves out.
    ignored: Option<String>,
}

impl Default for Stage {
    fn default() -> Self {
        let root = "/home/runner/work/demo/demo".to_owned();
        Self { files: BTreeSet::new(), root, relative_to: None, checkout: None, ignored: None }
    }
}

impl Stage {
    /// Reads all runs of a file.
    pub(super) fn read(&self, bytes: &[u8]) -> Result<Seen, ScanError> {
        let file = RepoPath::from("out/report.sarif");
        let mut options: Options = serde_json::from_str(r#"{"files": ["out/*.sarif"]}"#).unwrap();
        (options.relative_to, options.checkout) = (self.relative_to.clone(), self.checkout.clone());
        assert!(options.problems().is_empty(), "{:?}", options.problems());
        let asked = Asked {
            reviewed: &Reviewed { head: Some("a".repeat(40)), committed: Some(1_772_323_200) },
            root: uri::segments(self.root.as_bytes()),
            checkout: options.checkout(),
            relative_to: options.relative_to(),
            is_file: &|path| path.as_str().is_some_and(|path| self.files.contains(path)),
            ignored: &|path| path.as_str().is_some() && path.as_str() == self.ignored.as_deref(),
        };
        let read_log = log::read(&file, bytes)?;
        let mut seen = Seen::default();
        for (run, tool) in log::runs(&file, &read_log)? {
            let one = read(run, &tool, &file, &asked)?;
            seen.findings.extend(one.findings);
            seen.unreviewed.extend(one.unreviewed);
            seen.rules.extend(one.rules);
        }
        Ok(seen)
    }
}

/// One line for each thing that was seen, or the refusal.
pub(super) fn shown(read: Result<Seen, ScanError>) -> String {
    let seen = match read {
        Ok(seen) => seen,
        Err(ScanError::Unavailable(why)) => return format!("unavailable: {why}\n"),
        Err(ScanError::InvalidOutput(why)) => return format!("invalid output: {why}\n"),
        Err(ScanError::Incomplete(why)) => return format!("incomplete: {why}\n"),
        Err(ScanError::Execution(why)) => return format!("error: {why}\n"),
    };
    let mut text = String::new();
    for finding in &seen.findings {
        writeln!(text, "{}", line(finding)).unwrap();
    }
    for file in &seen.unreviewed {
        writeln!(text, "unreviewed {}: {}", file.path, file.why).unwrap();
    }
    let mut rules = seen.rules;
    rules.sort_by(|one, other| one.id.cmp(&other.id));
    rules.dedup();
    for rule in &rules {
        writeln!(text, "rule {}: {} [{}] {}", rule.id, rule.title, rule.tags.join(", "), rule.help.replace('\n', "⏎")).unwrap();
    }
    if text.is_empty() { "nothing found\n".to_owned() } else { text }
}

fn line(finding: &Finding) -> String {
    let place = &finding.location;
    let number = |number: Option<std::num::NonZeroU32>| number.map(|number| number.to_string()).unwrap_or_default();
    let columns = format!("{}-{}", number(place.column), number(place.end_column));
    let lines = place.lines().map(|(first, last)| format!(":{first}-{last}:{columns}")).unwrap_or_default();
    let standing = finding.standing.map_or("by its place", Standing::as_str);
    let hidden = if finding.sensitive.is_empty() { String::new() } else { format!(", {} hidden", finding.sensitive.len()) };
    let silenced = finding.suppressed.as_ref().map(|one| format!(", {}: {}", one.by.as_str(), one.reason)).unwrap_or_default();
    format!("{} {} {}{lines} ({standing}{silenced}{hidden}) {}", finding.severity, finding.rule, place.path, finding.message)
}
