//! The blocks of a page: headings, paragraphs, lists, code, tables.

use anstyle::{Effects, Style};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::report::foreign::{harmless, no_command};

use super::inline::Inline;
use super::table::Table;

/// How far code is indented.
const CODE: &str = "    ";

/// Lays `markdown` out in lines of at most `width` characters, as far as its words, tables and code allow; with terminal colours when
/// `color` says so. A link within the project is its text alone, since the reader may have no more than the program.
pub fn manual(markdown: &str, width: usize, color: bool) -> String {
    let mut page = Page { width, color, ..Page::default() };
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        page.event(event);
    }
    page.paragraph();
    page.lines.iter().map(|line| no_command(line.trim_end()) + "\n").collect()
}

#[derive(Default)]
struct Page {
    width: usize,
    color: bool,
    lines: Vec<String>,
    inline: Inline,
    table: Option<Table>,
    code: Option<String>,
    /// The list that each open item belongs to: its next number, or nothing for bullets.
    lists: Vec<Option<u64>>,
    /// What stands before each line, by open item or quotation.
    indents: Vec<String>,
    /// What stands before the next line only, in place of the last indent.
    mark: Option<String>,
    /// Where an address is to be put behind its text.
    links: Vec<Option<String>>,
    /// Whether the next block is set apart by an empty line.
    apart: bool,
}

