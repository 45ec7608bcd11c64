//! What a model said, below all that decides.

use maud::{Markup, html};

use crate::report::Model;
use crate::report::asked::Shown;
use crate::report::foreign::{one_line, path};
use crate::report::summary::{Voice, capital};

use super::page::{prose, section};

pub(super) fn asked(model: &Model, voice: &Voice<'_>) -> Markup {
    let Some(asked) = &model.asked else { return html! {} };
    let shown = Shown { sentence: &one_line, path: &path };
    let content = html! {
        p { (capital(&voice.model_line(asked, &shown))) }
        @for part in voice.model_parts(asked, &shown) {
            details {
                summary { (capital(&part.heading)) }
                ul { @for entry in &part.entries { li { (prose(entry)) } } }
            }
        }
    };
    section("model", voice.text.the_model, &content)
}
