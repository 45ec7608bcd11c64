//! The order of a Markdown report.

use crate::config::Language;
use crate::finding::{Issue, RepoPath, Side};
use crate::report::Model;
use crate::report::asked::Shown;
use crate::report::frame::place;
use crate::report::summary::{Voice, capital};
use crate::report::text::Text;

use super::escape::{code, code_exactly, sentence};
use super::sheet::{LIMIT, Sheet, Size};
use super::{findings, gaps, rest};

/// Up to where remarks of a model are listed: what closes the report keeps its room.
const UP_TO: usize = LIMIT / 4 * 3;

/// The review as Markdown: the verdict, what blocks, what was not verified, and the rest folded away.
///
/// At most 60,000 bytes, so that it fits a comment on every forge; what does not fit is counted. The text holds foreign names and
/// messages in harmless form, but has not passed the redaction filter.
pub fn markdown(model: &Model, language: Language) -> String {
    let voice = Voice { text: Text::of(language), name: &code };
    page(model, &voice, &Dress::default()).finish()
}

/// How a page is dressed for where it will stand.
#[derive(Default)]
pub(super) struct Dress<'a> {
    /// How long it may be.
    pub(super) size: Size,
    /// Where a place in the reviewed content can be seen.
    pub(super) link: Option<Link<'a>>,
    /// What stands in front of the verdict. Under a sign the line is short: what was compared stands elsewhere.
    pub(super) sign: Option<&'static str>,
}

/// Gives the address of a file's page, with its first and last line.
pub type Link<'a> = &'a dyn Fn(&RepoPath, Option<(u32, u32)>) -> String;

impl Dress<'_> {
    /// An issue's place as a code span, which leads there where that is known.
    pub(super) fn place(&self, issue: &Issue) -> String {
        let shown = code_exactly(&place(issue));
        match self.link {
            Some(link) if issue.location.side == Side::Right => {
                format!("[{shown}]({})", link(&issue.location.path, issue.location.lines()))
            }
            Some(_) | None => shown,
        }
    }
}

/// The page.
pub(super) fn page(model: &Model, voice: &Voice<'_>, dress: &Dress<'_>) -> Sheet {
    let mut sheet = Sheet::new(dress.size);
    let verdict = (voice.text.verdict)(model.verdict);
    sheet.block(&match dress.sign {
        Some(sign) => format!("{sign} **{verdict}**: {}", voice.outcome_and_gaps(model).join("; ")),
        None => format!("**{verdict}**: {}", voice.verdict(model)),
    });
    if let Some(defaults) = voice.defaults(model) {
        sheet.block(&defaults);
    }
    for notice in voice.notices(model, |path| code_exactly(&path.to_string())) {
        sheet.block(&notice);
    }
    findings::blocking(&mut sheet, model, voice, dress);
    gaps::gaps(&mut sheet, model, voice);
    asked(&mut sheet, model, voice);
    rest::rest(&mut sheet, model, voice, dress);
    sheet
}

/// What the model said, below all that decides.
fn asked(sheet: &mut Sheet, model: &Model, voice: &Voice<'_>) {
    let Some(asked) = &model.asked else { return };
    let path = |path: &RepoPath| code_exactly(&path.to_string());
    let shown = Shown { sentence: &sentence, path: &path };
    sheet.block(&capital(&voice.model_line(asked, &shown)));
    for part in voice.model_parts(asked, &shown) {
        sheet.block(&format!("{}:", capital(&part.heading)));
        sheet.as_far_as(UP_TO, part.entries, Sheet::item);
    }
}
