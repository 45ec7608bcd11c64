//! The order of a terminal report.

use crate::config::Language;
use crate::gate::Verdict;
use crate::report::Model;
use crate::report::asked::Shown;
use crate::report::foreign::{one_line, path};
use crate::report::summary::Voice;
use crate::report::text::Text;

use super::page::{Page, Style, Verbosity};
use super::{details, findings, gaps};

/// The review as text for a terminal or a CI log; may be empty with [`Verbosity::Quiet`].
///
/// The text holds foreign names and messages in harmless form, but has not passed the redaction filter.
pub fn terminal(model: &Model, language: Language, style: Style) -> String {
    let voice = Voice { text: Text::of(language), name: &one_line };
    let mut page = Page::new(style);
    match style.verbosity {
        Verbosity::Quiet if model.verdict == Verdict::Approved => return String::new(),
        Verbosity::Quiet => findings::blocking_lines(&mut page, model, &voice),
        Verbosity::Normal | Verbosity::Verbose => {
            findings::blocking(&mut page, model, &voice);
            findings::below(&mut page, model, &voice);
            findings::uncounted(&mut page, model, &voice);
            gaps::gaps(&mut page, model, &voice);
            asked(&mut page, model, &voice);
            if style.verbosity == Verbosity::Verbose {
                details::details(&mut page, model, &voice);
            }
            page.gap();
            if let Some(defaults) = voice.defaults(model) {
                page.line(&defaults);
            }
            for notice in voice.notices(model, path) {
                page.line(&notice);
            }
        }
    }
    let word = page.verdict(model.verdict, (voice.text.verdict)(model.verdict));
    page.line(&format!("{word}: {}", voice.verdict(model)));
    page.finish()
}

/// What the model said, below all that decides.
fn asked(page: &mut Page, model: &Model, voice: &Voice<'_>) {
    let Some(asked) = &model.asked else { return };
    let shown = Shown { sentence: &one_line, path: &path };
    for part in voice.model_parts(asked, &shown) {
        page.gap();
        page.line(&page.bold(&format!("{}:", part.heading)));
        part.entries.iter().for_each(|entry| page.wrapped("  ", entry));
    }
    page.gap();
    page.wrapped("", &voice.model_line(asked, &shown));
}
