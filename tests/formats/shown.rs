//! Each format as it looks, and what holds for all of them.

use aurumcode::config::Language;
use aurumcode::report::{Model, audit, github, gitlab, html, sarif};
use serde_json::Value;

use crate::fixtures::{odd, small};
use crate::model::{hostile, mixed, silenced};

/// The program's own version moves with every release; a snapshot does not.
fn versionless(text: &str) -> String {
    text.replace(&format!("ersion\": \"{}\"", env!("CARGO_PKG_VERSION")), "ersion\": \"[version]\"")
}

/// A page from its verdict to the end of its text, a line for each part. Style and script are files of their own.
fn body(page: &str) -> String {
    let (_, body) = page.split_once("<body>").expect("a body");
    let (body, _) = body.split_once("<footer>").expect("a footer");
    body.replace("><", ">\n<")
}

fn indented(text: &str) -> String {
    let value: Value = serde_json::from_str(text).expect("the format is JSON");
    serde_json::to_string_pretty(&value).expect("JSON is JSON")
}

#[test]
fn a_mixed_review() {
    let model = mixed();
    insta::assert_snapshot!("mixed_sarif", versionless(&indented(&sarif(&model))));
    insta::assert_snapshot!("mixed_audit", versionless(&audit(&model)));
    insta::assert_snapshot!("mixed_github", github(&model));
    insta::assert_snapshot!("mixed_gitlab", gitlab(&model));
    insta::assert_snapshot!("mixed_html", body(&html(&model, Language::En)));
}

#[test]
fn a_review_with_everything_that_silences() {
    let model = silenced();
    insta::assert_snapshot!("silenced_sarif", versionless(&indented(&sarif(&model))));
    insta::assert_snapshot!("silenced_audit", versionless(&audit(&model)));
    insta::assert_snapshot!("silenced_github", github(&model));
    insta::assert_snapshot!("silenced_gitlab", gitlab(&model));
}

#[test]
fn hostile_text() {
    insta::assert_snapshot!("hostile_sarif", versionless(&indented(&sarif(&hostile()))));
    insta::assert_snapshot!("hostile_github", github(&hostile()));
    insta::assert_snapshot!("odd_github", github(&odd()));
}

#[test]
fn the_same_review_gives_the_same_bytes() {
    type Format = fn(&Model) -> String;
    let page: Format = |model| html(model, Language::PtBr);
    let formats: [(&str, Format); 5] =
        [("sarif", sarif), ("audit", audit), ("github", github), ("gitlab", gitlab), ("html", page)];
    for ((name, model), (_, again)) in small().into_iter().zip(small()) {
        for (format, write) in formats {
            assert_eq!(write(&model), write(&again), "{name} as {format}");
        }
    }
}

/// What is printed into a CI log is a command only where this program means one, and moves no cursor.
#[test]
fn no_format_has_power_over_a_log() {
    for (name, model) in small() {
        for (format, text) in
            [("sarif", sarif(&model)), ("audit", audit(&model)), ("gitlab", gitlab(&model)), ("github", github(&model))]
        {
            assert!(
                !text.chars().any(|c| (c.is_control() && c != '\n') || aurumcode::finding::is_invisible(c)),
                "{name} as {format}"
            );
            for line in text.lines() {
                assert!(format == "github" || !line.trim_start().starts_with("::"), "{name} as {format}: {line}");
                let command = line
                    .match_indices("##")
                    .any(|(at, _)| line[at + 2..].trim_start_matches(|c: char| c.is_ascii_alphanumeric()).starts_with('['));
                assert!(!command, "{name} as {format}: {line}");
            }
        }
    }
}
