//! How a value is read and judged: quoted text, bare text, and what a bare text may be instead of a secret.
//!
//! A quoted value is a literal, so it is a secret when its name says so. A bare one may be code: a call, a reference, a type.

use super::name::{Name, judge};

/// How far a bare value is read when it may turn out to be harmless.
const LONGEST_EXPRESSION: usize = 1024;

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

/// Where a bare value ends: at white space or a quote, at a closing bracket that nothing opened, or at `,`, `;`, `&` and `|` when
/// the next pair or the end follows.
pub(super) fn bare_end(bytes: &[u8], from: usize, limit: usize) -> usize {
    let end = bytes.len().min(from.saturating_add(limit));
    let mut depth = 0_usize;
    let mut at = from;
    while at < end {
        match bytes[at] {
            byte if byte.is_ascii_whitespace() || byte.is_ascii_control() => return at,
            b'"' | b'\'' | b'`' | b'<' | b'>' => return at,
            b'\\' if matches!(bytes.get(at + 1), Some(b'n' | b'r' | b't' | b'"' | b'\'' | b'\\' | b'u')) => return at,
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => match depth.checked_sub(1) {
                Some(outer) => depth = outer,
                None if bytes[from..].starts_with(super::MARKER.as_bytes()) => return at,
                None if ends_here(bytes, at + 1) => return at,
                None => {}
            },
            b',' | b';' | b'&' | b'|' if ends_here(bytes, at + 1) || pair_follows(bytes, at + 1) => return at,
            _ => {}
        }
        at += 1;
    }
    end
}

/// Whether what stands at `at` shows that the value before it is over.
fn ends_here(bytes: &[u8], at: usize) -> bool {
    match bytes.get(at) {
        None => true,
        Some(byte) => {
            byte.is_ascii_whitespace()
                || matches!(byte, b'"' | b'\'' | b'`' | b')' | b']' | b'}' | b',' | b';' | b'<' | b'.' | b'|' | b'&' | b':' | b'?')
                || (*byte == b'\\' && matches!(bytes.get(at + 1), Some(b'n' | b'r' | b't' | b'"')))
        }
    }
}

/// Whether another `name=` or `name:` stands at `at`.
fn pair_follows(bytes: &[u8], at: usize) -> bool {
    let name = bytes[at..].iter().take(64).take_while(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(byte)).count();
    name > 0 && matches!(bytes.get(at + name), Some(b'=' | b':'))
}

/// Where the expression that begins at `from` ends: `$(…)`, `${…}`, `{{…}}`, `$NAME`, or a path with calls and indexes.
/// Nothing when what stands there is no expression.
pub(super) fn expression_end(bytes: &[u8], from: usize) -> Option<usize> {
    let rest = &bytes[from..];
    if rest.starts_with(b"${") || rest.starts_with(b"$(") {
        return balanced(bytes, from + 1);
    }
    if rest.starts_with(b"{{") {
        return balanced(bytes, from);
    }
    if rest.starts_with(b"$") {
        let name = word(bytes, from + 1);
        return (name > from + 1).then_some(name);
    }
    let mut at = from + rest.iter().take_while(|byte| b"&*!".contains(byte)).count();
    for keyword in [&b"await "[..], b"new ", b"try ", b"yield "] {
        if bytes[at..].starts_with(keyword) {
            at += keyword.len();
        }
    }
    let first = word(bytes, at);
    if first == at {
        return None;
    }
    at = first;
    let mut groups = 0;
    loop {
        let rest = &bytes[at..];
        let operator = [&b"::<"[..], b"::", b"->", b"?.", b"!(", b"![", b".", b"?", b"(", b"["].into_iter().find(|op| rest.starts_with(op));
        at = match operator {
            Some(b"(" | b"[") => {
                groups += 1;
                balanced(bytes, at)?
            }
            Some(b"!(" | b"![") => at + 1,
            Some(b"::<") => at + 3 + bytes[at + 3..].iter().take(64).position(|byte| *byte == b'>')? + 1,
            Some(b"?") => at + 1,
            Some(operator) => {
                let next = word(bytes, at + operator.len());
                if next == at + operator.len() {
                    break;
                }
                next
            }
            None => break,
        };
    }
    (groups > 0 || is_known_path(bytes, from, at)).then_some(at)
}

