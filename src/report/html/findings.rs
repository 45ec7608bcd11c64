//! The findings, by what became of them, and the means to look for some of them.
//!
//! All of them are in the page: a reader who searches it must not miss one. The browser only lays out what is on the screen, so that
//! tens of thousands stay usable.

use std::collections::BTreeSet;

use maud::{Markup, html};

use crate::finding::{Issue, Severity};
use crate::gate::Disposition;
use crate::report::foreign::one_line;
use crate::report::frame::{Excerpt, place};
use crate::report::summary::{Voice, capital, of};
use crate::report::{Model, Row};

use super::page::{prose, section};

/// The groups in their order: what decides, what may, what does not.
const GROUPS: [Disposition; 8] = [
    Disposition::Blocking,
    Disposition::BelowThreshold,
    Disposition::Excepted,
    Disposition::Suppressed,
    Disposition::Baselined,
    Disposition::PreExisting,
    Disposition::RuleDisabled,
    Disposition::SourceNotCounted,
];

pub(super) fn findings(model: &Model, voice: &Voice<'_>) -> Markup {
    let text = voice.text.html;
    let content = html! {
        @if model.rows.is_empty() {
            p { (capital(voice.text.no_findings)) "." }
        } @else {
            (filters(model, voice))
            @for disposition in GROUPS { (group(disposition, model, voice)) }
            p id="none" hidden { (text.nothing_matches) }
        }
    };
    section("findings", text.findings, &content)
}

/// The controls, which the script shows: without it they would do nothing.
fn filters(model: &Model, voice: &Voice<'_>) -> Markup {
    let text = voice.text.html;
    let severities: BTreeSet<Severity> = model.rows.iter().map(|row| row.severity).collect();
    let engines: BTreeSet<&str> = model.rows.iter().map(|row| row.engine.as_str()).collect();
    html! {
        form id="filters" role="search" hidden {
            label { (text.severity) " "
                select id="by-severity" {
                    option value="" { (text.all) }
                    @for severity in severities.iter().rev() { option { (severity) } }
                }
            }
            label { (text.engine) " "
                select id="by-engine" {
                    option value="" { (text.all) }
                    @for engine in engines { option { (one_line(engine)) } }
                }
            }
            label { (text.file_or_rule) " " input id="by-text" type="search" autocomplete="off" spellcheck="false"; }
            output id="shown" { (model.rows.len()) " / " (model.rows.len()) }
        }
    }
}

fn group(disposition: Disposition, model: &Model, voice: &Voice<'_>) -> Markup {
    let number = of(model, disposition).count();
    html! {
        @if number > 0 {
            details class="group" open[disposition == Disposition::Blocking] data-group=(disposition.as_str()) {
                summary { (heading(disposition, number, voice)) }
                @for row in of(model, disposition) { (finding(row, model, voice)) }
            }
        }
    }
}

fn heading(disposition: Disposition, number: usize, voice: &Voice<'_>) -> String {
    match disposition {
        Disposition::Blocking => (voice.text.html.blocking)(number),
        other => capital(&voice.heading(other, number)),
    }
}

fn finding(row: &Row, model: &Model, voice: &Voice<'_>) -> Markup {
    let text = voice.text;
    let rule = one_line(row.issue.rule.as_str());
    let blocks = row.disposition == Disposition::Blocking;
    let info = model.rules.iter().find(|info| info.id == row.issue.rule);
    let help = info.map(|info| one_line(&info.help)).filter(|help| blocks && !help.is_empty());
    html! {
        article class="finding" data-severity=(row.severity) data-engine=(one_line(&row.engine)) {
            h3 {
                span class={ "severity " (row.severity) } { (row.severity) }
                " " code class="rule" { (rule) }
                " " code class="place" { (place(&row.issue)) }
            }
            p { (prose(&one_line(&row.issue.message))) }
            @if let Some(excerpt) = Excerpt::of_issue(&row.issue) { (source(&excerpt, &row.issue, text.html.source)) }
            @if blocks { p class="quiet" { (prose(&capital(&voice.why(row)))) "." } }
            @if let Some(silenced) = voice.silenced(row, one_line) { p class="quiet" { (prose(&capital(&silenced))) } }
            @if let Some(help) = help { p { strong { (capital(text.to_do)) ": " } (prose(&help)) } }
        }
    }
}

/// The source lines with their numbers. Long lines scroll, so the block takes the keyboard's focus.
fn source(excerpt: &Excerpt, issue: &Issue, label: &str) -> Markup {
    html! {
        pre tabindex="0" role="group" aria-label={ (label) " " (place(issue)) } {
            @for line in excerpt.lines() {
                span class=(if line.mark.is_some() { "line marked" } else { "line" }) {
                    span class="number" { (line.number) } " "
                    @if let Some(mark) = &line.mark {
                        (&line.text[..mark.start]) mark { (&line.text[mark.clone()]) } (&line.text[mark.end..])
                    } @else { (line.text) }
                }
                "\n"
            }
        }
    }
}
