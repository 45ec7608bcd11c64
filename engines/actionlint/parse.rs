//! Reads what actionlint writes with the format `{{json .}}`.

use serde::Deserialize;

use crate::finding::{Finding, Location, RuleId, RuleInfo, Severity};
use crate::scanner::ScanError;
use crate::scanner::wrapped::{Answer, Paths, Seen, json};

/// One problem (actionlint, error.go: `ErrorTemplateFields`). Its `snippet` is not read.
#[derive(Deserialize)]
struct Problem {
    message: String,
    filepath: String,
    line: u32,
    column: u32,
    kind: String,
    /// The last column, inclusive.
    #[serde(default)]
    end_column: u32,
}

/// The beginning of the message about a file that is no YAML.
const UNPARSED: &str = "could not parse as YAML";

/// Kinds that ask for attention; all others say that the workflow does not do what it should.
const WARNINGS: [&str; 3] = ["runner-label", "action", "deprecated-commands"];

/// Reads what a run said about `files`.
pub(super) fn read(answer: &Answer, files: &Paths) -> Result<Seen, ScanError> {
    let problems: Vec<Problem> = json(&answer.stdout)?;
    answer.agrees(problems.len())?;
    let mut seen = Seen::default();
    for problem in problems {
        let file = files.file(&problem.filepath)?;
        if problem.message.starts_with(UNPARSED) {
            seen.not_looked_at(file, format!("actionlint, line {}: {}", problem.line, problem.message));
            continue;
        }
        let severity = if WARNINGS.contains(&problem.kind.as_str()) { Severity::Warning } else { Severity::Error };
        let end = if problem.end_column >= problem.column { problem.end_column.saturating_add(1) } else { 0 };
        let place = Location::line(file, problem.line).columns(problem.column, end);
        let id = RuleId::new(&problem.kind);
        seen.rules.push(RuleInfo {
            id: id.clone(),
            severity: Some(severity),
            title: format!("the check `{}` of actionlint", problem.kind),
            help: "https://github.com/rhysd/actionlint/blob/main/docs/checks.md".to_owned(),
            tags: Vec::new(),
        });
        seen.findings.push(Finding::new(id, severity, place, problem.message));
    }
    Ok(seen)
}
