//! Makes the PHP of a template readable for a grammar that knows PHP only.
//!
//! ast-grep's rules for PHP are compiled for that grammar, and a page that mixes HTML and PHP would be one error for it. What is
//! not PHP becomes blanks, byte for byte, so that every place stays where it is: `?>` ends a statement, `<?=` is `echo`.

use std::borrow::Cow;

/// The source with everything outside `<?php … ?>` blanked. A file that is PHP from start to end is returned as it is.
pub(super) fn only(source: &str) -> Cow<'_, str> {
    let starts_as_php = source.starts_with("<?php") || source.starts_with("<?=");
    if starts_as_php && !source.contains("?>") || !source.contains("<?") {
        return Cow::Borrowed(source);
    }
    let bytes = source.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        at = html(bytes, at, &mut out);
        at = code(bytes, at, &mut out);
    }
    // Blanks replace whole characters, and code is copied whole, so this never fails.
    String::from_utf8(out).map_or(Cow::Borrowed(source), Cow::Owned)
}

/// Blanks HTML up to and including the next opening tag; returns where the code begins.
fn html(bytes: &[u8], from: usize, out: &mut Vec<u8>) -> usize {
    let mut at = from;
    while at < bytes.len() {
        let rest = &bytes[at..];
        if rest.len() >= 5 && rest[..5].eq_ignore_ascii_case(b"<?php") {
            out.extend_from_slice(b"     ");
            return at + 5;
        }
        if rest.starts_with(b"<?=") {
            return echo(bytes, at, out);
        }
        out.push(if matches!(bytes[at], b'\n' | b'\r') { bytes[at] } else { b' ' });
        at += 1;
    }
    at
}

/// Writes `echo` over `<?=` and a blank beside it: one before it, else the one behind it. Without either only the word is lost.
fn echo(bytes: &[u8], at: usize, out: &mut Vec<u8>) -> usize {
    let next = bytes.get(at + 3).copied().unwrap_or(b'\n');
    let word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    let blanks = out.iter().rev().take_while(|byte| **byte == b' ').count();
    let needed = if word(next) { 2 } else { 1 };
    if blanks >= needed {
        out.truncate(out.len() - needed);
        out.extend_from_slice(if needed == 2 { b"echo " } else { b"echo" });
        return at + 3;
    }
    if bytes.get(at + 3) == Some(&b' ') && !bytes.get(at + 4).copied().is_some_and(word) {
        out.extend_from_slice(b"echo");
        return at + 4;
    }
    out.extend_from_slice(b"   ");
    at + 3
}

/// Copies code up to and including the next closing tag, which becomes `;`; returns where the HTML goes on.
fn code(bytes: &[u8], from: usize, out: &mut Vec<u8>) -> usize {
    let mut at = from;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let length = if rest.starts_with(b"?>") {
            out.extend_from_slice(b"; ");
            return at + 2;
        } else if rest.starts_with(b"//") || (rest[0] == b'#' && !rest.starts_with(b"#[")) {
            // A closing tag ends a comment of one line.
            let line = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
            rest.windows(2).position(|pair| pair == b"?>").map_or(line, |tag| tag.min(line))
        } else if rest.starts_with(b"/*") {
            rest.windows(2).skip(2).position(|pair| pair == b"*/").map_or(rest.len(), |end| end + 4)
        } else if matches!(rest[0], b'\'' | b'"' | b'`') {
            quoted(rest)
        } else if rest.starts_with(b"<<<") {
            heredoc(rest)
        } else {
            1
        };
        out.extend_from_slice(&rest[..length]);
        at += length;
    }
    at
}

/// The length of a quoted text, with its quotes.
fn quoted(rest: &[u8]) -> usize {
    let mut at = 1;
    while at < rest.len() {
        match rest[at] {
            b'\\' => at += 2,
            byte if byte == rest[0] => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

/// The length of a heredoc up to its closing name, or 3 when `<<<` begins none.
fn heredoc(rest: &[u8]) -> usize {
    let blanks = rest[3..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let name = &rest[3 + blanks..];
    let name = name.strip_prefix(b"'").or_else(|| name.strip_prefix(b"\"")).unwrap_or(name);
    let length = name.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let name = &name[..length];
    if name.is_empty() {
        return 3;
    }
    let mut offset = 0;
    for (index, line) in rest.split_inclusive(|byte| *byte == b'\n').enumerate() {
        let text = line.trim_ascii_start();
        let ends = text
            .strip_prefix(name)
            .is_some_and(|rest| rest.first().is_none_or(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_'));
        if index > 0 && ends {
            return offset + (line.len() - text.len()) + name.len();
        }
        offset += line.len();
    }
    rest.len()
}
