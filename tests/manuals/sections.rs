//! The sections of a manual.

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::{engines, manual, path};

/// Every manual has these sections, in this order, and no other of the second rank.
const SECTIONS: [&str; 5] = ["Description", "Rules", "Options", "Examples", "Limits"];

/// The headings of the first two ranks, each with the number of blocks below it.
fn headings(page: &str) -> Vec<(HeadingLevel, String, usize)> {
    let mut found: Vec<(HeadingLevel, String, usize)> = Vec::new();
    let mut heading = None;
    for event in Parser::new_ext(page, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { level, .. }) if level <= HeadingLevel::H2 => heading = Some((level, String::new(), 0)),
            Event::End(TagEnd::Heading(level)) if level <= HeadingLevel::H2 => found.extend(heading.take()),
            Event::Text(text) | Event::Code(text) => {
                if let Some((_, title, _)) = &mut heading {
                    title.push_str(&text);
                }
            }
            Event::Start(Tag::Paragraph | Tag::Table(_) | Tag::List(_) | Tag::CodeBlock(_)) => {
                if let Some((_, _, blocks)) = found.last_mut() {
                    *blocks += 1;
                }
            }
            _ => {}
        }
    }
    found
}

#[test]
fn every_manual_has_the_same_sections_and_says_something_in_each() {
    for engine in engines() {
        let page = manual(engine);
        let found = headings(&page);
        let titles: Vec<&str> = found.iter().map(|(_, title, _)| title.as_str()).collect();
        let expected: Vec<&str> = [engine].into_iter().chain(SECTIONS).collect();
        assert_eq!(titles, expected, "{}: the headings of rank one and two", path(engine));
        for (level, title, blocks) in found {
            assert!(level == HeadingLevel::H1 || blocks > 0, "{}: `{title}` is empty", path(engine));
        }
        assert_eq!(page.matches("\n## ").count(), SECTIONS.len(), "{}: headings are written `## Title`", path(engine));
    }
}

#[test]
fn the_binary_holds_the_manuals() {
    for registered in aurumcode::scanner::registry().engines() {
        let name = registered.entry.name;
        assert!(registered.entry.readme == manual(name), "{}: the binary was built from another text", path(name));
    }
}
