//! Values that no `=` or `:` announces: an XML element, an option of a command, an HTTP header as two literals, a manifest's
//! `name` and `value`.

use std::ops::Range;

use super::bare::bare_end;
use super::expression::expression_end;
use super::header;
use super::key::{Key, separator};
use super::name::Name;
use super::quote::{after_quote, open_quote, quoted};
use super::span::Spans;
use super::value::{is_harmless, looks_random};

/// How far a bare value is read.
const LONGEST: usize = 512;
/// A shorter bare value is no secret.
const SHORTEST: usize = 4;

/// Marks the value of a key that ends at `after` and has no separator.
pub(super) fn find(key: &Key<'_>, after: usize, skip: &mut usize, spans: &mut Spans<'_>) {
    let (text, bytes) = (key.text, key.text.as_bytes());
    let rest = &text[after..];
    if after < *skip {
        return;
    }
    let value = if bytes[..key.start].ends_with(b"<") && rest.starts_with('>') {
        let from = after + 1;
        let end =
            bytes[from..].iter().take(LONGEST).position(|byte| matches!(byte, b'<' | b'\n' | b'\r')).map(|length| from + length);
        let element =
            end.filter(|end| bytes[*end..].starts_with(b"</") && *end > from && expression_end(bytes, from) != Some(*end));
        element.filter(|end| !is_harmless(&text[from..*end])).map(|end| from..end)
    } else if key.dashes >= 2 && rest.starts_with(' ') {
        option_value(text, after + 1)
    } else if key.quote.as_ref().is_some_and(|quote| !text[quote.clone()].ends_with('`')) && rest.starts_with(',') {
        let from = after + 1 + rest[1..].bytes().take(8).take_while(u8::is_ascii_whitespace).count();
        if header::is_header(key.identifier()) {
            let inside = open_quote(bytes, from).map(|(_, from)| from);
            *skip = inside.and_then(|from| header::find(text, key.identifier(), from, spans)).unwrap_or_default().max(*skip);
            return;
        }
        let header = ["x-", "private-token", "job-token", "api-key"]
            .iter()
            .any(|start| key.identifier().to_ascii_lowercase().starts_with(start));
        pair_value(key, after).or_else(|| if header { quoted(bytes, from) } else { None })
    } else {
        pair_value(key, after)
    };
    if let Some(value) = value.filter(|value| key.judged == Name::Secret || looks_random(&text[value.clone()])) {
        *skip = value.end.max(*skip);
        spans.push(value);
    }
}

/// The value of `--password VALUE`: quoted, or a word that can be no part of a sentence.
fn option_value(text: &str, from: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    quoted(bytes, from).or_else(|| {
        let value = from..bare_end(bytes, from, LONGEST);
        let word = &text[value.clone()];
        let mixed = word.bytes().any(|byte| byte.is_ascii_digit()) && word.bytes().any(|byte| byte.is_ascii_alphabetic());
        (word.len() >= SHORTEST && (mixed || looks_random(word)) && !word.starts_with('-') && !is_harmless(word)).then_some(value)
    })
}

/// The value of `name: TOKEN` followed by `value: …`, as manifests write variables.
fn pair_value(key: &Key<'_>, after: usize) -> Option<Range<usize>> {
    let (text, bytes) = (key.text, key.text.as_bytes());
    let named = text[..key.before].trim_end_matches([' ', ':', '=']).trim_end_matches(['"', '\'', '\\']);
    if !["name", "Name", "key", "Key"].iter().any(|field| named.ends_with(field)) {
        return None;
    }
    let gap = bytes[after..].iter().take(64).take_while(|byte| byte.is_ascii_whitespace() || **byte == b',').count();
    let mut at = after + gap;
    let opening = open_quote(bytes, at);
    at = opening.map_or(at, |(_, from)| from);
    if !bytes[at..].get(..5)?.eq_ignore_ascii_case(b"value") {
        return None;
    }
    at += 5;
    at = opening.map_or(at, |(quote, _)| after_quote(bytes, at, quote));
    let pair = Key { before: at, quote: None, opens_text: None, ..*key };
    let separator = separator(bytes, at, &pair)?;
    quoted(bytes, separator.value).or_else(|| {
        let value = separator.value..bare_end(bytes, separator.value, LONGEST);
        let word = &text[value.clone()];
        (word.len() >= SHORTEST && !is_harmless(word) && expression_end(bytes, value.start) != Some(value.end)).then_some(value)
    })
}
