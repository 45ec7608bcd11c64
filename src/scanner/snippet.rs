//! The source around a finding: the flagged lines for its fingerprint, and a redacted excerpt for its code frame.
//!
//! Redaction comes before cutting, since half a secret is not recognised any more; so the marked columns are found again in
//! the text that is left.

use std::ops::Range;

use bstr::ByteSlice;

use crate::change::decode;
use crate::finding::{Location, Snippet};
use crate::redaction::Redactor;

/// How many lines a finding may span in its frame, and how many neighbours it gets on each side.
const SPAN: u32 = 4;
const NEIGHBOURS: u32 = 1;
/// The longest line that is shown whole, in characters, and how much is kept before the mark of a longer one.
const WIDTH: usize = 400;
const LEAD: usize = 80;

/// A file's lines: split at LF, without the CR of a CRLF and the byte order mark at the file's beginning, which is no column either.
/// What a mark says to be UTF-16 or UTF-32 is taken as the text that it is.
#[derive(Debug)]
pub struct Lines {
    bytes: Vec<u8>,
    starts: Vec<usize>,
}

impl Lines {
    /// The lines of a file's content.
    pub fn of(bytes: &[u8]) -> Self {
        let bytes = decode(bytes).into_owned();
        let starts = std::iter::once(0).chain(bytes.find_iter(b"\n").map(|at| at + 1)).filter(|at| *at < bytes.len()).collect();
        Self { bytes, starts }
    }

    /// The line of that number, from 1.
    fn line(&self, number: u32) -> Option<&[u8]> {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        let start = *self.starts.get(index)?;
        let end = self.starts.get(index + 1).copied().unwrap_or(self.bytes.len());
        let line = &self.bytes[start..end];
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }

    /// The flagged lines, whole.
    pub fn flagged(&self, location: &Location) -> Vec<u8> {
        let Some((first, last)) = location.lines() else { return Vec::new() };
        (first..=last).map_while(|number| self.line(number)).collect::<Vec<_>>().join(&b'\n')
    }
}

/// The redacted excerpt around a place, in which `sensitive` values are hidden too; nothing when it names no line of the file.
pub fn snippet(lines: &Lines, location: &Location, sensitive: &[String], redactor: &Redactor) -> Option<Snippet> {
    let (first, last) = location.lines()?;
    lines.line(first)?;
    let from = first.saturating_sub(NEIGHBOURS).max(1);
    let to = last.min(first.saturating_add(SPAN)).saturating_add(NEIGHBOURS);
    let raw: Vec<String> =
        (from..=to).map_while(|number| lines.line(number)).map(|line| line.to_str_lossy().into_owned()).collect();
    // All lines at once, so that a private key that spans them is recognised.
    let cleaned = redactor.redact_with(&raw.join("\n"), sensitive.iter().map(String::as_str));
    let cleaned: Vec<&str> = cleaned.as_str().split('\n').collect();
    if cleaned.len() != raw.len() {
        // A value over several lines became one mark; the lines no longer correspond, and a frame would point at the wrong one.
        return Some(Snippet { first_line: first, lines: vec!["[REDACTED]".to_owned()], mark: None });
    }
    let flagged = usize::try_from(first - from).ok()?;
    let mark = mark(&raw[flagged], cleaned[flagged], location);
    let mut cut = cleaned.iter().map(|line| line.chars().take(WIDTH).collect()).collect::<Vec<String>>();
    let (line, mark) = cut_around(cleaned[flagged], mark);
    cut[flagged] = line;
    Some(Snippet { first_line: from, lines: cut, mark })
}

/// The flagged columns of `raw`, as they stand in `cleaned`: what redaction replaced lies between the common ends of the two.
fn mark(raw: &str, cleaned: &str, location: &Location) -> Option<Range<usize>> {
    let raw_length = raw.chars().count();
    let start = usize::try_from(location.column?.get()).ok()? - 1;
    let single_line = location.end_line.is_none();
    let end =
        location.end_column.filter(|_| single_line).and_then(|end| usize::try_from(end.get() - 1).ok()).unwrap_or(raw_length);
    let (start, end) = (start.min(raw_length), end.clamp(start, raw_length.max(start)));
    let before = raw.chars().zip(cleaned.chars()).take_while(|(a, b)| a == b).count();
    let after = raw.chars().rev().zip(cleaned.chars().rev()).take_while(|(a, b)| a == b).count();
    let cleaned_length = cleaned.chars().count();
    // Where a column lies in the text that both share, it keeps its distance from that end; within what was replaced, it moves to
    // the replacement's edge.
    let moved = |column: usize, edge: usize| {
        if column <= before {
            column
        } else if raw_length - column <= after {
            cleaned_length.saturating_sub(raw_length - column)
        } else {
            edge
        }
    };
    let new_start = moved(start, before).min(cleaned_length);
    let new_end = moved(end.min(raw_length), cleaned_length.saturating_sub(after)).min(cleaned_length);
    Some(new_start..new_end.max(new_start))
}

