//! Quoted text: where it begins and ends, at its own level of escaping.
//!
//! The same quote may stand as it is, or as `\"` inside a JSON string, or deeper; a text ends at a quote of its own level.

use std::ops::Range;

/// An opening quote: its character, its number, and how many backslashes stand before it (`\"` inside a JSON string).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Quote {
    pub(super) character: u8,
    pub(super) backslashes: usize,
    triple: bool,
}

/// The quote that opens at `at`, and where its text begins.
pub(super) fn open_quote(bytes: &[u8], at: usize) -> Option<(Quote, usize)> {
    let backslashes = bytes[at..].iter().take(8).take_while(|byte| **byte == b'\\').count();
    let start = at + backslashes;
    let character = *bytes.get(start).filter(|byte| matches!(byte, b'"' | b'\'' | b'`'))?;
    let triple = backslashes == 0 && character != b'`' && bytes.get(start + 1..start + 3) == Some(&[character, character]);
    Some((Quote { character, backslashes, triple }, start + if triple { 3 } else { 1 }))
}

/// The quote that ends right before `at`, and where it begins.
pub(super) fn quote_before(bytes: &[u8], at: usize) -> Option<(Quote, usize)> {
    let character = *at.checked_sub(1).and_then(|last| bytes.get(last)).filter(|byte| matches!(byte, b'"' | b'\'' | b'`'))?;
    let backslashes = bytes[..at - 1].iter().rev().take(8).take_while(|byte| **byte == b'\\').count();
    Some((Quote { character, backslashes, triple: false }, at - 1 - backslashes))
}

/// Where the quoted text that begins at `from` ends: before its closing quote, and never beyond its line.
///
/// A text without its closing quote was cut, or is no literal at all: it ends at a quote of another kind, or else with the line.
/// More than a line is never taken, or one hostile line could hide the rest of a report.
pub(super) fn quoted_end(bytes: &[u8], from: usize, quote: Quote) -> usize {
    let mut other = None;
    let mut run = 0;
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\n' | b'\r' => break,
            b'\\' => run += 1,
            _ => {
                if byte == quote.character {
                    // A quote of the same level closes; one of an outer level ends the text that holds all of this.
                    let closes = match quote.triple {
                        true => bytes[at..].starts_with(&[byte; 3]),
                        false => run < quote.backslashes || run % (2 * (quote.backslashes + 1)) == quote.backslashes,
                    };
                    if closes {
                        return at - run.min(quote.backslashes);
                    }
                } else if !quote.triple && matches!(byte, b'"' | b'\'') {
                    other = other.or(Some(at - run));
                }
                run = 0;
            }
        }
        at += 1;
    }
    other.unwrap_or(at)
}

/// Where the quote that closes at `at` ends.
pub(super) fn after_quote(bytes: &[u8], at: usize, quote: Quote) -> usize {
    let end = at + quote.backslashes + if quote.triple { 3 } else { 1 };
    if bytes.get(at).is_some_and(|byte| *byte == b'\\' || *byte == quote.character) { end.min(bytes.len()) } else { at }
}

/// The quoted text that begins at `at`, behind a string prefix (`b"…"`, `r#"…"#`); nothing when it is empty.
pub(super) fn quoted(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let prefix = bytes[at..].iter().take(3).take_while(|byte| b"bBrRfFuUlL@$#".contains(byte)).count();
    let (quote, from) = open_quote(bytes, at + prefix)?;
    let end = quoted_end(bytes, from, quote);
    (end > from).then_some(from..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_text_ends_at_the_quote_of_its_own_level() {
        let table: [(&str, &str); 10] = [
            (r#""abc" x"#, "abc"),
            (r#""a\"b" x"#, r#"a\"b"#),
            (r#""ab\\" x"#, r"ab\\"),
            (r#"\"ab\" x"#, "ab"),
            (r#"\"a\\\"b\" x"#, r#"a\\\"b"#),
            (r#"\"ab" x"#, "ab"),
            ("'open\nnext'", "open"),
            ("'open\"}", "open"),
            ("\"\"\"a \" b\"\"\" c", "a \" b"),
            ("'''a\nb''' c", "a"),
        ];
        for (text, expected) in table {
            let (quote, from) = open_quote(text.as_bytes(), 0).unwrap();
            let end = quoted_end(text.as_bytes(), from, quote);
            assert_eq!(&text[from..end], expected, "{text}");
        }
    }
}
