//! Secrets in URLs: the user information before the host, and the values of query and fragment parameters.
//!
//! A parameter's value is hidden when its name says that it is secret or when it looks generated; page numbers, branch names and
//! commit ids stay readable.

use super::name::{Name, judge_parameter};
use super::span::{MARKER, Spans};
use super::value::{is_harmless, looks_random};

/// How far the user information is looked for: longer than any password that fits a URL in practice.
const LONGEST_AUTHORITY: usize = 512;
/// A generated-looking value under a neutral name is hidden from this length on.
const LONG_VALUE: usize = 20;
/// What stands alone before the `@` is taken for a token from this length on.
const SHORTEST_TOKEN: usize = 12;
/// Parameters whose value is a public identifier, however random it looks.
const PUBLIC: &[&str] = &[
    "ref", "sha", "commit", "rev", "revision", "base", "head", "digest", "checksum", "hash", "version", "v", "oid", "tree", "id",
    "h", "gist",
];

/// Marks the secrets of the URL whose `://` stands at `scheme_end..after`. Returns where the URL ends, when it was read that far;
/// a query is read once, not again from each URL inside it.
pub(super) fn find(text: &str, scheme_end: usize, after: usize, read_until: usize, spans: &mut Spans<'_>) -> usize {
    let bytes = text.as_bytes();
    find_user_information(text, scheme_end, after, spans);
    if after < read_until {
        return read_until;
    }
    let end = url_end(bytes, after);
    let Some(query) = bytes[after..end].iter().position(|byte| matches!(byte, b'?' | b'#')) else { return end };
    let mut at = after + query;
    while at < end {
        let start = at + 1;
        at = bytes[start..end].iter().position(|byte| matches!(byte, b'&' | b';' | b'?' | b'#')).map_or(end, |next| start + next);
        // A fragment without a name is an anchor.
        if bytes[start - 1] != b'#' || text[start..at].contains('=') {
            find_parameter(text, start, at, spans);
        }
    }
    end
}

/// Where the URL ends: also at a closing parenthesis that it did not open, as Markdown puts it.
fn url_end(bytes: &[u8], from: usize) -> usize {
    let mut depth = 0_usize;
    for (at, &byte) in bytes.iter().enumerate().skip(from) {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 0 => return at,
            b')' => depth -= 1,
            byte if ends_url(byte) => return at,
            _ => {}
        }
    }
    bytes.len()
}

fn ends_url(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte.is_ascii_control() || matches!(byte, b'"' | b'\'' | b'`' | b'<' | b'>' | b'\\')
}

fn find_parameter(text: &str, start: usize, end: usize, spans: &mut Spans<'_>) {
    let parameter = &text[start..end];
    let (name, value) = parameter.split_once('=').unwrap_or(("", parameter));
    let from = end - value.len();
    // A closing bracket or a full stop behind the last value belongs to the sentence around the URL.
    let mut value = value;
    if is_harmless(value) {
        return;
    }
    while !value.ends_with(MARKER) && value.ends_with([')', ']', '}', '.', ',', ':', '!']) {
        value = &value[..value.len() - 1];
    }
    let generated =
        value.len() >= LONG_VALUE && looks_random(&decoded(value)) && !PUBLIC.contains(&name.to_ascii_lowercase().as_str());
    let secret = match judge_parameter(name) {
        Name::Secret => true,
        Name::Weak => value.len() >= 8,
        Name::Plain => generated,
    };
    if secret && !is_harmless(value) {
        spans.push(from..from + value.len());
    }
}

/// A value for judging: without its percent escapes, whose digits would make any text look generated.
fn decoded(value: &str) -> String {
    let mut pieces = value.split('%');
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        out.push(':');
        out.push_str(piece.get(2..).unwrap_or_default());
    }
    out
}

/// Marks `user:password` (or a lone token) before an `@`.
fn find_user_information(text: &str, scheme_end: usize, after: usize, spans: &mut Spans<'_>) {
    let bytes = text.as_bytes();
    let window = &bytes[after..bytes.len().min(after + LONGEST_AUTHORITY)];
    let url = window.iter().position(|byte| ends_url(*byte)).unwrap_or(window.len());
    let authority = window[..url].iter().position(|byte| matches!(byte, b'/' | b'?' | b'#')).unwrap_or(url);
    let at = match window[..authority].iter().rposition(|byte| *byte == b'@') {
        Some(at) => at,
        // A password that was not percent-encoded may hold a slash; a port and a path never look like that.
        None if has_password(&window[..authority]) => match window[authority..url].iter().position(|byte| *byte == b'@') {
            Some(at) if window.get(authority + at + 1).is_some_and(u8::is_ascii_alphanumeric) => authority + at,
            _ => return,
        },
        None => return,
    };
    let information = String::from_utf8_lossy(&window[..at]);
    let secret = match information.split_once(':') {
        Some((_, password)) => !is_harmless(password),
        // A user name alone is no secret; but over HTTP a token may stand in its place.
        None => is_http(&bytes[..scheme_end]) && information.len() >= SHORTEST_TOKEN && !is_harmless(&information),
    };
    if secret {
        spans.push(after..after + at);
    }
}

fn is_http(before: &[u8]) -> bool {
    let ends = |scheme: &[u8]| before.len() >= scheme.len() && before[before.len() - scheme.len()..].eq_ignore_ascii_case(scheme);
    ends(b"http") || ends(b"https")
}

/// Whether `host:port` cannot be a host and a port.
fn has_password(authority: &[u8]) -> bool {
    let Some(colon) = authority.iter().position(|byte| *byte == b':') else { return false };
    let rest = &authority[colon + 1..];
    authority[0] != b'[' && !rest.is_empty() && !rest.iter().all(u8::is_ascii_digit)
}
