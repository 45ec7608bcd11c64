//! Reads ruff's JSON report.

use serde::Deserialize;

use crate::finding::{Finding, Location, RuleId, RuleInfo, Severity};
use crate::scanner::ScanError;
use crate::scanner::wrapped::{Answer, Paths, Seen, json};

/// One entry of the report (ruff, crates/ruff_linter/src/message/json.rs).
#[derive(Deserialize)]
struct Entry {
    /// Nothing in older versions, where the file cannot be parsed.
    code: Option<String>,
    filename: String,
    location: Point,
    end_location: Point,
    message: String,
    #[serde(default)]
    name: Option<String>,
    url: Option<String>,
}

/// From 1; columns count characters.
#[derive(Deserialize)]
struct Point {
    row: u32,
    column: u32,
}

/// The file cannot be read.
const UNREADABLE: &str = "E902";

/// Reads what a run said about `files`.
pub(super) fn read(answer: &Answer, files: &Paths) -> Result<Seen, ScanError> {
    let entries: Vec<Entry> = json(&answer.stdout)?;
    answer.agrees(entries.len())?;
    let mut seen = Seen::default();
    for entry in entries {
        let file = files.file(&entry.filename)?;
        let code = match entry.code.as_deref() {
            None | Some("invalid-syntax" | UNREADABLE) => {
                seen.not_looked_at(file, format!("ruff, line {}: {}", entry.location.row, entry.message));
                continue;
            }
            Some(code) => code,
        };
        let (start, end) = (&entry.location, &entry.end_location);
        // What ends in front of the first column of a line ends with the line before.
        let last = if end.column <= 1 && end.row > start.row { end.row - 1 } else { end.row };
        let place = Location::line(file, start.row).through(last.max(start.row));
        let place = place.columns(start.column, if last == end.row { end.column } else { 0 });
        let id = RuleId::new(code);
        seen.findings.push(Finding::new(id.clone(), Severity::Warning, place, entry.message));
        let title = entry.name.map_or_else(|| code.to_owned(), |name| name.replace('-', " "));
        let help = entry.url.unwrap_or_default();
        seen.rules.push(RuleInfo { id, severity: Some(Severity::Warning), title, help, tags: Vec::new() });
    }
    Ok(seen)
}
