//! The page: what it may load, the verdict, and its parts in the order in which they are read.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

use crate::config::Language;
use crate::gate::Verdict;
use crate::report::Model;
use crate::report::foreign::{one_line, path};
use crate::report::summary::{Voice, capital};
use crate::report::text::Text;

use super::{details, engines, findings, gaps, model as asked};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("filter.js");

/// The review as one HTML page that holds all it needs.
///
/// The text holds foreign names and messages in harmless form, but has not passed the redaction filter.
pub fn html(model: &Model, language: Language) -> String {
    let voice = Voice { text: Text::of(language), name: &one_line };
    let word = (voice.text.verdict)(model.verdict);
    let subject = voice.subject(&model.subject, model.evidence.empty_change).join(", ");
    let page = html! {
        (DOCTYPE)
        html lang=(language.as_str()) {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy());
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (word) " · " (subject) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header class=(class_of(model.verdict)) {
                    h1 { span class="verdict" { (word) } }
                    p { (prose(&voice.verdict(model))) }
                    @if let Some(defaults) = voice.defaults(model) { p class="quiet" { (defaults) } }
                    @for notice in voice.notices(model, path) { p class="notice" { (notice) } }
                }
                main {
                    (gaps::gaps(model, &voice))
                    (findings::findings(model, &voice))
                    (asked::asked(model, &voice))
                    (engines::engines(model, &voice))
                    (details::details(model, &voice))
                }
                footer { p { "aurumcode " (env!("CARGO_PKG_VERSION")) } }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string()
}

/// What the page may load: its own style and its own script, by their digests.
fn policy() -> String {
    let digest = |text: &str| STANDARD.encode(Sha256::digest(text.as_bytes()));
    format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        digest(STYLE),
        digest(SCRIPT)
    )
}

fn class_of(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Approved => "approved",
        Verdict::Rejected => "rejected",
        Verdict::Inconclusive => "inconclusive",
    }
}

/// A part of the page under a heading.
pub(super) fn section(id: &str, heading: &str, content: &Markup) -> Markup {
    html! {
        section id=(id) aria-labelledby={ (id) "-heading" } {
            h2 id={ (id) "-heading" } { (capital(heading)) }
            (content)
        }
    }
}

/// A harmless sentence, in which what stands between two backticks is code.
pub(super) fn prose(text: &str) -> Markup {
    let mut rest = text;
    let mut parts = Vec::new();
    while let Some((before, (code, after))) =
        rest.split_once('`').and_then(|(before, rest)| Some((before, rest.split_once('`')?)))
    {
        parts.push((before, code));
        rest = after;
    }
    html! { @for (before, code) in parts { (before) code { (code) } } (rest) }
}
