//! From the rows of a report to comments and marks on lines.

use crate::change::Change;
use crate::config::Language;
use crate::finding::{RepoPath, Side, Standing};
use crate::forge::{Annotation, Note, Suggestion};
use crate::gate::Disposition;
use crate::redaction::Redactor;
use crate::report::{Model, Row, finding_comment};

/// A comment for each finding that blocks and that the change is answerable for, the worst first. `offers` says how the forge takes other
/// lines in place of the commented ones.
pub(super) fn notes(
    model: &Model,
    change: &Change,
    language: Language,
    offers: Option<Suggestion>,
    redactor: &Redactor,
) -> Vec<Note> {
    let blocking = |row: &&Row| row.disposition == Disposition::Blocking && row.issue.standing == Standing::New;
    let mut rows: Vec<&Row> = model.rows.iter().filter(blocking).collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.severity));
    let note = |row: &Row| {
        let offer = offers.and_then(|offers| Some((offers, replaced(row, change)?)));
        let kind = offer.map(|(offers, lines)| offers.block(lines));
        Note {
            fingerprint: row.issue.fingerprint.clone(),
            path: row.issue.location.path.clone(),
            old_path: change.file(&row.issue.location.path).and_then(|file| file.old_path.clone()),
            lines: offer.map_or_else(|| anchor(row, change), |(_, lines)| Some(lines)),
            body: redactor.redact(&finding_comment(row, model, language, kind.as_deref())),
        }
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

/// The lines that a fix would replace, where the change added all of them: no others can be replaced by a comment.
fn replaced(row: &Row, change: &Change) -> Option<(u32, u32)> {
    let fix = row.issue.fix.as_ref()?;
    let (first, last) = (fix.first.get(), fix.last.get());
    let added = change.file(&row.issue.location.path)?.added.ranges();
    added.iter().any(|range| range.0 <= first && last <= range.1).then_some((first, last))
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
