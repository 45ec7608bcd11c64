//! The findings that block, each with its place, its reason and what to do.

use crate::gate::Disposition;
use crate::report::frame::source_lines;
use crate::report::summary::{Voice, capital, of};
use crate::report::{Model, Row};

use super::escape::{block, code, sentence};
use super::render::Dress;
use super::sheet::{LIMIT, Sheet};

/// How wide a source line may be: what a comment shows without scrolling sideways.
const WIDTH: usize = 100;

/// Two thirds of the report, so that what was not verified always finds room below.
const UP_TO: usize = LIMIT / 3 * 2;

pub(super) fn blocking(sheet: &mut Sheet, model: &Model, voice: &Voice<'_>, dress: &Dress<'_>) {
    let parts = of(model, Disposition::Blocking).map(|row| finding(row, model, voice, dress));
    let left_out = sheet.as_far_as(UP_TO, parts, Sheet::block);
    if left_out > 0 {
        sheet.block(&(voice.text.more_findings)(left_out));
    }
}

fn finding(row: &Row, model: &Model, voice: &Voice<'_>, dress: &Dress<'_>) -> String {
    let text = voice.text;
    let mut out = format!("#### {} {}\n\n", row.severity, code(row.issue.rule.as_str()));
    out.push_str(&format!("- {}: {}\n", text.what, sentence(&row.issue.message)));
    out.push_str(&format!("- {}: {}\n", text.place, dress.place(&row.issue)));
    out.push_str(&reasons(row, model, voice));
    if let Some(lines) = source_lines(&row.issue, row.severity, WIDTH) {
        out.push('\n');
        out.push_str(&block(&lines));
    }
    out
}

/// Why a finding blocks, what silences it in vain, and what to do: an item each.
pub(super) fn reasons(row: &Row, model: &Model, voice: &Voice<'_>) -> String {
    let text = voice.text;
    let mut out = format!("- {}: {}\n", text.why, voice.why(row));
    if let Some(silenced) = voice.silenced(row, sentence) {
        out.push_str(&format!("- {}\n", capital(&silenced)));
    }
    let info = model.rules.iter().find(|info| info.id == row.issue.rule);
    if let Some(info) = info.filter(|info| !info.help.trim().is_empty()) {
        out.push_str(&format!("- {}: {}\n", capital(text.to_do), sentence(&info.help)));
    }
    out
}

/// A finding in one line of a list.
pub(super) fn one_line(row: &Row, voice: &Voice<'_>, dress: &Dress<'_>) -> String {
    let rule = code(row.issue.rule.as_str());
    let silenced = voice.silenced(row, sentence).map(|silenced| format!(" — {silenced}")).unwrap_or_default();
    format!("{} {} {rule} — {}{silenced}", dress.place(&row.issue), row.severity, sentence(&row.issue.message))
}