/// A long line, cut so that the mark stays in view.
fn cut_around(line: &str, mark: Option<Range<usize>>) -> (String, Option<Range<usize>>) {
    let length = line.chars().count();
    if length <= WIDTH {
        return (line.to_owned(), mark);
    }
    let skip = mark.as_ref().map_or(0, |mark| mark.start.saturating_sub(LEAD)).min(length - WIDTH);
    let text = line.chars().skip(skip).take(WIDTH).collect();
    (text, mark.map(|mark| mark.start - skip..(mark.end - skip).min(WIDTH)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::RepoPath;

    fn at(line: u32, start: u32, end: u32) -> Location {
        Location::line(RepoPath::from("f"), line).columns(start, end)
    }

    #[test]
    fn lines_are_split_at_lf_and_lose_their_cr() {
        let lines = Lines::of(b"one\r\ntwo\rstill two\n\nfour");
        assert_eq!(lines.line(1), Some(&b"one"[..]));
        assert_eq!(lines.line(2), Some(&b"two\rstill two"[..]));
        assert_eq!(lines.line(3), Some(&b""[..]));
        assert_eq!(lines.line(4), Some(&b"four"[..]));
        assert_eq!(lines.line(5), None);
        assert_eq!(lines.line(0), None);
        assert_eq!(Lines::of(b"").line(1), None);
        let marked = Lines::of("\u{feff}one\n\u{feff}two".as_bytes());
        assert_eq!((marked.line(1), marked.line(2)), (Some(&b"one"[..]), Some("\u{feff}two".as_bytes())));
        assert_eq!(Lines::of("\u{feff}".as_bytes()).line(1), None);
        assert_eq!(lines.flagged(&at(1, 1, 2).through(9)), b"one\ntwo\rstill two\n\nfour");
    }

    #[test]
    fn wide_encodings_are_shown_as_their_text() {
        let text = "one\r\nnaïve = \"é😀\"\n\u{10a}three\n";
        let two = |order: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(order).collect::<Vec<u8>>();
        let four = |order: fn(u32) -> [u8; 4]| text.chars().map(u32::from).flat_map(order).collect::<Vec<u8>>();
        let files = [
            [b"\xff\xfe".to_vec(), two(u16::to_le_bytes)].concat(),
            [b"\xfe\xff".to_vec(), two(u16::to_be_bytes)].concat(),
            [b"\xff\xfe\0\0".to_vec(), four(u32::to_le_bytes)].concat(),
            [b"\0\0\xfe\xff".to_vec(), four(u32::to_be_bytes)].concat(),
        ];
        for file in files {
            let shown = snippet(&Lines::of(&file), &at(2, 1, 6), &[], &Redactor::new()).expect("the line is there");
            assert_eq!(shown.lines, ["one", "naïve = \"é😀\"", "\u{10a}three"]);
            assert_eq!((shown.first_line, shown.mark), (1, Some(0..5)));
        }
    }

    #[test]
    fn the_mark_follows_what_redaction_replaced() {
        let table = [
            ("key = abcdef;", "key = abcdef;", (7, 13), 6..12),
            ("key = abcdef;", "key = [REDACTED];", (7, 13), 6..16),
            ("key = abcdef; x", "key = [REDACTED]; x", (1, 4), 0..3),
            ("key = abcdef; x", "key = [REDACTED]; x", (15, 16), 18..19),
            ("key = abcdef; x", "key = [REDACTED]; x", (9, 11), 6..16),
            ("a", "a", (5, 9), 1..1),
        ];
        for (raw, cleaned, (start, end), expected) in table {
            assert_eq!(mark(raw, cleaned, &at(1, start, end)), Some(expected), "{raw} -> {cleaned}");
        }
    }

    #[test]
    fn a_long_line_is_cut_around_its_mark() {
        let line = format!("{}secret{}", "x".repeat(5000), "y".repeat(5000));
        let (text, mark) = cut_around(&line, Some(5000..5006));
        let mark = mark.expect("the mark is kept");
        assert_eq!((text.chars().count(), &text[mark]), (WIDTH, "secret"));
    }
}
