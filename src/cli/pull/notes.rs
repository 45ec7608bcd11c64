//! From the rows of a report to comments and marks on lines.

use crate::change::Change;
use crate::config::Language;
use crate::finding::{RepoPath, Side, Standing};
use crate::forge::{Annotation, Note};
use crate::gate::Disposition;
use crate::redaction::Redactor;
use crate::report::{Model, Row, finding_comment};

/// A comment for each finding that blocks and that the change is answerable for, the worst first.
pub(super) fn notes(model: &Model, change: &Change, language: Language, redactor: &Redactor) -> Vec<Note> {
    let blocking = |row: &&Row| row.disposition == Disposition::Blocking && row.issue.standing == Standing::New;
    let mut rows: Vec<&Row> = model.rows.iter().filter(blocking).collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.severity));
    let note = |row: &Row| Note {
        fingerprint: row.issue.fingerprint.clone(),
        path: row.issue.location.path.clone(),
        old_path: change.file(&row.issue.location.path).and_then(|file| file.old_path.clone()),
        lines: anchor(row, change),
        body: redactor.redact(&finding_comment(row, model, language)),
    };
    rows.into_iter().map(note).collect()
}

/// The first of a finding's lines that the change added: that line is in the forge's diff whatever its context is.
fn anchor(row: &Row, change: &Change) -> Option<(u32, u32)> {
    let location = &row.issue.location;
    let (first, last) = location.lines().filter(|_| location.side == Side::Right)?;
    let added = change.file(&location.path)?.added.ranges();
    let line = added.iter().find(|range| range.0 <= last && range.1 >= first).map(|range| range.0.max(first))?;
    Some((line, line))
}

/// A mark for each new finding that counts.
pub(super) fn annotations(model: &Model, redactor: &Redactor) -> Vec<Annotation> {
    let counts = |row: &&Row| matches!(row.disposition, Disposition::Blocking | Disposition::BelowThreshold);
    let mut rows: Vec<&Row> = model.rows.iter().filter(counts).filter(|row| text(&row.issue.location.path)).collect();
    rows.sort_by_key(|row| row.disposition != Disposition::Blocking);
    let mark = |row: &Row| {
        let message = if row.issue.message.trim().is_empty() { row.issue.rule.as_str() } else { &row.issue.message };
        Annotation {
            path: row.issue.location.path.clone(),
            lines: row.issue.location.lines().unwrap_or((1, 1)),
            severity: row.severity,
            title: redactor.redact(row.issue.rule.as_str()),
            message: redactor.redact(&crate::redaction::harmless_line(message)),
        }
    };
    rows.into_iter().map(mark).collect()
}

fn text(path: &RepoPath) -> bool {
    path.as_str().is_some()
}
