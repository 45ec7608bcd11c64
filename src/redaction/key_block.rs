//! Private keys in text form: PEM (RFC 7468), OpenPGP (RFC 9580), SSH2 and PuTTY.
//!
//! The header and footer lines stay, so that a reader sees what was there; the key material between them goes. Only what can be
//! key material is taken: two stray markers in a report must not hide the lines between them.

use super::span::Spans;

/// How far key material is followed: four times the text of an RSA key of 16384 bits.
const LONGEST: usize = 64 * 1024;
/// The shortest run of Base64 that counts as a line of key material; only the last line may be shorter.
const RUN: usize = 16;
/// How far a header or a footer is read.
const LONGEST_HEADER: usize = 512;
/// Header lines that may stand before the material (RFC 1421, RFC 9580, RFC 4716, PuTTY).
const FIELDS: [&[u8]; 7] = [b"Proc-Type:", b"DEK-Info:", b"Version:", b"Comment:", b"Hash:", b"Charset:", b"Subject:"];

/// Marks the key material behind the header that begins at `start` (`-----BEGIN …`, `Private-Lines: …`).
pub(super) fn find_after(text: &str, start: usize, spans: &mut Spans<'_>) {
    let bytes = text.as_bytes();
    let Some(from) = header_end(text, start) else { return };
    let limit = bytes.len().min(from + LONGEST);
    let mut material: Option<(usize, usize)> = None;
    let mut short = false;
    let mut at = from;
    loop {
        at = after_decoration(bytes, at, limit);
        let line = line_end(text, at).min(limit);
        if material.is_none() && FIELDS.iter().any(|field| bytes[at..line].starts_with(field)) {
            at = bytes[at..line].windows(2).position(|two| two == b"\\n").map_or(line, |escape| at + escape);
            continue;
        }
        let run = bytes[at..limit].iter().take_while(|byte| is_base64(**byte)).count();
        let checksum = run == 5 && bytes[at] == b'=';
        if run == 0 || run < RUN && (material.is_none() || short && !checksum || !ends_line(bytes, at + run)) {
            break;
        }
        short |= run < RUN;
        material = Some((material.map_or(at, |(first, _)| first), at + run));
        at += run;
    }
    if let Some((first, last)) = material {
        spans.push(first..last);
    }
}

/// Marks the key material on the lines before the footer that begins at `start` (`-----END …`), for a text that was cut behind
/// its header.
pub(super) fn find_before(text: &str, start: usize, spans: &mut Spans<'_>) {
    let bytes = text.as_bytes();
    if !text[start..line_end(text, start)].contains("PRIVATE KEY") {
        return;
    }
    let mut limit = start.saturating_sub(LONGEST);
    while !text.is_char_boundary(limit) {
        limit += 1;
    }
    let mut material: Option<(usize, usize)> = None;
    let mut long = false;
    let mut at = start;
    // The footer may be indented or quoted itself: the text before it on its line is decoration.
    for (index, line) in text[limit..start].rsplit('\n').enumerate() {
        let begin = at - line.len();
        at = begin.saturating_sub(1);
        let inner = line.trim_matches(|c: char| c.is_ascii() && is_decoration(c as u8));
        if inner.is_empty() && index == 0 {
            continue;
        }
        let run = inner.len();
        if run == 0 || !inner.bytes().all(is_base64) || run < RUN && (long || !inner.starts_with('=') && material.is_some()) {
            break;
        }
        long |= run >= RUN;
        let from = begin + line.find(inner).unwrap_or_default();
        // A plus sign behind it was its last character rather than decoration.
        let to = from + run + bytes[from + run..].iter().take_while(|byte| **byte == b'+').count();
        material = Some((from, material.map_or(to, |(_, last)| last)));
    }
    if let Some((first, last)) = material.filter(|_| long) {
        spans.push(first..last);
    }
}

/// Where the header line's own text ends.
fn header_end(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let line = line_end(text, start);
    let dashes = bytes[start..].iter().take_while(|byte| **byte == b'-').count();
    if dashes == 0 {
        // PuTTY: the number of lines of material.
        let digits = text[start..line].find(|c: char| c.is_ascii_digit())?;
        let from = start + digits;
        return Some(from + bytes[from..line].iter().take_while(|byte| byte.is_ascii_digit()).count());
    }
    let title = start + dashes;
    let closing = title + text[title..line].find("--")?;
    text[title..closing]
        .contains("PRIVATE KEY")
        .then(|| closing + bytes[closing..].iter().take_while(|byte| **byte == b'-').count())
}

