//! What was not verified, why, and what to do about it. It comes first, because no other part of the page may be believed without it.

use maud::{Markup, html};

use crate::gate::Verdict;
use crate::report::Model;
use crate::report::foreign::{one_line, path};
use crate::report::gap::Gap;
use crate::report::summary::{Voice, capital};

use super::page::{prose, section};

/// How many files that were not looked at are named for each engine; the audit holds all of them.
const FILES: usize = 500;

pub(super) fn gaps(model: &Model, voice: &Voice<'_>) -> Markup {
    let gaps = Gap::all(model);
    if gaps.is_empty() {
        return html! {};
    }
    let content = html! {
        @for gap in &gaps { (one(gap, voice)) }
        @if model.verdict == Verdict::Inconclusive && model.decision.blocks() { p { (prose(voice.text.blocks_by_setting)) } }
    };
    section("unverified", voice.text.unverified, &content)
}

fn one(gap: &Gap<'_>, voice: &Voice<'_>) -> Markup {
    let text = voice.text;
    let files = gap.files();
    html! {
        article class="gap" {
            h3 {
                @if let Some(engine) = gap.engine { (one_line(&engine.name)) " " }
                code { (one_line(&gap.token)) }
            }
            p { (capital((text.reason)(gap.kind))) @if !gap.detail.is_empty() { ": " (prose(&one_line(gap.detail))) } }
            @if !files.is_empty() {
                details {
                    summary { (capital(&(text.unreviewed)(files.len()))) }
                    ul {
                        @for file in files.iter().take(FILES) { li { code { (path(&file.path)) } " — " (prose(&one_line(&file.why))) } }
                        @if files.len() > FILES { li { ((text.more_files)(files.len() - FILES)) } }
                    }
                }
            }
            @if gap.counted {
                p { strong { (capital(text.to_do)) ": " } (prose(gap.remedy(text))) }
            } @else {
                p { (capital(text.gap_not_counted)) }
            }
        }
    }
}
