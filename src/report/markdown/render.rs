//! The order of a Markdown report.

use crate::config::Language;
use crate::report::Model;
use crate::report::asked::Shown;
use crate::report::summary::Voice;
use crate::report::text::Text;

use super::escape::{capital, code, code_exactly, sentence};
use super::sheet::{LIMIT, Sheet};
use super::{findings, gaps, rest};

/// Up to where remarks of a model are listed: what closes the report keeps its room.
const UP_TO: usize = LIMIT / 4 * 3;

/// The review as Markdown: the verdict, what blocks, what was not verified, and the rest folded away.
///
/// At most 60,000 bytes, so that it fits a comment on every forge; what does not fit is counted. The text holds foreign names and
/// messages in harmless form, but has not passed the redaction filter.
pub fn markdown(model: &Model, language: Language) -> String {
    let voice = Voice { text: Text::of(language), name: &code };
    let mut sheet = Sheet::new();
    sheet.block(&format!("**{}**: {}", (voice.text.verdict)(model.verdict), voice.verdict(model)));
    if let Some(defaults) = voice.defaults(model) {
        sheet.block(&defaults);
    }
    for notice in voice.notices(model, |path| code_exactly(&path.to_string())) {
        sheet.block(&notice);
    }
    findings::blocking(&mut sheet, model, &voice);
    gaps::gaps(&mut sheet, model, &voice);
    asked(&mut sheet, model, &voice);
    rest::rest(&mut sheet, model, &voice);
    sheet.finish()
}

/// What the model said, below all that decides.
fn asked(sheet: &mut Sheet, model: &Model, voice: &Voice<'_>) {
    let Some(asked) = &model.asked else { return };
    let path = |path: &crate::finding::RepoPath| code_exactly(&path.to_string());
    let shown = Shown { sentence: &sentence, path: &path };
    sheet.block(&capital(&voice.model_line(asked, &shown)));
    for part in voice.model_parts(asked, &shown) {
        sheet.block(&format!("{}:", capital(&part.heading)));
        sheet.as_far_as(UP_TO, part.entries, Sheet::item);
    }
}