/// Skips what may stand around a line of key material: line breaks, also escaped ones, quotes, string concatenation, signs of
/// diffs and comments. Two dashes are a footer.
fn after_decoration(bytes: &[u8], mut at: usize, limit: usize) -> usize {
    while at < limit {
        let rest = &bytes[at..limit];
        if [&b"\\n"[..], b"\\r", b"\\t"].iter().any(|escape| rest.starts_with(escape)) {
            at += 2;
        } else if is_decoration(rest[0]) && !rest.starts_with(b"--") {
            at += 1;
        } else {
            break;
        }
    }
    at
}

/// Whether a line of key material may end at `at`.
fn ends_line(bytes: &[u8], at: usize) -> bool {
    bytes.get(at).is_none_or(|byte| byte.is_ascii_whitespace() || b"\"'`\\".contains(byte)) || bytes[at..].starts_with(b"--")
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}

fn is_decoration(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b"\"'`+-#*|>,;\\".contains(&byte)
}

/// Where the line ends that holds `from`, or how far it is looked at.
fn line_end(text: &str, from: usize) -> usize {
    let end = text.floor_char_boundary(from + LONGEST_HEADER);
    text[from..end].find(['\n', '\r']).map_or(end, |at| from + at)
}

#[cfg(test)]
mod tests {
    use super::super::span::{MARKER, Spans, replace};
    use super::*;

    fn cleaned(text: &str) -> String {
        let mut spans = Spans::of(text);
        for (at, _) in text.match_indices("-----BEGIN ") {
            find_after(text, at, &mut spans);
        }
        for (at, _) in text.match_indices("-----END ") {
            find_before(text, at, &mut spans);
        }
        replace(text, &spans.united())
    }

    fn line(n: usize) -> String {
        "MIIEabcd+/0123456789".repeat(4)[..n].to_owned()
    }

    #[test]
    fn the_material_goes_and_the_frame_stays() {
        let (a, b, c) = (line(64), line(64), line(9));
        let begin = "-----BEGIN RSA PRIVATE KEY-----";
        let end = "-----END RSA PRIVATE KEY-----";
        let m = MARKER;
        for (text, expected) in [
            (format!("x\n{begin}\n{a}\n{b}\n{c}\n{end}\ny"), format!("x\n{begin}\n{m}\n{m}\n{m}\n{end}\ny")),
            (format!("{begin}\r\n{a}\r\n{c}\r\n{end}"), format!("{begin}\r\n{m}\r\n{m}\r\n{end}")),
            // Escaped inside a string, collapsed to one line, concatenated, in a diff.
            (format!(r#""{begin}\n{a}\n{c}\n{end}\n""#), format!(r#""{begin}\n{m}\n{end}\n""#)),
            (format!("{begin} {a} {c} {end}"), format!("{begin} {m} {end}")),
            (format!("\"{begin}\" +\n  \"{a}\" +\n  \"{c}\";"), format!("\"{begin}\" +\n  \"{m}\n{m}\";")),
            (format!("+{begin}\n+{a}\n+{end}"), format!("+{begin}\n+{m}\n+{end}")),
            // Cut at its end, cut at its beginning, encrypted.
            (format!("{begin}\n{a}\n{}", line(30)), format!("{begin}\n{m}\n{m}")),
            (format!("{a}\n{c}\n{end}\n"), format!("{m}\n{m}\n{end}\n")),
            (format!("{begin}\nProc-Type: 4,ENCRYPTED\n\n{a}\n{end}"), format!("{begin}\nProc-Type: 4,ENCRYPTED\n\n{m}\n{end}")),
        ] {
            assert_eq!(cleaned(&text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_private_key_stays() {
        let a = line(64);
        for text in [
            format!("-----BEGIN CERTIFICATE-----\n{a}\n-----END CERTIFICATE-----"),
            "rule: -----BEGIN RSA PRIVATE KEY----- and the text until -----END RSA PRIVATE KEY----- is a key".to_owned(),
            "-----BEGIN PRIVATE KEY-----\nsrc/a.rs:3: message\nsrc/b.rs:4: message\n-----END PRIVATE KEY-----".to_owned(),
            format!("{a}\n-----BEGIN PUBLIC KEY-----"),
        ] {
            assert_eq!(cleaned(&text), text);
        }
    }
}
