//! What stands below a pull request: the report as a comment, and a finding as a comment on its line.

use crate::config::Language;
use crate::gate::Verdict;
use crate::report::summary::{Voice, capital};
use crate::report::text::Text;
use crate::report::{Model, Row};

use super::escape::{block_of, code, sentence};
use super::findings::reasons;
use super::render::{Dress, Link, page};
use super::sheet::Size;

/// The most UTF-16 units of a comment: a longer one is read by nobody, also where the forge takes it.
const READ: usize = 60_000;

/// Kept free for the line at the end: what was compared, by which engines, and who says so.
const CLOSING: usize = 2_000;

/// Where a comment will stand.
pub struct CommentPage<'a> {
    /// How long it may be.
    pub size: Size,
    /// Where a place in the reviewed content can be seen.
    pub link: Link<'a>,
    /// The address of the run's page, which breaks out of no link; nothing where there is none.
    pub run: Option<&'a str>,
}

/// The review as the one comment below a pull request: as [`markdown`](super::markdown), with places that lead to the reviewed content
/// and a line about who says so. What does not fit is counted.
pub fn comment(model: &Model, language: Language, on: &CommentPage<'_>) -> String {
    let voice = Voice { text: Text::of(language), name: &code };
    let size = Size {
        utf16: on.size.utf16.min(READ).saturating_sub(CLOSING),
        bytes: on.size.bytes.min(4 * READ).saturating_sub(CLOSING),
    };
    let sign = match model.verdict {
        Verdict::Approved => "✅",
        Verdict::Rejected => "⛔",
        Verdict::Inconclusive => "⚠️",
    };
    let mut sheet = page(model, &voice, &Dress { size, link: Some(on.link), sign: Some(sign) });
    let run = on.run.map_or_else(String::new, |run| format!(" · [{}]({run})", voice.text.the_run));
    sheet.block(&format!("<sub>{} · aurumcode {}{run}</sub>", voice.scope(model), env!("CARGO_PKG_VERSION")));
    sheet.finish()
}

/// A finding as the comment on its line: what, why and what to do. The line itself stands above it. Where `offer` names the kind of block
/// that a forge takes for an offer, the finding's fix is one.
pub fn finding_comment(row: &Row, model: &Model, language: Language, offer: Option<&str>) -> String {
    let voice = Voice { text: Text::of(language), name: &code };
    let rule = code(row.issue.rule.as_str());
    let said = format!("**{}** {rule}: {}\n\n{}", row.severity, sentence(&row.issue.message), reasons(row, model, &voice));
    match (offer, &row.issue.fix) {
        (Some(offer), Some(fix)) => format!("{said}\n{}", block_of(offer, &fix.lines)),
        _ => said,
    }
}

/// What a comment on a line begins with when its finding is gone from the reviewed commit.
pub fn gone(head: &str, language: Language) -> String {
    let short: String = head.chars().take(7).collect();
    format!("✅ {}", capital(&(Text::of(language).gone)(&code(&short))))
}
