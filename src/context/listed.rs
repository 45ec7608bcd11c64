//! Files that the configuration lists, or looks for: the prompts and the documents, each whole or one section of it.

use async_trait::async_trait;
use pulldown_cmark::{Event, HeadingLevel, Parser, Tag, TagEnd};

use crate::config::Section;
use crate::finding::RepoPath;

use super::{ContextProvider, CuratedProvider, ProviderError};

/// Texts of one kind, as a source.
#[derive(Debug, Clone)]
pub(super) struct Listed {
    /// `prompt` or `documents`.
    pub(super) name: &'static str,
    /// The texts in their order.
    pub(super) texts: Vec<Text>,
}

/// The text of a listed file.
#[derive(Debug, Clone)]
pub(super) struct Text {
    layer: Section,
    path: RepoPath,
    text: String,
}

impl Text {
    /// What is wanted of a file: all of it, or the section below `heading`.
    pub(super) fn read(layer: Section, path: &RepoPath, heading: Option<&str>, bytes: &[u8]) -> Result<Self, String> {
        let text = std::str::from_utf8(bytes).map_err(|_| "it is not UTF-8; save it as UTF-8".to_owned())?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n").replace('\r', "\n");
        let text = match heading {
            Some(heading) => part(&text, heading).ok_or_else(|| format!("it has no section `{heading}`"))?,
            None => text,
        };
        Ok(Self { layer, path: path.clone(), text })
    }
}

#[async_trait]
impl ContextProvider for Listed {
    fn name(&self) -> &str {
        self.name
    }

    async fn provide(&self, _: &[RepoPath]) -> Result<String, ProviderError> {
        Ok(self.texts.iter().map(|one| titled(&one.path, one.layer, &one.text)).collect())
    }

    fn curated(&self) -> Option<&dyn CuratedProvider> {
        Some(self)
    }
}

impl CuratedProvider for Listed {}

/// A text below the name of its file; nothing for an empty one.
pub(super) fn titled(path: &RepoPath, layer: Section, text: &str) -> String {
    let text = text.trim();
    if text.is_empty() { String::new() } else { format!("\n### {path} ({})\n\n{text}\n", layer.as_str()) }
}

/// The first heading that says `wanted`, with everything up to the next one of its level or a higher one.
fn part(text: &str, wanted: &str) -> Option<String> {
    let (mut title, mut level, mut start): (Option<String>, HeadingLevel, Option<(usize, HeadingLevel)>) =
        (None, HeadingLevel::H1, None);
    let mut begins = 0;
    for (event, range) in Parser::new(text).into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { level: next, .. }) => {
                if let Some((start, _)) = start.filter(|(_, found)| next <= *found) {
                    return text.get(start..range.start).map(str::to_owned);
                }
                (title, level, begins) = (Some(String::new()), next, range.start);
            }
            Event::Text(part) | Event::Code(part) => {
                if let Some(title) = &mut title {
                    title.push_str(&part);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                if start.is_none() && title.as_deref().map(str::trim) == Some(wanted) {
                    start = Some((begins, level));
                }
                title = None;
            }
            _ => {}
        }
    }
    text.get(start?.0..).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "# House\n\nintro\n\n## Errors & `Result`\n\na\n\n### More\n\nb\n\n```\n## Not one\n```\n\nLast\n----\n\nc\n\n# End\nd\n";

    #[test]
    fn a_section_is_its_heading_and_what_lies_below_it() {
        let table = [
            ("Errors & Result", Some("## Errors & `Result`\n\na\n\n### More\n\nb\n\n```\n## Not one\n```\n\n")),
            ("More", Some("### More\n\nb\n\n```\n## Not one\n```\n\n")),
            ("Last", Some("Last\n----\n\nc\n\n")),
            ("End", Some("# End\nd\n")),
            ("Not one", None),
            ("end", None),
        ];
        for (heading, expected) in table {
            assert_eq!(part(TEXT, heading).as_deref(), expected, "{heading}");
        }
    }

    #[tokio::test]
    async fn texts_are_told_whose_they_are_and_empty_ones_not_at_all() {
        let read = |layer, path: &str, text: &str| Text::read(layer, &path.into(), None, text.as_bytes()).expect("a text");
        let texts = vec![read(Section::Policy, "a.md", "\u{feff}one\r\ntwo\r"), read(Section::Repository, "b.md", " \n")];
        let text = Listed { name: "documents", texts }.provide(&[]).await.expect("a text");
        assert_eq!(text, "\n### a.md (policy)\n\none\ntwo\n");
        assert!(Text::read(Section::Policy, &"a".into(), None, b"\xff").is_err());
        assert!(Text::read(Section::Policy, &"a".into(), Some("x"), b"# y").is_err_and(|why| why.contains("no section `x`")));
    }
}
