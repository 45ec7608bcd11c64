//! Values that a name declares secret: `password = "…"`, `TOKEN=…`, `"api_key": …`, `<password>…</password>`, `--token …`.
//!
//! A quoted value is always hidden. A bare one is hidden unless it is, whole, a call, a reference (`${VAR}`, `${{ … }}`, `$( … )`)
//! or a placeholder; where the line is plainly code or a sentence, it must look like a secret, since there a bare word is a name.

use super::name::{LONGEST, Name, judge};
use super::place::{Place, line_end};
use super::span::Spans;
use super::header;
use super::value::{Quote, after_quote, bare_end, expression_end, is_harmless, is_variable, looks_random, open_quote, quote_before, quoted_end};

/// How much of a bare value is read before it is known to be secret.
const FIRST_LOOK: usize = 512;
/// A shorter bare value is no secret: it would hide a large part of ordinary text.
const SHORTEST: usize = 4;
/// How many literals of one concatenation are followed.
const LITERALS: usize = 16;

/// A name with what stands around it.
struct Key<'a> {
    text: &'a str,
    /// The identifier.
    start: usize,
    end: usize,
    judged: Name,
    /// Where the text before the key (and before its opening quote) ends.
    before: usize,
    /// The closing quote of a quoted key.
    quote: Option<std::ops::Range<usize>>,
    /// The quote of a text that the key begins and that goes on: `"X-Api-Key: …"`.
    opens_text: Option<Quote>,
    /// How many dashes stand before it.
    dashes: usize,
}

/// How a key and its value are joined.
#[derive(Clone, Copy)]
struct Separator {
    /// Where the value begins.
    value: usize,
    colon: bool,
    /// `=` without white space on either side: variables, options, URLs, connection strings.
    tight: bool,
    /// `==` and `!=` compare.
    compares: bool,
}

/// Marks the value of the name that holds the word at `word`. Names are read once: `done` is the end of the last one that was
/// read, `skip` the end of the last value.
pub(super) fn find(text: &str, word: std::ops::Range<usize>, done: &mut usize, skip: &mut usize, spans: &mut Spans<'_>) {
    let bytes = text.as_bytes();
    if word.start < *done {
        return;
    }
    let holds = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.$".contains(byte);
    let start = word.start - bytes[*done..word.start].iter().rev().take(LONGEST).take_while(|byte| holds(byte)).count();
    let end = word.end + bytes[word.end..].iter().take(LONGEST).take_while(|byte| holds(byte)).count();
    *done = end;
    let Some(key) = Key::of(text, start, end) else { return };
    let is_header = header::is_header(&text[key.start..key.end]);
    if key.judged == Name::Plain && !is_header {
        return;
    }
    let after = key.quote.as_ref().map_or(key.end, |quote| quote.end);
    let Some(separator) = separator(bytes, after, &key) else { return find_elsewhere(&key, after, skip, spans) };
    // A value inside one that is marked already ends where that one ends.
    if separator.value < *skip {
        return;
    }
    let end = if is_header {
        let from = open_quote(bytes, separator.value).map_or(separator.value, |(_, from)| from);
        header::find(text, &text[key.start..key.end], from, spans)
    } else {
        find_value(&key, separator, spans)
    };
    *skip = end.unwrap_or_default().max(*skip);
}

