//! The HTML report.

use std::path::Path;

use aurumcode::config::Language;
use aurumcode::finding::Severity;
use aurumcode::report::{Model, html};

use crate::browser::play;
use crate::model::{Engine, Review, hostile, issue, mixed};

const SCRIPT: &str = "browser/report.mjs";

/// Plays a scenario on the page of a review.
fn on(scenario: &str, model: &Model, language: Language) {
    let directory = tempfile::tempdir().expect("a directory");
    let page = directory.path().join("report.html");
    write(&page, model, language);
    play(SCRIPT, scenario, page.as_os_str(), &[]);
}

fn write(page: &Path, model: &Model, language: Language) {
    std::fs::write(page, html(model, language)).expect("the page can be written");
}

#[test]
fn it_can_be_read_without_its_script() {
    on("plain", &mixed(), Language::En);
}

#[test]
fn it_loads_nothing_and_what_it_quotes_has_no_power() {
    on("hostile", &hostile(), Language::En);
}

#[test]
fn findings_are_chosen_by_severity_engine_and_file() {
    on("filter", &mixed(), Language::En);
}

#[test]
fn the_keyboard_is_enough() {
    on("keyboard", &mixed(), Language::En);
}

#[test]
fn nothing_keeps_anybody_from_reading_it_light_dark_or_on_a_phone() {
    for language in Language::ALL {
        on("accessible", &mixed(), language);
    }
}

#[test]
fn twenty_five_thousand_findings_stay_usable() {
    let mut engine = Engine::new("secrets", "secrets");
    for number in 0..25_000 {
        let path = format!("src/module{}/file{}.rs", number / 500, number / 10);
        engine = engine.issue(issue("secrets:x", Severity::Error, path.as_str(), number % 400 + 1, "the same at every place"));
    }
    on("many", &Review::new().engine(engine).model(), Language::En);
}
