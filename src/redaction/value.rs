//! What a value looks like: a secret, a name in code, or a placeholder.
//!
//! A quoted value is a literal, so its name alone decides. A bare one may be code or a sentence, and is judged here.

use super::name::{Name, judge};

/// Whether a bare value is no secret, whatever its name: a reference to a secret, a placeholder, a mask, a keyword, a type.
pub(super) fn is_harmless(value: &str) -> bool {
    let value = value.trim_matches(['?', '!', '&', '*']);
    if value.is_empty() || is_mask(value) || is_placeholder(value) || is_word(value) || is_small_number(value) {
        return true;
    }
    let path = value.starts_with(['/', '~', '.']) && value.matches('/').count() > usize::from(value.starts_with('/'));
    path && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/._-~".contains(&byte)) && !looks_random(value)
}

/// Whether a bare value is a name in code rather than a literal: it names a secret itself (`new_token`), or it is a path of
/// capitalised names (`Number.Float`).
pub(super) fn is_variable(value: &str) -> bool {
    let identifier = value.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let capitalised =
        |part: &str| part.starts_with(|c: char| c.is_ascii_uppercase()) && part.bytes().all(|byte| byte.is_ascii_alphabetic());
    identifier && !value.starts_with(|c: char| c.is_ascii_digit()) && judge(value) != Name::Plain
        || value.contains('.') && value.split('.').all(capitalised)
}

fn is_mask(value: &str) -> bool {
    ["*", ".", "x", "X", "•", "_", "-", "#", "…"].iter().any(|mask| value.replace(mask, "").is_empty())
}

fn is_placeholder(value: &str) -> bool {
    let inner = |open: &str, close: &str| {
        value.strip_prefix(open).and_then(|rest| rest.strip_suffix(close)).is_some_and(|inner| {
            !inner.is_empty()
                && inner.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_. -:|?#".contains(&byte))
                && !inner.contains(":-")
        })
    };
    [("${", "}"), ("{{", "}}"), ("{", "}"), ("%", "%"), ("<", ">"), ("@", "@"), ("[", "]"), ("$env:", "")]
        .iter()
        .any(|(open, close)| inner(open, close))
        || (value.starts_with('$') && value[1..].bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'))
        || matches!(value, "%s" | "%v" | "%q" | "%d" | "{}" | "{0}" | "{1}" | "[]" | "()" | "''" | "\"\"")
}

fn is_word(value: &str) -> bool {
    const WORDS: &[&str] = &[
        "null",
        "nil",
        "none",
        "true",
        "false",
        "undefined",
        "void",
        "default",
        "required",
        "optional",
        "invalid",
        "missing",
        "expired",
        "incorrect",
        "wrong",
        "unset",
        "empty",
        "hidden",
        "masked",
        "redacted",
        "inherit",
        "write",
        "read",
        "yes",
        "no",
        "str",
        "string",
        "bool",
        "boolean",
        "int",
        "integer",
        "number",
        "bytes",
        "any",
        "object",
        "char",
        "text",
        "secretstr",
        "str?",
        "found",
        "denied",
        "changed",
        "updated",
        "protected",
        "disabled",
        "enabled",
        "unknown",
        "unsupported",
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
    if value.starts_with("0x") && value.len() <= 18 {
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
    matches!(parts[..], [head, body, _] if head.starts_with("eyJ") && head.len() >= 10 && body.len() >= 4)
        && parts.iter().all(|part| is_base64url(part))
}

fn is_der(value: &str) -> bool {
    value.len() >= 32
        && value.starts_with("MI")
        && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte))
}

fn is_base64url(part: &str) -> bool {
    part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_=".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks() {
        for value in [
            "Pa55w0rd",
            "9f86d081884c7d659a2f",
            "550e8400-e29b-41d4-a716-446655440000",
            "P@ssw0rd!",
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln",
            "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC",
            "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY1a2",
        ] {
            assert!(looks_random(value), "{value}");
        }
        for value in [
            "",
            "next_token",
            "token2",
            "utf8",
            "src/a.rs:12",
            "v1.2.3-beta",
            "x86_64-unknown-linux-gnu",
            "2024-01-01",
            "HttpRequest2",
            "tests/fixtures/data2.json",
            "0x08074b50",
            "correct horse 1 battery 2",
        ] {
            assert!(!looks_random(value), "{value}");
        }
        for value in
            ["null", "${X}", "<token>", "*****", "String", "%s", "12345", "/run/secrets/db", "{{ x }}", "{password}", "xxxx"]
        {
            assert!(is_harmless(value), "{value}");
        }
        for value in ["hunter2", "${X:-hunter2}", "123456", "/9j4AAQSkZJRg/x", "letmein"] {
            assert!(!is_harmless(value), "{value}");
        }
    }
}
