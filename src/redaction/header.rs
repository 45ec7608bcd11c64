//! Credentials in HTTP headers: `Authorization`, `Proxy-Authorization`, `Cookie` and `Set-Cookie`.
//!
//! Headers that carry one key (`X-Api-Key`, `Private-Token`) need nothing of their own: their names say that they hold a secret,
//! and they are read like any other `key: value`.

use super::bare::bare_end;
use super::span::Spans;
use super::value::{is_harmless, looks_random};

/// Whether this identifier is the name of a header that is read here.
pub(super) fn is_header(identifier: &str) -> bool {
    ["authorization", "proxy-authorization", "cookie", "set-cookie"].iter().any(|name| identifier.eq_ignore_ascii_case(name))
}

/// Schemes that are followed by one token (RFC 6750, RFC 7617, RFC 4559 and common usage).
const TOKEN_SCHEMES: &[&str] = &[
    "bearer",
    "basic",
    "token",
    "negotiate",
    "ntlm",
    "apikey",
    "api-key",
    "bot",
    "key",
    "geniekey",
    "splunk",
    "github-bearer",
    "oauth",
];

/// Marks the credentials that begin at `from`, the value of the header `name`. Returns where they end, when they do.
pub(super) fn find(text: &str, name: &str, from: usize, spans: &mut Spans<'_>) -> Option<usize> {
    let bytes = text.as_bytes();
    let end = end(bytes, from);
    let value = &text[from..end];
    if name.to_ascii_lowercase().ends_with("cookie") {
        let pair = value.split(';').next().unwrap_or_default();
        let is_pair =
            pair.split_once('=').is_some_and(|(name, _)| !name.trim().is_empty() && !name.trim().contains(char::is_whitespace));
        return (is_pair || value.starts_with(super::MARKER)).then(|| mark(from..end, spans));
    }
    let (scheme, rest) = value.split_once([' ', '\t']).unwrap_or((value, ""));
    let start = end - rest.trim_start().len();
    let rest = &text[start..end];
    if TOKEN_SCHEMES.iter().any(|known| scheme.eq_ignore_ascii_case(known)) {
        let token = start..bare_end(bytes, start, end - start);
        return (!is_harmless(&text[token.clone()])).then(|| mark(token, spans));
    }
    // An unknown scheme with parameters (Digest, AWS4-HMAC-SHA256, SharedKey), or a lone key without a scheme.
    let credentials = rest.len() >= 8 && rest.contains(['=', ':', '+']) || rest.split_whitespace().any(looks_random);
    if credentials {
        return Some(mark(start..end, spans));
    }
    let lone =
        rest.is_empty() && scheme.len() >= 8 && !is_harmless(scheme) && !scheme.bytes().all(|byte| byte.is_ascii_alphabetic());
    (lone || looks_random(scheme)).then(|| mark(from..from + scheme.len(), spans))
}

fn mark(range: std::ops::Range<usize>, spans: &mut Spans<'_>) -> usize {
    let end = range.end;
    spans.push(range);
    end
}

/// Where a header's value ends: with the line or an escaped line break, or at a quote that it did not open itself
/// (`response="…"` does; the `"` behind `curl -H "Authorization: …"` does not).
fn end(bytes: &[u8], from: usize) -> usize {
    let mut inside: Option<u8> = None;
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        let quote = if byte == b'\\' { bytes.get(at + 1).copied().unwrap_or_default() } else { byte };
        match (quote, inside) {
            (b'\n' | b'\r', _) => break,
            (b'n' | b'r', _) if byte == b'\\' => break,
            (quote, Some(open)) if quote == open => inside = None,
            (b'"' | b'\'' | b'`', None) if at > from && bytes[at - 1] == b'=' => inside = Some(quote),
            (b'"' | b'\'' | b'`', None) => break,
            _ => {}
        }
        at += if byte == b'\\' { 2 } else { 1 };
    }
    let value = &bytes[from..at.min(bytes.len())];
    from + value.trim_ascii_end().len()
}
