//! Names and texts that a change may contain, in every place of a report.

use std::sync::LazyLock;

use aurumcode::config::Language;
use aurumcode::finding::{RepoPath, Severity};
use aurumcode::redaction::Redactor;
use aurumcode::report::{Model, Style, SubjectKind, Verbosity, markdown, terminal};
use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag};

use crate::fixtures::endings;
use crate::model::{Engine, Review, hostile, issue, with_source};
use crate::terminal::uncoloured;

/// Pieces that mean something to a terminal, a CI system, a Markdown parser or a forge.
const PIECES: [&str; 44] = [
    "::error::",
    "##[group]",
    "##vso[task.x]",
    "\u{1b}[2J",
    "\u{9b}31m",
    "\r",
    "\n",
    "\t",
    "\u{202e}",
    "\u{200b}",
    "\u{0}",
    "\u{ad}",
    "\u{e0041}",
    "`",
    "``",
    "```",
    "~~~",
    "@team",
    "#12",
    "!3",
    "$x$",
    "~l",
    "%m",
    "&4",
    "&#64;",
    "GH-1",
    ":tada:",
    "https://evil.example",
    "www.evil.example",
    "<b>",
    "<!--",
    "</details>",
    "[a](b)",
    "![a](b)",
    "[x]: y",
    "**b**",
    "_i_",
    "\\",
    "|",
    "> ",
    "1. ",
    "- ",
    "1a2b3c4d",
    " word ",
];

fn nasty() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES.to_vec()), 1..8).prop_map(|pieces| pieces.concat())
}

/// A review with `text` in every place that a change or a scanner can fill.
fn filled(text: &str) -> Model {
    let path = || RepoPath::new(text.as_bytes().to_vec());
    let line = text.replace(['\n', '\r'], " ");
    let own = format!("{line}KEY");
    let found = with_source(issue(text, Severity::Error, path(), 2, text), 1, &[&line, &own, &line], "KEY");
    Review::new()
        .kind(SubjectKind::Named(text.to_owned()))
        .engine(Engine::new("secrets", "secrets").issue(found).unreviewed(path(), text))
        .engine(Engine::new("sast", "sast").failed("execution_error", text))
        .engine(Engine::new("lint", "lint").issue(issue(text, Severity::Info, path(), 0, text)))
        .rule(text, text, text, &[])
        .left_out(path())
        .model()
}

fn assert_harmless(text: &str) {
    for line in text.lines() {
        let start = line.trim_start();
        assert!(!start.starts_with("::"), "{line:?}");
        for (at, _) in line.match_indices("##") {
            let name = line[at + 2..].trim_start_matches(char::is_alphabetic);
            assert!(!name.starts_with('['), "{line:?}");
        }
    }
    let dangerous = |c: char| {
        (c.is_control() && c != '\n')
            || matches!(c, '\u{ad}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    assert_eq!(text.chars().find(|&c| dangerous(c)), None, "{text:?}");
}

fn assert_terminal(model: &Model) {
    for verbosity in [Verbosity::Quiet, Verbosity::Normal, Verbosity::Verbose] {
        for width in [0, 80] {
            let plain = terminal(model, Language::En, Style { color: false, width, verbosity });
            assert_harmless(&plain);
            assert_harmless(&uncoloured(&terminal(model, Language::PtBr, Style { color: true, width, verbosity })));
        }
    }
}

/// Only our own tags may be in it, no link at all, and outside of code nothing that a forge would turn into one.
fn assert_markdown(model: &Model) {
    let text = markdown(model, Language::En);
    assert_harmless(&text);
    let mut strong = 0;
    let mut in_block = false;
    for event in Parser::new_ext(&text, Options::all()) {
        match event {
            Event::Html(html) => {
                let own = ["<details>\n", "<summary>Everything else</summary>\n", "</details>\n"];
                assert!(own.contains(&&*html), "{html:?} in {text}");
            }
            Event::Start(Tag::Strong) => strong += 1,
            Event::Start(Tag::CodeBlock(_)) => in_block = true,
            Event::End(pulldown_cmark::TagEnd::CodeBlock) => in_block = false,
            Event::Text(words) if !in_block => assert_no_reference(&words),
            Event::Start(Tag::Paragraph | Tag::Heading { .. } | Tag::List(None) | Tag::Item | Tag::HtmlBlock)
            | Event::End(_)
            | Event::Text(_)
            | Event::Code(_)
            | Event::SoftBreak => {}
            other => assert_eq!(format!("{other:?}"), "", "in {text}"),
        }
    }
    assert_eq!(strong, 1, "only the verdict is bold: {text}");
}

/// What GitHub and GitLab look for in the rendered text.
fn assert_no_reference(words: &str) {
    const PATTERN: &str = r#"(?i)@\w|[#%^]\w|[!&]\d|[$~]|://|:[\w+-]+:|\bwww\.|\bgh-\d|\b[0-9a-f]{7,64}\b|[{\[][+-]"#;
    static REGEX: LazyLock<Result<regex::Regex, regex::Error>> = LazyLock::new(|| regex::Regex::new(PATTERN));
    let found = REGEX.as_ref().map(|regex| regex.find(words).map(|found| found.as_str()));
    assert_eq!(found, Ok(None), "{words:?}");
}

#[test]
fn a_hostile_change_changes_nothing_around_it() {
    assert_terminal(&hostile());
    assert_markdown(&hostile());
    insta::assert_snapshot!(
        "hostile_terminal",
        terminal(&hostile(), Language::En, Style { color: false, width: 80, verbosity: Verbosity::Verbose })
    );
    insta::assert_snapshot!("hostile_markdown", markdown(&hostile(), Language::En));
}

proptest! {
    #[test]
    fn no_text_gains_power_on_the_terminal(text in nasty()) {
        assert_terminal(&filled(&text));
    }

    #[test]
    fn no_text_gains_power_in_markdown(text in nasty()) {
        assert_markdown(&filled(&text));
    }

    #[test]
    fn any_text_can_be_shown(text in any::<String>()) {
        assert_terminal(&filled(&text));
        assert_markdown(&filled(&text));
    }
}

/// The redaction filter reads `name: value` where the name sounds like a secret, and engines and rules are named so. It must find
/// nothing in what we say ourselves, or a report would name the wrong rule.
#[test]
fn the_redaction_filter_leaves_our_own_words_alone() {
    let redactor = Redactor::default();
    for (name, model) in endings() {
        for language in [Language::En, Language::PtBr] {
            for verbosity in [Verbosity::Quiet, Verbosity::Normal, Verbosity::Verbose] {
                let text = terminal(&model, language, Style { color: false, width: 80, verbosity });
                assert_eq!(redactor.redact(&text).as_str(), text, "{name}");
                let text = terminal(&model, language, Style { color: true, width: 80, verbosity });
                assert_eq!(redactor.redact(&text).as_str(), text, "{name}");
            }
            let text = markdown(&model, language);
            assert_eq!(redactor.redact(&text).as_str(), text, "{name}");
        }
    }
}
