//! What was not verified, why, and what to do about it.

use crate::gate::Verdict;
use crate::report::Model;
use crate::report::foreign::{one_line, path};
use crate::report::gap::Gap;
use crate::report::summary::Voice;

use super::findings::LINES;
use super::page::{Page, Verbosity};

/// How many files that were not looked at are named without `--verbose`.
const FILES: usize = 20;

/// One paragraph per gap; nothing when everything was verified.
pub(super) fn gaps(page: &mut Page, model: &Model, voice: &Voice<'_>) {
    let gaps = Gap::all(model);
    if gaps.is_empty() {
        return;
    }
    page.gap();
    page.line(&page.bold(&format!("{}:", voice.text.unverified)));
    for gap in gaps {
        paragraph(page, &gap, voice);
    }
    if model.verdict == Verdict::Inconclusive && model.decision.blocks() {
        page.wrapped("  ", voice.text.blocks_by_setting);
    }
}

fn paragraph(page: &mut Page, gap: &Gap<'_>, voice: &Voice<'_>) {
    let mut what = format!("{} [{}]", (voice.text.reason)(gap.kind), one_line(&gap.token));
    if !gap.detail.is_empty() {
        what.push_str(&format!(": {}", one_line(gap.detail)));
    }
    let label = gap.engine.map_or("  ".to_owned(), |engine| format!("  {} — ", page.bold(&one_line(&engine.name))));
    page.wrapped(&label, &what);
    files(page, gap, voice);
    if gap.counted {
        page.wrapped(&format!("    {}: ", voice.text.to_do), gap.remedy(voice.text));
    } else {
        page.wrapped("    ", voice.text.gap_not_counted);
    }
}

fn files(page: &mut Page, gap: &Gap<'_>, voice: &Voice<'_>) {
    let files = gap.files();
    if files.is_empty() {
        return;
    }
    page.line(&format!("    {}:", (voice.text.unreviewed)(files.len())));
    let most = if page.style().verbosity == Verbosity::Verbose { LINES } else { FILES };
    for file in files.iter().take(most) {
        page.line(&format!("      {} — {}", path(&file.path), one_line(&file.why)));
    }
    if let Some(more) = files.len().checked_sub(most).filter(|more| *more > 0) {
        page.line(&format!("      {}", (voice.text.more_files)(more)));
    }
}
