//! Finds the suppression comments of a file and the lines that each covers.
//!
//! A comment covers the line that it stands on. When nothing else stands there, it also covers the rest of the comment that it is
//! part of and the first line behind that. Whether a marker is in a comment is told by what stands directly in front of it, since
//! files mix languages; one inside quotes that close behind it is text.

use bstr::ByteSlice;

use super::block::{REACH, around, end};
use super::directive::Directive;
use super::opener::{Opener, ending, is_quoted};
use super::text::Text;

/// What a comment begins with, behind what opens it.
const PROGRAM: &str = "aurumcode:";
const VERB: &str = "ignore";

/// Comments of one file beyond this are not read, so that they silence nothing.
pub const MAX_COMMENTS: usize = 10_000;

/// A suppression comment and what it covers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    /// The line that it stands on, from 1.
    pub line: u32,
    /// The last line that it covers; `line` is the first.
    pub last_line: u32,
    /// What it says.
    pub directive: Directive,
}

/// Whether a file can hold a suppression comment at all: a cheap question before [`comments`].
pub fn mentions(content: &[u8]) -> bool {
    content.contains_str(PROGRAM)
}

/// The suppression comments of a file, by line and column; at most [`MAX_COMMENTS`].
pub fn comments(content: &[u8]) -> Vec<Comment> {
    let text = Text::of(content);
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if found.len() >= MAX_COMMENTS || !line.contains_str(PROGRAM) {
            continue;
        }
        let marked = Marked::of(&text, index, &line.to_str_lossy());
        let last = marked.last_line(&text, index);
        let number = |index: usize| u32::try_from(index + 1).unwrap_or(u32::MAX);
        found.extend(marked.spans.into_iter().map(|span| Comment {
            line: number(index),
            last_line: number(last),
            directive: span.directive,
        }));
    }
    found.truncate(MAX_COMMENTS);
    found
}

/// One comment on its line.
struct Span {
    directive: Directive,
    opener: Opener,
    /// Whether its closer stands on the same line.
    closed: bool,
}

/// The comments of one line.
struct Marked {
    spans: Vec<Span>,
    /// Whether nothing else stands on the line.
    alone: bool,
}

impl Marked {
    fn of(text: &Text<'_>, index: usize, line: &str) -> Self {
        let places: Vec<(usize, usize, Opener)> =
            line.match_indices(PROGRAM).filter_map(|(at, _)| Self::place(text, index, line, at)).collect();
        let mut marked = Self { spans: Vec::new(), alone: true };
        let mut behind = 0;
        for (position, &(start, after, opener)) in places.iter().enumerate() {
            let next = places.get(position + 1).map_or(line.len(), |&(start, ..)| start);
            let closer = opener.closer.and_then(|closer| Some((line[after..].find(closer)? + after, closer.len())));
            let stop = closer.map_or(next, |(at, _)| at.min(next));
            marked.alone &= line.get(behind..start).is_none_or(|between| between.trim().is_empty());
            behind = closer.map_or(line.len(), |(at, length)| at + length);
            let directive = Directive::parse(&line[after..stop]);
            marked.spans.push(Span { directive, opener, closed: closer.is_some() });
        }
        marked.alone &= !marked.spans.is_empty() && line[behind.min(line.len())..].trim().is_empty();
        marked
    }

    /// Where the comment of the marker at `at` begins, where its text begins, and what opens it; nothing when it is none.
    fn place(text: &Text<'_>, index: usize, line: &str, at: usize) -> Option<(usize, usize, Opener)> {
        let behind = &line[at + PROGRAM.len()..];
        let rest = behind.trim_start().strip_prefix(VERB)?;
        if rest.starts_with(|c: char| c.is_alphanumeric() || c == '-' || c == '_') {
            return None;
        }
        let before = &line[..at];
        let after = line.len() - rest.len();
        if before.trim().is_empty() {
            return Some((before.len(), after, around(text, index)?));
        }
        let (start, opener) = ending(before)?;
        (!is_quoted(&before[..start], rest)).then_some((start, after, opener))
    }

    /// The last line that the comments of the line at `index` cover, as an index.
    fn last_line(&self, text: &Text<'_>, index: usize) -> usize {
        let Some(last) = self.spans.last().filter(|_| self.alone) else { return index };
        let open = last.opener.closer.filter(|_| !last.closed);
        let (comment_end, code_behind) = open.map_or((index, false), |closer| end(text, index, closer));
        if code_behind {
            return comment_end;
        }
        let mut next = comment_end + 1;
        while next < text.len() && next <= index + REACH && self.goes_on(text, next) {
            next += 1;
        }
        next.min(text.len().saturating_sub(1)).max(index)
    }

    /// Whether the line at `index` is still comment: it begins as this one does, or holds nothing but comments of ours.
    fn goes_on(&self, text: &Text<'_>, index: usize) -> bool {
        let Some(line) = text.line(index) else { return false };
        let begins_alike = |span: &Span| {
            span.opener.closer.is_none()
                && line.trim_start().get(..span.opener.text.len()).is_some_and(|head| head.eq_ignore_ascii_case(span.opener.text))
        };
        // A bare marker belongs to a block, whose end is looked for elsewhere.
        let is_ours = || line.contains(PROGRAM) && !line.trim_start().starts_with(PROGRAM) && Self::of(text, index, &line).alone;
        self.spans.last().is_some_and(begins_alike) || is_ours()
    }
}