impl Page {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => match &mut self.code {
                Some(code) => code.push_str(&text),
                None => self.inline.text(&text),
            },
            Event::Code(text) => self.inline.code(&text, self.color),
            Event::SoftBreak => self.inline.text(" "),
            Event::HardBreak => self.flush(),
            Event::Rule => {
                self.block();
                self.push("* * *");
            }
            // Comments in the source, and what these pages do not use.
            Event::Html(_)
            | Event::InlineHtml(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_)
            | Event::FootnoteReference(_)
            | Event::TaskListMarker(_) => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Heading { level, .. } => {
                self.block();
                let bold = Style::new().bold();
                self.inline.enter(if level == HeadingLevel::H1 { bold.underline() } else { bold });
            }
            Tag::Paragraph => self.block(),
            Tag::List(first) => {
                self.flush();
                self.apart |= self.lists.is_empty();
                self.lists.push(first);
            }
            Tag::Item => {
                self.flush();
                let mark = match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    Some(None) | None => "- ".to_owned(),
                };
                if self.apart {
                    self.block();
                }
                self.indents.push(" ".repeat(mark.chars().count()));
                self.mark = Some(mark);
            }
            Tag::BlockQuote(_) => {
                self.block();
                self.indents.push("| ".to_owned());
            }
            Tag::CodeBlock(_) => {
                self.block();
                self.code = Some(String::new());
            }
            Tag::Table(_) => {
                self.block();
                self.table = Some(Table::default());
            }
            Tag::TableHead | Tag::TableRow => {
                if let Some(table) = &mut self.table {
                    table.rows.push(Vec::new());
                }
            }
            Tag::Strong => self.inline.enter(Style::new().bold()),
            Tag::Emphasis => self.inline.enter(Style::new().effects(Effects::ITALIC)),
            Tag::Link { dest_url, .. } => {
                self.links.push(dest_url.contains("://").then(|| dest_url.into_string()));
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(level) => {
                self.inline.leave();
                let length = self.inline.width();
                self.flush();
                match level {
                    HeadingLevel::H1 if !self.color => self.push(&"=".repeat(length.min(self.width))),
                    HeadingLevel::H2 if !self.color => self.push(&"-".repeat(length.min(self.width))),
                    _ => {}
                }
                self.apart = true;
            }
            TagEnd::Paragraph => self.paragraph(),
            TagEnd::Item => {
                self.flush();
                self.indents.pop();
                self.mark = None;
            }
            TagEnd::List(_) => {
                self.lists.pop();
                self.apart = true;
            }
            TagEnd::BlockQuote(_) => {
                self.indents.pop();
                self.apart = true;
            }
            TagEnd::CodeBlock => {
                for line in self.code.take().unwrap_or_default().trim_end().lines() {
                    self.push(&format!("{CODE}{}", harmless(&line.replace('\t', CODE))));
                }
                self.apart = true;
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.inline);
                if let Some(row) = self.table.as_mut().and_then(|table| table.rows.last_mut()) {
                    row.push(cell);
                }
            }
            TagEnd::Table => {
                let (width, color) = (self.room(), self.color);
                for line in self.table.take().unwrap_or_default().lines(width, color) {
                    self.push(&line);
                }
                self.apart = true;
            }
            TagEnd::Strong | TagEnd::Emphasis => self.inline.leave(),
            TagEnd::Link => {
                if let Some(Some(address)) = self.links.pop() {
                    self.inline.text(&format!(" <{address}>"));
                }
            }
            _ => {}
        }
    }

    /// Begins a block: apart from the one before it, unless it is the first of an item.
    fn block(&mut self) {
        self.flush();
        if self.apart && self.mark.is_none() && !self.lines.is_empty() {
            self.push("");
        }
        self.apart = false;
    }

    /// Ends a paragraph.
    fn paragraph(&mut self) {
        self.flush();
        self.apart = true;
    }

    /// Writes the text that has come so far.
    fn flush(&mut self) {
        if self.inline.is_empty() {
            return;
        }
        let (width, color) = (self.room(), self.color);
        for (line, _) in std::mem::take(&mut self.inline).lines(width, color) {
            self.push(&line);
        }
    }

    /// How much of the width is left.
    fn room(&self) -> usize {
        let taken: usize = self.indents.iter().map(|indent| indent.chars().count()).sum();
        self.width.saturating_sub(taken).max(1)
    }

    fn push(&mut self, line: &str) {
        let last = self.indents.len().saturating_sub(1);
        let mut before: String = self.indents.iter().take(last).map(String::as_str).collect();
        match self.mark.take() {
            Some(mark) => before.push_str(&mark),
            None => before.extend(self.indents.last().map(String::as_str)),
        }
        self.lines.push(before + line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(markdown: &str) -> String {
        manual(markdown, 40, false)
    }

    #[test]
    fn blocks_stand_apart() {
        let page =
            "# Title\n\nA paragraph that is longer than one line of forty.\n\n```yaml\na:\n\tb: 1\n```\n\n> quoted\n\n***\nend\n";
        let expected = "Title\n=====\n\nA paragraph that is longer than one line\nof forty.\n\n    a:\n        b: 1\n\n| quoted\n\n* * *\nend\n";
        assert_eq!(shown(page), expected);
    }

    #[test]
    fn items_hang_and_nest() {
        let page = "Text:\n- one that is longer than a line of forty characters\n- two\n  1. first\n  2. second\n\nAfter.\n";
        let expected =
            "Text:\n\n- one that is longer than a line of\n  forty characters\n- two\n  1. first\n  2. second\n\nAfter.\n";
        assert_eq!(shown(page), expected);
    }

    #[test]
    fn tables_comments_and_links() {
        let page = "<!-- no -->\n| a | b |\n|---|---|\n| `x` | one \\| two |\n\nSee [the page](b.md) and [the site](https://a.example/x).\n";
        let expected = "a    b\n---  ---------\n`x`  one | two\n\nSee the page and the site\n<https://a.example/x>.\n";
        assert_eq!(shown(page), expected);
    }

    #[test]
    fn no_line_steers_a_terminal_or_a_log() {
        let page = "::error::x\n\na \u{1b}[2J b\n\n    ::set-output::x\n\n    \u{9b}2J\n";
        let text = shown(page);
        assert!(!text.contains('\u{1b}') && !text.contains('\u{9b}'), "{text:?}");
        assert!(text.lines().all(|line| !line.trim_start().starts_with("::")), "{text:?}");
    }

    #[test]
    fn colour_is_only_there_when_asked_for() {
        let page = "# Title\n\nText with `code` and **weight**.\n";
        assert!(!shown(page).contains('\u{1b}'));
        let colored = manual(page, 40, true);
        assert!(colored.contains('\u{1b}') && !colored.contains('`'));
        assert_eq!(anstream::adapter::strip_str(&colored).to_string(), "Title\n\nText with code and weight.\n");
    }
}
