//! How the review was run: commits, settings and engines. Only with `--verbose`.

use crate::report::foreign::one_line;
use crate::report::summary::Voice;
use crate::report::{EngineRun, Model};

use super::page::Page;

pub(super) fn details(page: &mut Page, model: &Model, voice: &Voice<'_>) {
    let text = voice.text;
    page.gap();
    page.line(&page.bold(&format!("{}:", text.details)));
    let commits = [(text.head, &model.subject.head), (text.base, &model.subject.base)];
    for (label, id) in commits {
        if let Some(id) = id {
            page.line(&format!("  {label}: {}", one_line(id)));
        }
    }
    let settings = match (&model.subject.configuration, &model.judging_commit) {
        (None, _) => text.built_in_defaults.to_owned(),
        (Some(file), None) => one_line(file),
        (Some(file), Some(commit)) => (text.of_commit)(&one_line(file), &one_line(commit)),
    };
    let gate = &model.settings.gate;
    let mut line = format!("{settings}; fail_on {}; inconclusive {}", gate.fail_on, gate.inconclusive.as_str());
    if !gate.sources.is_empty() {
        let sources: Vec<String> = gate.sources.iter().map(|source| one_line(source)).collect();
        line.push_str(&format!("; sources {}", sources.join(", ")));
    }
    page.wrapped(&format!("  {}: ", text.settings), &line);
    engines(page, model, voice);
}

fn engines(page: &mut Page, model: &Model, voice: &Voice<'_>) {
    let text = voice.text;
    if model.engines.is_empty() {
        page.line(&format!("  {}: {}", text.engines, text.no_engine));
    } else {
        page.line(&format!("  {}:", text.engines));
    }
    let names = model.settings.scanners.iter().map(|entry| entry.engine.chars().count());
    let width = names.max().unwrap_or_default();
    for engine in &model.engines {
        let name = format!("{:width$}", one_line(&engine.name));
        page.wrapped(&format!("    {}  ", page.bold(&name)), &run(model, engine, voice));
        page.wrapped(&format!("    {:width$}  ", ""), &terms(engine));
    }
    for entry in model.settings.scanners.iter().filter(|entry| !entry.enabled) {
        let name = format!("{:width$}", one_line(&entry.engine));
        page.line(&format!("    {}  {}", page.bold(&name), text.switched_off));
    }
}

/// What it did.
fn run(model: &Model, engine: &EngineRun, voice: &Voice<'_>) -> String {
    let found = model.rows.iter().filter(|row| row.engine == engine.name).count();
    let answer = match &engine.failure {
        None => (voice.text.answered)(found),
        Some((token, _)) => (voice.text.no_answer)(&one_line(token)),
    };
    let mut facts = vec![answer, (voice.text.seconds)(engine.duration.as_secs_f64())];
    if !engine.version.is_empty() {
        facts.push(one_line(&engine.version));
    }
    facts.join(", ")
}

/// By which terms it was judged: configuration keys and values, so the same in every language.
fn terms(engine: &EngineRun) -> String {
    let mut terms = vec![format!("category {}", one_line(&engine.category))];
    if engine.origin != engine.name {
        terms.push(format!("origin {}", one_line(&engine.origin)));
    }
    terms.push(format!("section {}", engine.section.as_str()));
    terms.push(format!("scope {}", engine.scope.as_str()));
    terms.push(format!("fail_on {}", engine.fail_on));
    terms.join(", ")
}
