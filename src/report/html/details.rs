//! What was compared, by whose settings, and which files no engine was shown.

use maud::{Markup, html};

use crate::finding::{LeftOut, LeftOutWhy};
use crate::report::Model;
use crate::report::foreign::{one_line, path};
use crate::report::summary::{Voice, capital};

use super::page::section;

/// How many left-out files of a kind are named; the audit holds all of them.
const FILES: usize = 500;

pub(super) fn details(model: &Model, voice: &Voice<'_>) -> Markup {
    let text = voice.text;
    let gate = &model.settings.gate;
    let content = html! {
        dl {
            @if let Some(head) = &model.subject.head { dt { (capital(text.head)) } dd { code { (one_line(head)) } } }
            @if let Some(base) = &model.subject.base { dt { (capital(text.base)) } dd { code { (one_line(base)) } } }
            dt { (capital(text.settings)) }
            dd {
                (settings(model, voice))
                " " code { "fail_on=" (gate.fail_on) } " " code { "inconclusive=" (gate.inconclusive.as_str()) }
            }
        }
        @for why in LeftOutWhy::ALL {
            @let files: Vec<&LeftOut> = model.left_out.iter().filter(|file| file.why == why).collect();
            @if !files.is_empty() {
                details {
                    summary { (capital(&(text.left_out)(why, files.len()))) }
                    ul {
                        @for file in files.iter().take(FILES) { li { code { (path(&file.path)) } } }
                        @if files.len() > FILES { li { ((text.more_files)(files.len() - FILES)) } }
                    }
                }
            }
        }
    };
    section("details", text.details, &content)
}

fn settings(model: &Model, voice: &Voice<'_>) -> String {
    match (&model.subject.configuration, &model.judging_commit) {
        (None, _) => voice.text.built_in_defaults.to_owned(),
        (Some(file), None) => one_line(file),
        (Some(file), Some(commit)) => (voice.text.of_commit)(&one_line(file), &one_line(commit)),
    }
}
