//! Values that a name declares secret: `password = "…"`, `TOKEN=…`, `"api_key": …`, `<password>…</password>`, `--token …`.
//!
//! A quoted value is always hidden. A bare one is hidden unless it is, whole, a call, a reference (`${VAR}`, `${{ … }}`, `$( … )`)
//! or a placeholder; where the line is plainly code or a sentence, it must look like a secret, since there a bare word is a name.

use std::ops::Range;

use super::bare::bare_end;
use super::expression::expression_end;
use super::key::{Key, Separator, separator};
use super::name::{LONGEST, Name};
use super::place::{Place, line_end};
use super::quote::{open_quote, quoted};
use super::span::Spans;
use super::value::{is_harmless, is_variable, looks_random};
use super::{header, pair};

/// How much of a bare value is read before it is known to be secret.
const FIRST_LOOK: usize = 512;
/// A shorter bare value is no secret: it would hide a large part of ordinary text.
const SHORTEST: usize = 4;
/// How many literals of one concatenation are followed.
const LITERALS: usize = 16;

/// Marks the value of the name that holds the word at `word`. Names are read once: `done` is the end of the last one that was
/// read, `skip` the end of the last value.
pub(super) fn find(text: &str, word: Range<usize>, done: &mut usize, skip: &mut usize, spans: &mut Spans<'_>) {
    let bytes = text.as_bytes();
    if word.start < *done {
        return;
    }
    let holds = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.$".contains(byte);
    let start = word.start - bytes[*done..word.start].iter().rev().take(LONGEST).take_while(|byte| holds(byte)).count();
    let end = word.end + bytes[word.end..].iter().take(LONGEST).take_while(|byte| holds(byte)).count();
    *done = end;
    let Some(mut key) = Key::of(text, start, end) else { return };
    let is_header = header::is_header(key.identifier());
    if is_header {
        key.judged = Name::Weak;
    }
    if key.judged == Name::Plain {
        return;
    }
    let after = key.quote.as_ref().map_or(key.end, |quote| quote.end);
    let Some(separator) = separator(bytes, after, &key) else { return pair::find(&key, after, skip, spans) };
    // A value inside one that is marked already ends where that one ends.
    if separator.value < *skip {
        return;
    }
    let literal = open_quote(bytes, separator.value).map(|(_, from)| from);
    let bare = Some(separator.value).filter(|from| separator.colon && is_header && expression_end(bytes, *from).is_none());
    let end = match literal.or(bare).filter(|_| is_header) {
        Some(from) => header::find(text, key.identifier(), from, spans),
        None => find_value(&key, separator, spans),
    };
    *skip = end.unwrap_or_default().max(*skip);
}

/// Marks the value behind a separator. Returns where it ends.
fn find_value(key: &Key<'_>, separator: Separator, spans: &mut Spans<'_>) -> Option<usize> {
    let (text, bytes) = (key.text, key.text.as_bytes());
    let place = Place::of(text, key.before);
    let mut from = separator.value;
    if matches!(bytes.get(from), Some(b'\n' | b'\r')) && key.quote.is_some() {
        from += bytes[from..].iter().take(64).take_while(|byte| byte.is_ascii_whitespace()).count();
    }
    if separator.colon {
        from = behind_type(bytes, from).unwrap_or(from);
    }
    if let Some(value) = quoted(bytes, from) {
        // What looks like an opening quote may close the text that the key stands in: `input("password: ")`.
        let closing = place.is_inside(bytes[value.start - 1])
            || key.opens_text.is_some_and(|text| open_quote(bytes, from) == Some((text, value.start)));
        let closes = closing && bytes.get(value.start).is_none_or(|next| b"),;]} \t\n\r".contains(next));
        // A lexer compares its tokens with words and signs.
        let word = &text[value.clone()];
        let lexical = separator.compares && key.identifier().to_ascii_lowercase().ends_with("token");
        let is_secret = if key.judged == Name::Weak || lexical { looks_random(word) } else { true };
        return (is_secret && !closes).then(|| mark_literals(text, value, spans));
    }
    if let Some(end) = expression_end(bytes, from).filter(|end| is_over(bytes, *end)) {
        mark_random_literals(text, from, end, spans);
        return None;
    }
    let mut end = bare_end(bytes, from, FIRST_LOOK);
    let value = &text[from..text.floor_char_boundary(end)];
    if value.len() < SHORTEST || is_harmless(value) || !is_secret(key, separator, &place, value, end) {
        return None;
    }
    if end - from == FIRST_LOOK {
        end = bare_end(bytes, from, usize::MAX);
    }
    match key.quote.clone().filter(|quote| separator.colon && !text[quote.clone()].ends_with('`') && !value.starts_with('[')) {
        Some(quote) => spans.push_quoted(from..end, quote),
        None => spans.push(from..end),
    }
    Some(end)
}

