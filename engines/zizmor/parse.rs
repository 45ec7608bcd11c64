//! Reads zizmor's JSON report, and the log that says which files it completed.

use std::collections::BTreeSet;

use serde::Deserialize;

use crate::finding::{Finding, Location, RuleId, RuleInfo, Severity, SuppressedBy};
use crate::scanner::ScanError;
use crate::scanner::wrapped::{Answer, Paths, Seen, json};

/// One finding (zizmor, format `json-v1`).
#[derive(Deserialize)]
struct Entry {
    ident: String,
    desc: String,
    url: String,
    determinations: Determinations,
    locations: Vec<Place>,
    /// A comment or the configuration silences it.
    ignored: bool,
}

#[derive(Deserialize)]
struct Determinations {
    severity: String,
}

#[derive(Deserialize)]
struct Place {
    symbolic: Symbolic,
    concrete: Concrete,
}

#[derive(Deserialize)]
struct Symbolic {
    key: Key,
    annotation: String,
    kind: String,
}

/// Where the file comes from; only local ones are ever given.
#[derive(Deserialize)]
enum Key {
    Local { verbatim_path: String },
}

#[derive(Deserialize)]
struct Concrete {
    location: Span,
    comments: Vec<String>,
}

#[derive(Deserialize)]
struct Span {
    start_point: Point,
    end_point: Point,
}

/// From 0; columns count bytes.
#[derive(Deserialize)]
struct Point {
    row: u32,
    column: u32,
}

/// What stands in front of a file's name in the log when it was looked at.
const COMPLETED: &str = " completed ";

/// The beginning of a comment that silences.
const COMMENT: &str = "zizmor: ignore";

/// Reads what a run said about `files`.
pub(super) fn read(answer: &Answer, files: &Paths) -> Result<Seen, ScanError> {
    let mut seen = Seen::default();
    let log = String::from_utf8_lossy(&answer.stderr);
    let named = log.lines().filter_map(|line| line.split_once(COMPLETED)).filter_map(|(_, name)| files.file(name.trim()).ok());
    let completed: BTreeSet<_> = named.collect();
    for file in files.files().iter().filter(|file| !completed.contains(*file)) {
        seen.not_looked_at(file.clone(), "zizmor could not read it as a workflow or an action");
    }
    if completed.is_empty() && answer.stdout.iter().all(u8::is_ascii_whitespace) {
        return Ok(seen);
    }
    for entry in json::<Vec<Entry>>(&answer.stdout)? {
        let Some(place) = entry.locations.iter().find(|place| place.symbolic.kind == "Primary").or(entry.locations.first())
        else {
            return Err(ScanError::InvalidOutput(format!("its report holds a finding of `{}` without a place", entry.ident)));
        };
        let Key::Local { verbatim_path } = &place.symbolic.key;
        let (start, end) = (&place.concrete.location.start_point, &place.concrete.location.end_point);
        // What ends at the beginning of a line ends with the line before.
        let last = if end.column == 0 && end.row > start.row { end.row } else { end.row.saturating_add(1) };
        let at = Location::line(files.file(verbatim_path)?, start.row.saturating_add(1)).through(last);
        let severity = match entry.determinations.severity.as_str() {
            "Informational" => Severity::Info,
            word => Severity::of_scanner(word),
        };
        let id = RuleId::new(&entry.ident);
        let message = format!("{}: {}", entry.desc, place.symbolic.annotation);
        let finding = Finding::new(id.clone(), severity, at, message);
        let commented = || entry.locations.iter().flat_map(|place| &place.concrete.comments).any(|text| text.contains(COMMENT));
        seen.findings.push(match entry.ignored {
            false => finding,
            true if commented() => finding.suppressed(SuppressedBy::EngineComment, ""),
            true => finding.suppressed(SuppressedBy::EngineFile, ""),
        });
        seen.rules.push(RuleInfo { id, severity: None, title: entry.desc, help: entry.url, tags: Vec::new() });
    }
    Ok(seen)
}
