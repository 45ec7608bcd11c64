//! Tabs in the indentation: allowed by some parsers in some places, and never what the author sees.

use std::ops::RangeInclusive;

use crate::finding::{Code, Diagnostic};

use super::source::number;
use super::{Source, Span};

/// A problem for each line up to `last` whose white space in front holds a tab, apart from the lines inside `texts`, where white
/// space is content. Lines without content count too: parsers differ about them.
pub(super) fn tabs<'a>(source: &'a Source, texts: &'a [RangeInclusive<u32>], last: u32) -> impl Iterator<Item = Diagnostic> + 'a {
    let mut texts = texts.iter().peekable();
    (1..=last).zip(source.lines()).filter_map(move |(line, text)| {
        while texts.next_if(|range| *range.end() < line).is_some() {}
        let content = text.trim_start_matches([' ', '\t']);
        let tab = text[..text.len() - content.len()].find('\t')?;
        if texts.peek().is_some_and(|range| range.contains(&line)) {
            return None;
        }
        let span = Span { line, column: number(tab + 1), length: 1 };
        let problem = Diagnostic::new(Code::CONFIG_TAB, "the line is indented with a tab").at(source.excerpt(span, "a tab"));
        Some(problem.help("indent with spaces"))
    })
}