/// Whether a bare value that is no reference is a secret here.
fn is_secret(key: &Key<'_>, separator: Separator, place: &Place<'_>, value: &str, end: usize) -> bool {
    let bytes = key.text.as_bytes();
    if value.starts_with(super::MARKER) {
        return true;
    }
    if key.judged == Name::Weak {
        return looks_random(value);
    }
    let identifier = key.identifier();
    if key.quote.is_some() && value.bytes().all(|byte| byte.is_ascii_digit()) {
        return true;
    }
    let next = bytes.get(end).copied();
    let statement = match next {
        Some(b';') => !separator.tight,
        Some(b',') => separator.colon || !separator.tight || line_end(key.text, end) == end + 1,
        Some(b')' | b']' | b'}') => separator.colon,
        _ => false,
    };
    let member = ["self.", "this.", "@"].iter().any(|owner| identifier.starts_with(owner));
    if separator.compares || member || statement || place.is_declaration() || place.is_in_call() {
        return looks_random(value) && !is_variable(value);
    }
    if separator.tight {
        // `password=password,` passes an argument on.
        return !(matches!(next, Some(b',' | b')')) && value == identifier);
    }
    let alone = place.is_start() || key.opens_text.is_some();
    if alone && is_line_over(key.text, end) {
        return !is_variable(value);
    }
    let mixed = value.len() >= 6
        && value.bytes().any(|byte| byte.is_ascii_digit())
        && value.bytes().any(|byte| byte.is_ascii_alphabetic())
        && !value.contains(['/', '.', ':', '_']);
    looks_random(value) || mixed && !place.is_about_syntax()
}

/// Marks a literal and those that are concatenated to it. Returns the end of the first.
fn mark_literals(text: &str, first: Range<usize>, spans: &mut Spans<'_>) -> usize {
    let bytes = text.as_bytes();
    let end = first.end;
    let mut value = first;
    for _ in 0..LITERALS {
        let character = text[..value.start].bytes().next_back().unwrap_or_default();
        let at = value.end + bytes[value.end..].iter().take(4).take_while(|byte| **byte == character || **byte == b'\\').count();
        spans.push(value);
        let blank = |at: usize| at + bytes[at..].iter().take(128).take_while(|byte| byte.is_ascii_whitespace()).count();
        let sign = blank(at);
        let Some(sign) = [&b"+"[..], b"..", b".", b"&", b"<>"]
            .into_iter()
            .find(|one| bytes[sign..].starts_with(one))
            .map(|one| sign + one.len())
        else {
            break;
        };
        let Some(next) = quoted(bytes, blank(sign)) else { break };
        value = next;
    }
    end
}

/// Marks what looks like a secret inside the literals of a call: `decode("…")`.
fn mark_random_literals(text: &str, from: usize, end: usize, spans: &mut Spans<'_>) {
    let bytes = text.as_bytes();
    let mut at = from;
    while at < end {
        match quoted(bytes, at).filter(|value| value.end <= end) {
            Some(value) => {
                at = value.end + 1;
                if looks_random(&text[value.clone()]) {
                    spans.push(value);
                }
            }
            None => at += 1,
        }
    }
}

/// Behind a type between the colon and the value: `TOKEN: &'static str = "…"`.
fn behind_type(bytes: &[u8], from: usize) -> Option<usize> {
    let holds = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_ &'<>[].,:|?*".contains(byte);
    let sign = from + bytes[from..].iter().take(48).take_while(holds).count();
    let assigns = bytes.get(sign) == Some(&b'=') && !matches!(bytes.get(sign + 1), Some(b'=' | b'>'));
    if !assigns || sign == from || bytes[sign - 1] != b' ' {
        return None;
    }
    let value = sign + 1 + bytes[sign + 1..].iter().take(8).take_while(|byte| **byte == b' ').count();
    quoted(bytes, value).map(|_| value)
}

/// Whether an expression that ends at `at` is the whole value.
fn is_over(bytes: &[u8], at: usize) -> bool {
    bytes.get(at).is_none_or(|byte| byte.is_ascii_whitespace() || b"\"'`;,)]}<\\&|".contains(byte))
}

/// Whether nothing but a comment or the closing of an outer text follows on the line.
fn is_line_over(text: &str, at: usize) -> bool {
    let rest = &text[at..line_end(text, at)];
    let after = rest.trim_start();
    after.is_empty()
        || rest.starts_with(['"', '\'', '`', '\\', '}', ']'])
        || after.len() < rest.len() && after.starts_with(['#', '/'])
}