impl<'a> Key<'a> {
    fn of(text: &'a str, start: usize, end: usize) -> Option<Self> {
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
fn separator(bytes: &[u8], at: usize, key: &Key<'_>) -> Option<Separator> {
    let blank = |at: usize| bytes[at..].iter().take(64).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    // `environ["TOKEN"] = …`
    let closes = key.quote.as_ref().is_some_and(|quote| !key.text[quote.clone()].ends_with('`')) && matches!(bytes.get(at), Some(b']' | b')'));
    let at = at + usize::from(closes);
    let sign = at + blank(at);
    const SIGNS: [&[u8]; 14] = [b"===", b"!==", b"||=", b"??=", b"==", b"!=", b":=", b"?=", b"+=", b"=>", b"=~", b"?:", b"=", b":"];
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

/// Values that no separator announces: an XML element, an option, an HTTP header as a pair of literals, a `name`/`value` pair.
fn find_elsewhere(key: &Key<'_>, after: usize, skip: &mut usize, spans: &mut Spans<'_>) {
    let (text, bytes) = (key.text, key.text.as_bytes());
    let rest = &text[after..];
    if after < *skip {
        return;
    }
    let value = if bytes[..key.start].ends_with(b"<") && rest.starts_with('>') {
        let from = after + 1;
        let end = bytes[from..].iter().take(FIRST_LOOK).position(|byte| matches!(byte, b'<' | b'\n' | b'\r')).map(|length| from + length);
        let element = end.filter(|end| bytes[*end..].starts_with(b"</") && *end > from && expression_end(bytes, from) != Some(*end));
        element.filter(|end| !is_harmless(&text[from..*end])).map(|end| from..end)
    } else if key.dashes >= 2 && rest.starts_with(' ') {
        option_value(text, after + 1)
    } else if key.quote.is_some() && rest.starts_with(',') {
        let from = after + 1 + rest[1..].bytes().take(8).take_while(u8::is_ascii_whitespace).count();
        if header::is_header(&text[key.start..key.end]) {
            let inside = open_quote(bytes, from).map(|(_, from)| from);
            *skip = inside.and_then(|from| header::find(text, &text[key.start..key.end], from, spans)).unwrap_or_default().max(*skip);
            return;
        }
        pair_value(key, after).or_else(|| if text[key.start..key.end].contains('-') { quoted(bytes, from) } else { None })
    } else {
        pair_value(key, after)
    };
    if let Some(value) = value.filter(|value| key.judged == Name::Secret || looks_random(&text[value.clone()])) {
        *skip = value.end.max(*skip);
        spans.push(value);
    }
}

/// The value of `--password VALUE`: quoted, or a word that can be no part of a sentence.
fn option_value(text: &str, from: usize) -> Option<std::ops::Range<usize>> {
    let bytes = text.as_bytes();
    quoted(bytes, from).or_else(|| {
        let value = from..bare_end(bytes, from, FIRST_LOOK);
        let word = &text[value.clone()];
        let mixed = word.bytes().any(|byte| byte.is_ascii_digit()) && word.bytes().any(|byte| byte.is_ascii_alphabetic());
        (word.len() >= SHORTEST && (mixed || looks_random(word)) && !word.starts_with('-') && !is_harmless(word)).then_some(value)
    })
}

/// The value of `name: TOKEN` followed by `value: …`, as manifests write variables.
fn pair_value(key: &Key<'_>, after: usize) -> Option<std::ops::Range<usize>> {
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
        let value = separator.value..bare_end(bytes, separator.value, FIRST_LOOK);
        let word = &text[value.clone()];
        (word.len() >= SHORTEST && !is_harmless(word) && expression_end(bytes, value.start) != Some(value.end)).then_some(value)
    })
}

/// The quoted text that begins at `at`, behind a string prefix (`b"…"`, `r#"…"#`); nothing when it is empty.
fn quoted(bytes: &[u8], at: usize) -> Option<std::ops::Range<usize>> {
    let prefix = bytes[at..].iter().take(3).take_while(|byte| b"bBrRfFuUlL@$#".contains(byte)).count();
    let (quote, from) = open_quote(bytes, at + prefix)?;
    let end = quoted_end(bytes, from, quote);
    (end > from).then_some(from..end)
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
        let closing = place.is_inside(bytes[value.start - 1]) || key.opens_text.is_some_and(|text| open_quote(bytes, from) == Some((text, value.start)));
        let closes = closing && bytes.get(value.start).is_none_or(|next| b"),;]} \t\n\r".contains(next));
        let is_secret = key.judged == Name::Secret || looks_random(&text[value.clone()]);
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
    let identifier = &key.text[key.start..key.end];
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
        return true;
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
fn mark_literals(text: &str, first: std::ops::Range<usize>, spans: &mut Spans<'_>) -> usize {
    let bytes = text.as_bytes();
    let end = first.end;
    let mut value = first;
    for _ in 0..LITERALS {
        let character = text[..value.start].bytes().next_back().unwrap_or_default();
        let at = value.end + bytes[value.end..].iter().take(4).take_while(|byte| **byte == character || **byte == b'\\').count();
        spans.push(value);
        let blank = |at: usize| at + bytes[at..].iter().take(128).take_while(|byte| byte.is_ascii_whitespace()).count();
        let sign = blank(at);
        let Some(sign) = [&b"+"[..], b"..", b".", b"&", b"<>"].into_iter().find(|one| bytes[sign..].starts_with(one)).map(|one| sign + one.len()) else {
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
    after.is_empty() || rest.starts_with(['"', '\'', '`', '\\', '}', ']']) || after.len() < rest.len() && after.starts_with(['#', '/'])
}