/// Whether a dotted path without a call is a reference in code rather than a password with dots in it.
fn is_known_path(bytes: &[u8], from: usize, to: usize) -> bool {
    const ROOTS: &[&str] = &[
        "self", "this", "cls", "config", "cfg", "settings", "args", "opts", "options", "env", "process", "os", "params", "req",
        "request", "res", "response", "ctx", "context", "state", "props", "secrets", "vars", "inputs", "github", "steps", "var",
        "local", "data", "module", "app", "user",
    ];
    let path = String::from_utf8_lossy(&bytes[from..to]);
    let mut segments = path.split(['.', ':', '?', '>', '-', '&', '*', '!', ' ']).filter(|segment| !segment.is_empty());
    let Some(root) = segments.next() else { return false };
    let mut rest = segments.peekable();
    rest.peek().is_some()
        && (ROOTS.contains(&root) || path.contains("::") || judge(root) == Name::Secret || rest.any(|segment| judge(segment) == Name::Secret))
}

/// Where the bracket at `open` is closed again; nothing when that is too far away.
fn balanced(bytes: &[u8], open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let mut quote = None;
    for (offset, &byte) in bytes[open..].iter().take(LONGEST_EXPRESSION).enumerate() {
        match (quote, byte) {
            (Some(open), byte) if byte == open => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'(' | b'[' | b'{') => depth += 1,
            (None, b')' | b']' | b'}') => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(open + offset + 1);
                }
            }
            (None, _) => {}
        }
    }
    None
}

fn word(bytes: &[u8], from: usize) -> usize {
    from + bytes[from..].iter().take(LONGEST_EXPRESSION).take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count()
}

/// Whether a bare value is no secret, whatever its name: a reference to a secret, a placeholder, a mask, a keyword, a type.
pub(super) fn is_harmless(value: &str) -> bool {
    let value = value.trim_matches(['?', '!', '&', '*']);
    if value.is_empty() || is_mask(value) || is_placeholder(value) || is_word(value) || is_small_number(value) {
        return true;
    }
    let path = value.starts_with(['/', '~', '.']) && value.matches('/').count() > usize::from(value.starts_with('/'));
    path && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/._-~".contains(&byte)) && !looks_random(value)
}

/// Whether a bare value is a name for a secret rather than the secret, which only code without literals can say.
pub(super) fn is_variable(value: &str) -> bool {
    let identifier = value.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    identifier && !value.starts_with(|c: char| c.is_ascii_digit()) && judge(value) != Name::Plain
}

fn is_mask(value: &str) -> bool {
    ["*", ".", "x", "X", "•", "_", "-", "#", "…"].iter().any(|mask| value.replace(mask, "").is_empty())
}

fn is_placeholder(value: &str) -> bool {
    let inner = |open: &str, close: &str| {
        value.strip_prefix(open).and_then(|rest| rest.strip_suffix(close)).is_some_and(|inner| {
            !inner.is_empty() && inner.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_. -:|?#".contains(&byte)) && !inner.contains(":-")
        })
    };
    [("${", "}"), ("{{", "}}"), ("{", "}"), ("%", "%"), ("<", ">"), ("@", "@"), ("[", "]"), ("$env:", "")].iter().any(|(open, close)| inner(open, close))
        || (value.starts_with('$') && value[1..].bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'))
        || matches!(value, "%s" | "%v" | "%q" | "%d" | "{}" | "{0}" | "{1}" | "[]" | "()" | "''" | "\"\"")
}

fn is_word(value: &str) -> bool {
    const WORDS: &[&str] = &[
        "null", "nil", "none", "true", "false", "undefined", "void", "default", "required", "optional", "invalid", "missing", "expired",
        "incorrect", "wrong", "unset", "empty", "hidden", "masked", "redacted", "inherit", "write", "read", "yes", "no", "str",
        "string", "bool", "boolean", "int", "integer", "number", "bytes", "any", "object", "char", "text", "secretstr", "str?",
        "found", "denied", "changed", "updated", "protected", "disabled", "enabled", "unknown", "unsupported",
    ];
    let word = value.to_ascii_lowercase();
    WORDS.contains(&word.as_str())
}

fn is_small_number(value: &str) -> bool {
    value.len() < 6 && value.bytes().all(|byte| byte.is_ascii_digit() || b".,:%-+".contains(&byte))
}

/// Whether a value looks made by a generator, or by a person who followed a password rule: letters and digits that alternate.
///
/// A JWT and the Base64 of DER data (PKCS #8 and PKCS #1 begin `MI`) do, however few digits they have.
pub(super) fn looks_random(value: &str) -> bool {
    if is_jwt(value) || is_der(value) {
        return true;
    }
    if value.len() < 8 || value.bytes().any(|byte| byte.is_ascii_whitespace()) || value.contains("://") {
        return false;
    }
    let has = |class: fn(&u8) -> bool| value.as_bytes().iter().any(class);
    let punctuated = has(|byte| b"!@#$%^&*?~".contains(byte)) && !value.contains(['(', '[', '{']);
    if punctuated && has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic) {
        return true;
    }
    let mut all = 0;
    for part in value.split(|c: char| !c.is_ascii_alphanumeric()) {
        let turns = part.as_bytes().windows(2).filter(|pair| pair[0].is_ascii_digit() != pair[1].is_ascii_digit()).count();
        all += turns;
        if part.len() >= 8 && turns >= 2 {
            return true;
        }
    }
    value.len() >= 16 && all >= 5
}

