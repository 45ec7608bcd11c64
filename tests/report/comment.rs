//! The comment below a pull request: what it looks like, how long it may be, and where it may lead.

use aurumcode::config::Language;
use aurumcode::finding::{Fix, RepoPath, Severity};
use aurumcode::report::{CommentPage, Model, Size, comment, finding_comment, gone};
use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag};

use crate::fixtures::endings;
use crate::model::{Engine, Review, hostile, issue, many, mixed};

const ROOM: Size = Size { utf16: 65_000, bytes: 260_000 };

fn link(path: &RepoPath, lines: Option<(u32, u32)>) -> String {
    let path: String = path.as_bytes().iter().map(|byte| format!("%{byte:02X}")).collect();
    lines.map_or_else(
        || format!("https://forge.example/{path}"),
        |(first, last)| format!("https://forge.example/{path}#L{first}-L{last}"),
    )
}

fn shown(model: &Model, language: Language, size: Size) -> String {
    comment(model, language, &CommentPage { size, link: &link, run: Some("https://forge.example/runs/1") })
}

#[test]
fn everything_at_once() {
    let plain = |path: &RepoPath, lines: Option<(u32, u32)>| {
        format!("https://forge.example/{path}{}", lines.map_or_else(String::new, |(first, _)| format!("#L{first}")))
    };
    for (name, language) in [("comment_en", Language::En), ("comment_pt-br", Language::PtBr)] {
        let page = CommentPage { size: ROOM, link: &plain, run: Some("https://forge.example/runs/1") };
        insta::assert_snapshot!(name, comment(&mixed(), language, &page));
    }
    let model = mixed();
    let row = model.rows.iter().find(|row| row.issue.rule.as_str() == "secrets:aws-access-key-id").expect("it is there");
    let both = [Language::En, Language::PtBr]
        .map(|language| format!("{}\n{}", finding_comment(row, &model, language, None), gone("1a2b3c4d5e6f", language)));
    insta::assert_snapshot!("comment_on_a_line", both.join("\n----\n"));
}

#[test]
fn the_verdict_comes_first_in_one_line() {
    for (name, model) in endings() {
        let text = shown(&model, Language::En, ROOM);
        let first = text.lines().next().expect("a line");
        let word = format!("{:?}", model.verdict).to_lowercase();
        assert!(first.contains(&format!("**{word}**: ")), "{name}: {first}");
        assert!(text.ends_with("</sub>\n"), "{name}");
    }
}

#[test]
fn it_is_cut_by_units_and_by_bytes_and_says_how_much_is_missing() {
    let wide = "😀 漢字 ".repeat(60);
    let long = |count: u32| {
        let found = (1..=count).map(|line| issue("secrets:jwt", Severity::Error, "src/a.rs", line, &wide));
        Review::new().engine(found.fold(Engine::new("secrets", "secrets"), Engine::issue)).model()
    };
    for model in [many(3_000), long(2_000)] {
        for size in [ROOM, Size { utf16: 5_000, bytes: 260_000 }, Size { utf16: 65_000, bytes: 9_000 }] {
            let text = shown(&model, Language::En, size);
            assert!(text.encode_utf16().count() <= size.utf16 && text.len() <= size.bytes, "{size:?}: {}", text.len());
            let heads = text.matches("#### error `secrets:jwt`").count();
            let all = model.rows.iter().filter(|row| row.issue.rule.as_str() == "secrets:jwt").count();
            assert!(heads > 1 && text.contains(&format!("and {} more", all - heads)), "{size:?}: {heads} of {all}");
        }
    }
}

/// A line that a CI system would take for a command is written longer; the bound holds for what is written.
#[test]
fn commands_that_lose_their_power_cost_no_more_than_there_is() {
    let commands = "##[a] ".repeat(90);
    let found = (1..=2_000).map(|line| issue("secrets:jwt", Severity::Error, "src/a.rs", line, &commands));
    let model = Review::new().engine(found.fold(Engine::new("secrets", "secrets"), Engine::issue)).model();
    let text = shown(&model, Language::En, ROOM);
    assert!(text.len() <= 61_000, "{}", text.len());
}

#[test]
fn a_fix_is_an_offer_that_nothing_in_it_can_end() {
    let line = std::num::NonZeroU32::new(3).expect("a line");
    let lines = vec!["x = `````".to_owned(), "```".to_owned()];
    let mut model =
        Review::new().engine(Engine::new("lint", "lint").issue(issue("lint:x", Severity::Error, "a.py", 3, "no"))).model();
    model.rows[0].issue.fix = Some(Fix { first: line, last: line, lines });
    let text = finding_comment(&model.rows[0], &model, Language::En, Some("suggestion:-0+0"));
    assert!(text.ends_with("\n``````suggestion:-0+0\nx = `````\n```\n``````\n"), "{text}");
    assert!(!finding_comment(&model.rows[0], &model, Language::En, None).contains("suggestion"));
}

fn leads_only_home(text: &str) {
    for event in Parser::new_ext(text, Options::all()) {
        if let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event {
            assert!(dest_url.starts_with("https://forge.example/"), "{dest_url} in {text}");
        }
    }
}

#[test]
fn a_hostile_change_leads_nowhere() {
    leads_only_home(&shown(&hostile(), Language::En, ROOM));
}

proptest! {
    #[test]
    fn no_name_leads_anywhere_else(name in ".{1,20}", message in ".{0,40}") {
        let row = issue(&name, Severity::Error, RepoPath::new(name.as_bytes()), 3, &message);
        let model = Review::new().engine(Engine::new("secrets", "secrets").issue(row)).model();
        leads_only_home(&shown(&model, Language::En, ROOM));
        for row in &model.rows {
            leads_only_home(&finding_comment(row, &model, Language::PtBr, Some("suggestion")));
        }
    }
}
