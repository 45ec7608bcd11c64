//! What every page has around its content.

use maud::{DOCTYPE, Markup, html};

use crate::redaction::harmless;
use crate::web::words::Words;

pub(in crate::web) const STYLE: &str = include_str!("../style.css");
pub(in crate::web) const SCRIPT: &str = include_str!("../live.js");

/// A page. `live` names the stream that the page follows.
pub(super) fn frame(words: &Words, title: &str, live: Option<&str>, content: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang=(words.language.as_str()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (text(title)) " · aurumcode" }
                link rel="stylesheet" href="/style.css";
                @if live.is_some() {
                    noscript { meta http-equiv="refresh" content="15"; }
                    script src="/live.js" integrity=(crate::web::guard::script_digest()) defer {}
                }
            }
            body data-live=[live] {
                a class="skip" href="#content" { (words.skip) }
                header class="top" { nav aria-label=(words.title) { a href="/" { "aurumcode" } } }
                main id="content" tabindex="-1" { (content) }
            }
        }
    }
}

/// Foreign text: visible as what it is, on one line.
pub(super) fn text(foreign: &str) -> String {
    harmless(&foreign.split_whitespace().collect::<Vec<_>>().join(" ")).into_owned()
}

/// A longer foreign text of at most so many characters, with its lines.
pub(super) fn lines(foreign: &str, most: usize) -> String {
    let shown = harmless(foreign);
    match shown.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &shown[..end]),
        None => shown.into_owned(),
    }
}

/// A harmless text, in which what stands between two backticks is code.
pub(super) fn prose(own: &str) -> Markup {
    html! { @for (index, part) in own.split('`').enumerate() { @if index % 2 == 1 { code { (part) } } @else { (part) } } }
}

/// A time, for people and for programs.
pub(super) fn time(at: crate::delivery::Timestamp) -> Markup {
    html! { time datetime=(crate::web::when::exact(at)) { (crate::web::when::shown(at)) } }
}
