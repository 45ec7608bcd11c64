//! Pages that are no pull request's: signing in, and what went wrong.

use maud::{Markup, html};

use crate::web::words::Words;

use super::frame::{frame, prose, text};

/// Asks for the token.
pub(in crate::web) fn sign_in(words: &Words, wrong: bool) -> Markup {
    let content = html! {
        h1 { (words.sign_in) }
        form class="say" method="post" action="/sign-in" {
            p class="quiet" { (prose(words.sign_in_help)) }
            @if wrong { p class="trouble" role="alert" { (words.wrong_token) } }
            label { (words.token) input type="password" name="token" autocomplete="current-password" required; }
            div class="buttons" { button { (words.sign_in) } }
        }
    };
    frame(words, words.sign_in, None, &content)
}

/// There is nothing at this address.
pub(in crate::web) fn not_found(words: &Words) -> Markup {
    let content = html! { h1 { (words.not_found) } p { (words.not_found_help) } p { a href="/" { (words.back) } } };
    frame(words, words.not_found, None, &content)
}

/// A person's word that was not recorded.
pub(in crate::web) fn failed(words: &Words, why: &str, back: &str) -> Markup {
    let content = html! { h1 { (words.refused) } p role="alert" { (text(why)) } p { a href=(back) { (words.back) } } };
    frame(words, words.refused, None, &content)
}
