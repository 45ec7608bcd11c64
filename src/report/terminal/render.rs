//! The order of a terminal report.

use crate::config::Language;
use crate::gate::Verdict;
use crate::report::Model;
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
