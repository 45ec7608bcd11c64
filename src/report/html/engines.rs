//! Who looked, what came of it, and how long it took.

use std::time::Duration;

use maud::{Markup, html};

use crate::report::foreign::one_line;
use crate::report::summary::{Voice, capital};
use crate::report::{EngineRun, Model};

use super::page::section;

pub(super) fn engines(model: &Model, voice: &Voice<'_>) -> Markup {
    let text = voice.text;
    let longest = model.engines.iter().map(|engine| engine.duration).max().unwrap_or_default();
    let content = html! {
        @if model.engines.is_empty() {
            p { (capital(text.no_engine)) "." }
        } @else {
            div class="scroll" tabindex="0" role="group" aria-labelledby="engines-heading" {
                table {
                    thead { tr {
                        th scope="col" { (text.html.engine) }
                        th scope="col" { (text.html.answer) }
                        th scope="col" { (text.html.time) }
                        th scope="col" { (text.html.version) }
                        th scope="col" { (text.html.terms) }
                    } }
                    tbody { @for engine in &model.engines { (row(engine, model, longest, voice)) } }
                }
            }
        }
        @let off = model.settings.scanners.iter().filter(|entry| !entry.enabled);
        @let off: Vec<String> = off.map(|entry| one_line(&entry.engine)).collect();
        @if !off.is_empty() { p class="quiet" { (capital(text.switched_off)) ": " (off.join(", ")) } }
    };
    section("engines", text.engines, &content)
}

fn row(engine: &EngineRun, model: &Model, longest: Duration, voice: &Voice<'_>) -> Markup {
    let found = model.rows.iter().filter(|row| row.engine == engine.name).count();
    let share = engine.duration.as_secs_f64() / longest.as_secs_f64().max(f64::MIN_POSITIVE);
    html! {
        tr {
            th scope="row" { (one_line(&engine.name)) }
            td {
                @match &engine.failure {
                    None => { ((voice.text.answered)(found)) }
                    Some((token, _)) => { strong { ((voice.text.no_answer)(&one_line(token))) } }
                }
            }
            td class="time" {
                meter min="0" max="1" value={ (format!("{share:.3}")) } aria-hidden="true" {}
                " " ((voice.text.seconds)(engine.duration.as_secs_f64()))
            }
            td { (one_line(&engine.version)) }
            td { code { (engine.category) " " (engine.origin) " " (engine.section.as_str()) " " (engine.scope.as_str()) " fail_on=" (engine.fail_on) } }
        }
    }
}
