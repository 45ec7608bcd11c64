//! A name that stands before a value, and what joins the two.

use std::ops::Range;

use super::name::{Name, judge};
use super::quote::{Quote, open_quote, quote_before};

/// A name with what stands around it.
pub(super) struct Key<'a> {
    pub(super) text: &'a str,
    /// The identifier.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) judged: Name,
    /// Where the text before the key (and before its opening quote) ends.
    pub(super) before: usize,
    /// The closing quote of a quoted key.
    pub(super) quote: Option<Range<usize>>,
    /// The quote of a text that the key begins and that goes on: `"X-Api-Key: …"`.
    pub(super) opens_text: Option<Quote>,
    /// How many dashes stand before it.
    pub(super) dashes: usize,
}

/// How a key and its value are joined.
#[derive(Clone, Copy)]
pub(super) struct Separator {
    /// Where the value begins.
    pub(super) value: usize,
    pub(super) colon: bool,
    /// `=` without white space on either side: variables, options, URLs, connection strings.
    pub(super) tight: bool,
    /// `==` and `!=` compare.
    pub(super) compares: bool,
}

impl<'a> Key<'a> {
    /// The name itself.
    pub(super) fn identifier(&self) -> &'a str {
        &self.text[self.start..self.end]
    }

    /// The key whose identifier is `start..end`, without the signs around it.
    pub(super) fn of(text: &'a str, start: usize, end: usize) -> Option<Self> {
        let bytes = text.as_bytes();
        let identifier = text[start..end].trim_end_matches(['-', '.']);
        let end = start + identifier.len();
        let inner = identifier.trim_start_matches(['-', '.', '$']);
        let dashes = identifier.len() - identifier.trim_start_matches('-').len();
        let mut start = end - inner.len();
        if inner.is_empty() {
            return None;
        }
        // "API key: …" in words.
        if inner.eq_ignore_ascii_case("key") && start > 0 && bytes[start - 1] == b' ' {
            let previous = bytes[..start - 1].iter().rev().take(16).take_while(|byte| byte.is_ascii_alphabetic()).count();
            if judge(&text[start - 1 - previous..end]) != Name::Plain {
                start -= 1 + previous;
            }
        }
        let opening = quote_before(bytes, start);
        let quote = open_quote(bytes, end).map(|(_, after)| end..after);
        Some(Self {
            text,
            start,
            end,
            judged: judge(&text[start..end]),
            before: opening.map_or(start, |(_, at)| at) - if opening.is_none() { dashes } else { 0 },
            opens_text: opening.map(|(opening, _)| opening).filter(|_| quote.is_none()),
            quote,
            dashes,
        })
    }
}

/// The separator behind a key that ends at `at`.
pub(super) fn separator(bytes: &[u8], at: usize, key: &Key<'_>) -> Option<Separator> {
    let blank = |at: usize| bytes[at..].iter().take(64).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    // `environ["TOKEN"] = …`
    let closes = key.quote.as_ref().is_some_and(|quote| !key.text[quote.clone()].ends_with('`'))
        && matches!(bytes.get(at), Some(b']' | b')'));
    let at = at + usize::from(closes);
    let sign = at + blank(at);
    const SIGNS: [&[u8]; 14] =
        [b"===", b"!==", b"||=", b"??=", b"==", b"!=", b":=", b"?=", b"+=", b"=>", b"=~", b"?:", b"=", b":"];
    let rest = &bytes[sign..];
    let found = SIGNS.into_iter().find(|sign| rest.starts_with(sign))?;
    if rest.starts_with(b"::") {
        return None;
    }
    let after = sign + found.len();
    let value = after + blank(after);
    Some(Separator {
        value,
        colon: found.ends_with(b":"),
        tight: found == b"=" && value == at + 1,
        compares: matches!(found, b"==" | b"===" | b"!=" | b"!==" | b"=~"),
    })
}
