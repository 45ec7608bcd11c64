//! What a change brings into a comment: names that mean something to a forge, and more findings than a comment holds.

use pulldown_cmark::{Event, Options, Parser, Tag};

use crate::host::{KINDS, Kind};
use crate::stage::{Stage, bad_line};

/// The addresses that a comment leads to.
fn links(markdown: &str) -> Vec<String> {
    let events = Parser::new_ext(markdown, Options::all());
    events
        .filter_map(|event| match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => Some(dest_url.into_string()),
            _ => None,
        })
        .collect()
}

#[test]
fn a_hostile_name_does_nothing_in_a_comment() {
    for kind in KINDS {
        let name = "a](x) @team ::error::.py";
        let stage = Stage::new(kind, &[(name, &bad_line(1)), ("<b>`x`\u{202e}.py", &bad_line(2))]);
        let seen = stage.review(&["--publish", "--inline"]);
        assert_eq!(seen.status, 3, "{kind:?}: {}", seen.err);
        let comment = stage.comment();
        let own = stage.host.url.split("/api").next().expect("a host");
        for link in links(&comment) {
            assert!(link.starts_with(&format!("{own}/acme/shop/")), "{kind:?}: {link}");
        }
        assert!(links(&comment).iter().any(|link| link.contains("a%5D%28x%29%20%40team%20%3A%3Aerror%3A%3A.py")), "{comment}");
        for event in Parser::new_ext(&comment, Options::all()) {
            if let Event::Text(text) = event {
                assert!(!text.contains("@team") && !text.contains('\u{202e}'), "{kind:?}: {text}");
            }
        }
        assert!(!comment.lines().any(|line| line.trim_start().starts_with("::")), "{comment}");
        let world = stage.host.world();
        assert!(world.inline.iter().any(|words| words.on == Some((name.to_owned(), 1))), "{kind:?}: {:?}", world.inline);
    }
}

#[test]
fn a_result_that_no_comment_holds_is_cut_between_findings_and_counted() {
    for kind in KINDS {
        let text: String = (0..600).map(bad_line).collect();
        let stage = Stage::new(kind, &[("src/deeply/nested/settings.py", &text)]);
        let seen = stage.review(&["--publish", "--inline", "--check"]);
        assert_eq!(seen.status, 3, "{kind:?}: {}", seen.err);
        let comment = stage.comment();
        assert!(comment.encode_utf16().count() <= 65_536 && comment.len() <= 262_144, "{kind:?}: {}", comment.len());
        let shown = comment.matches("#### error `").count();
        assert!(shown > 50 && comment.contains(&format!("and {} more", 600 - shown)), "{kind:?}: {shown} shown");
        assert_eq!(comment.matches("```").count() % 2, 0, "{kind:?}: no half block");
        assert_eq!(stage.host.world().inline.len(), 30, "{kind:?}");
        assert!(seen.err.contains("note: 570 findings have no comment on their line"), "{kind:?}: {}", seen.err);
        if kind == Kind::GitHub {
            let world = stage.host.world();
            let marks: usize =
                world.statuses.iter().filter_map(|(_, body)| Some(body["output"]["annotations"].as_array()?.len())).sum();
            assert_eq!(marks, 200, "in batches of 50");
            let summaries = world.statuses.iter().filter_map(|(_, body)| body["output"]["summary"].as_str());
            assert!(summaries.into_iter().all(|summary| summary.len() <= 65_535));
        }
    }
}
