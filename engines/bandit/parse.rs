//! Reads bandit's JSON report.
//!
//! Source text in it (`code`) is not read. A message about a password quotes it, and what it quotes is hidden.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::finding::{Finding, Location, RuleId, RuleInfo, Severity};
use crate::scanner::ScanError;
use crate::scanner::wrapped::{Answer, Paths, Seen, json};

/// The report (bandit, formatters/json.py).
#[derive(Deserialize)]
struct Report {
    errors: Vec<NotRead>,
    /// One entry for each file that it looked at, and one for all of them.
    metrics: BTreeMap<String, IgnoredAny>,
    results: Vec<Issue>,
}

#[derive(Deserialize)]
struct NotRead {
    filename: String,
    reason: String,
}

#[derive(Deserialize)]
struct Issue {
    filename: String,
    issue_severity: String,
    issue_text: String,
    issue_cwe: Option<Weakness>,
    line_number: u32,
    line_range: Vec<u32>,
    more_info: Option<String>,
    test_id: String,
    test_name: String,
}

#[derive(Deserialize)]
struct Weakness {
    id: Option<u32>,
}

/// Rules whose message quotes a password: B105, B106, B107.
const QUOTING: [&str; 3] = ["B105", "B106", "B107"];

/// Reads what a run said about `files`.
pub(super) fn read(answer: &Answer, files: &Paths) -> Result<Seen, ScanError> {
    let report: Report = json(&answer.stdout)?;
    answer.agrees(report.results.len())?;
    let mut seen = Seen::default();
    for error in &report.errors {
        seen.not_looked_at(files.file(&error.filename)?, format!("bandit: {}", error.reason));
    }
    let looked_at: BTreeSet<_> = report.metrics.keys().filter_map(|name| files.file(name).ok()).collect();
    for file in files.files().iter().filter(|file| !looked_at.contains(*file)) {
        seen.not_looked_at(file.clone(), "bandit left it out");
    }
    for issue in report.results {
        let last = issue.line_range.iter().copied().max().unwrap_or(issue.line_number);
        let place = Location::line(files.file(&issue.filename)?, issue.line_number).through(last.max(issue.line_number));
        let id = RuleId::new(&issue.test_id);
        let mut finding = Finding::new(id.clone(), Severity::of_scanner(&issue.issue_severity), place, &issue.issue_text);
        if QUOTING.contains(&issue.test_id.as_str()) {
            finding.sensitive.extend(quoted(&issue.issue_text));
        }
        seen.findings.push(finding);
        seen.rules.push(RuleInfo {
            id,
            severity: None,
            title: issue.test_name.replace('_', " "),
            help: issue.more_info.unwrap_or_default(),
            tags: issue.issue_cwe.and_then(|weakness| weakness.id).map(|id| format!("CWE-{id}")).into_iter().collect(),
        });
    }
    Ok(seen)
}

/// What stands between the first and the last quotation mark.
fn quoted(text: &str) -> Option<String> {
    let (_, rest) = text.split_once('\'')?;
    let (quoted, _) = rest.rsplit_once('\'')?;
    (!quoted.is_empty()).then(|| quoted.to_owned())
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn what_a_message_quotes_is_found_whole() {
        assert_eq!(quoted("Possible hardcoded password: 'it's'").as_deref(), Some("it's"));
        assert_eq!(quoted("Possible hardcoded password: ''"), None);
        assert_eq!(quoted("no quotation"), None);
    }
}
