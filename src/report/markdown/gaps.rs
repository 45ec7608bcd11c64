//! What was not verified, why, and what to do about it. Never folded away: it is what an inconclusive verdict is about.

use crate::gate::Verdict;
use crate::report::Model;
use crate::report::gap::Gap;
use crate::report::summary::{Voice, capital};

use super::escape::{code, code_exactly, sentence};
use super::sheet::{LIMIT, Sheet};

/// How many files that were not looked at are named for each engine.
const FILES: usize = 20;

/// Five sixths of the report: the folded rest needs less than what has to be acted upon.
const UP_TO: usize = LIMIT / 6 * 5;

pub(super) fn gaps(sheet: &mut Sheet, model: &Model, voice: &Voice<'_>) {
    let gaps = Gap::all(model);
    if gaps.is_empty() {
        return;
    }
    sheet.block(&format!("#### {}", capital(voice.text.unverified)));
    let left_out = sheet.as_far_as(UP_TO, gaps.iter().map(|gap| item(gap, voice)), Sheet::item);
    if left_out > 0 {
        sheet.item(&(voice.text.more_files)(left_out));
    }
    if model.verdict == Verdict::Inconclusive && model.decision.blocks() {
        sheet.block(voice.text.blocks_by_setting);
    }
}

fn item(gap: &Gap<'_>, voice: &Voice<'_>) -> String {
    let text = voice.text;
    let mut out = gap.engine.map_or(String::new(), |engine| format!("{} — ", code(&engine.name)));
    out.push_str(&format!("{} [{}]", (text.reason)(gap.kind), code(&gap.token)));
    if !gap.detail.is_empty() {
        out.push_str(&format!(": {}", sentence(gap.detail)));
    }
    let files = gap.files();
    if !files.is_empty() {
        out.push_str(&format!("\n  - {}:", (text.unreviewed)(files.len())));
        for file in files.iter().take(FILES) {
            out.push_str(&format!("\n    - {} — {}", code_exactly(&file.path.to_string()), sentence(&file.why)));
        }
        if let Some(more) = files.len().checked_sub(FILES).filter(|more| *more > 0) {
            out.push_str(&format!("\n    - {}", (text.more_files)(more)));
        }
    }
    let remedy =
        if gap.counted { format!("{}: {}", capital(text.to_do), gap.remedy(text)) } else { capital(text.gap_not_counted) };
    out.push_str(&format!("\n  - {remedy}"));
    out
}