/// Three Base64url parts, the first of which is a JSON object (RFC 7519).
fn is_jwt(value: &str) -> bool {
    let parts: Vec<&str> = value.split('.').collect();
    matches!(parts[..], [head, body, _] if head.starts_with("eyJ") && head.len() >= 10 && body.len() >= 4) && parts.iter().all(|part| is_base64url(part))
}

fn is_der(value: &str) -> bool {
    value.len() >= 32 && value.starts_with("MI") && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte))
}

fn is_base64url(part: &str) -> bool {
    part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_=".contains(&byte))
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

    #[test]
    fn bare_text_ends_where_the_value_does() {
        for (text, expected) in [
            ("abc def", "abc"),
            ("abc,user=bob", "abc"),
            ("abc,def", "abc,def"),
            ("abc;Server=x", "abc"),
            ("ab)cd)", "ab)cd"),
            ("a[0]) x", "a[0]"),
            (r"abc\nnext", "abc"),
            ("abc&x=1", "abc"),
            ("a\\b", "a\\b"),
        ] {
            assert_eq!(&text[..bare_end(text.as_bytes(), 0, 512)], expected, "{text}");
        }
    }

    #[test]
    fn expressions() {
        for (text, expected) in [
            ("get_token();", Some("get_token()")),
            ("$(cat /run/x) y", Some("$(cat /run/x)")),
            ("${{ secrets.A }}-", Some("${{ secrets.A }}")),
            ("${VAR} ", Some("${VAR}")),
            ("$VAR/x", Some("$VAR")),
            ("os.environ[\"A)\"].strip() x", Some("os.environ[\"A)\"].strip()")),
            ("Secret::new(x)?;", Some("Secret::new(x)?")),
            ("env!(\"A\")", Some("env!(\"A\")")),
            ("self.token,", Some("self.token")),
            ("&config.password", Some("&config.password")),
            ("await load(1)", Some("await load(1)")),
            ("{{ x }}", Some("{{ x }}")),
            ("john.smith", None),
            ("plain", None),
            ("f(open", None),
            ("-x", None),
        ] {
            assert_eq!(expression_end(text.as_bytes(), 0).map(|end| &text[..end]), expected, "{text}");
        }
    }

    #[test]
    fn looks() {
        for value in [
            "Pa55w0rd", "9f86d081884c7d659a2f", "550e8400-e29b-41d4-a716-446655440000", "P@ssw0rd!",
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln", "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY1a2",
        ] {
            assert!(looks_random(value), "{value}");
        }
        for value in [
            "", "next_token", "token2", "utf8", "src/a.rs:12", "v1.2.3-beta", "x86_64-unknown-linux-gnu", "2024-01-01",
            "HttpRequest2", "tests/fixtures/data2.json", "correct horse 1 battery 2",
        ] {
            assert!(!looks_random(value), "{value}");
        }
        for value in ["null", "${X}", "<token>", "*****", "String", "%s", "12345", "/run/secrets/db", "{{ x }}", "{password}", "xxxx"] {
            assert!(is_harmless(value), "{value}");
        }
        for value in ["hunter2", "${X:-hunter2}", "123456", "/9j4AAQSkZJRg/x", "letmein"] {
            assert!(!is_harmless(value), "{value}");
        }
    }
}
