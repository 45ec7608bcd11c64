//! What a plain (unquoted) scalar means, and which ones mean different things to different readers.
//!
//! YAML 1.1 (the type repository of 2005, which PyYAML and many others follow) and YAML 1.2 (section 10.3, core schema) disagree
//! about words and numbers. What both read in the same way is accepted; what they do not is never guessed.

use std::sync::LazyLock;

use regex::Regex;

/// The meaning of a plain scalar.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Plain {
    /// Nothing, `~` or `null`.
    Null,
    /// `true` or `false`, in the three spellings that both versions know.
    Bool(bool),
    /// A decimal integer.
    Integer(i64),
    /// A decimal fraction.
    Float(f64),
    /// Text in both versions.
    Text,
    /// Readers disagree; says how.
    Ambiguous(&'static str),
}

/// The forms that readers disagree about, most telling first: a pattern for the whole scalar, and how it is read.
const AMBIGUOUS: &[(&str, &str)] = &[
    (r"y|Y|yes|Yes|YES|on|On|ON", "YAML 1.1 reads it as true, YAML 1.2 as text"),
    (r"n|N|no|No|NO|off|Off|OFF", "YAML 1.1 reads it as false, YAML 1.2 as text"),
    (r"[-+]?0b[01_]+", "YAML 1.1 reads it as a binary number, YAML 1.2 as text"),
    (r"[-+]?0o[0-7_]+", "YAML 1.1 reads it as text, YAML 1.2 as an octal number"),
    (r"[-+]?0x[0-9a-fA-F_]+", "some readers take it for a hexadecimal number, others for text"),
    (r"[-+]?0[0-9_]+", "YAML 1.1 reads it as an octal number, YAML 1.2 as a decimal one"),
    (r"[-+]?[0-9][0-9_]*_[0-9_]*", "YAML 1.1 reads it as a number, YAML 1.2 as text"),
    (r"[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?", "YAML 1.1 reads it as a number of base 60, YAML 1.2 as text"),
    (r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)", "it is a number without a value that JSON could hold"),
    (r"[-+]?([0-9][0-9_]*\.?[0-9_]*|\.[0-9][0-9_]*)([eE][-+]?[0-9]+)?", "not every reader takes it for a number"),
    (r"=", "YAML 1.1 reads it as a default value, YAML 1.2 as text"),
];

static PATTERNS: LazyLock<Vec<(Regex, &'static str)>> = LazyLock::new(|| {
    let whole = |pattern: &str| Regex::new(&format!("^(?:{pattern})$")).ok();
    AMBIGUOUS.iter().filter_map(|(pattern, reading)| Some((whole(pattern)?, *reading))).collect()
});

/// Reads a plain scalar.
pub(super) fn classify(text: &str) -> Plain {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Plain::Null,
        "true" | "True" | "TRUE" => Plain::Bool(true),
        "false" | "False" | "FALSE" => Plain::Bool(false),
        _ if is_integer(text) => {
            text.parse().map_or(Plain::Ambiguous("the number is too large for some readers"), Plain::Integer)
        }
        _ if is_fraction(text) => match text.parse::<f64>() {
            Ok(value) if value.is_finite() => Plain::Float(value),
            _ => Plain::Ambiguous("the number is too large for some readers"),
        },
        _ => PATTERNS
            .iter()
            .find(|(pattern, _)| pattern.is_match(text))
            .map_or(Plain::Text, |(_, reading)| Plain::Ambiguous(reading)),
    }
}

/// `[-+]?(0|[1-9][0-9]*)`: an integer in both versions.
fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    is_digits(digits) && (digits == "0" || !digits.starts_with('0'))
}

/// `[-+]?(0|[1-9][0-9]*)\.[0-9]+([eE][-+][0-9]+)?`: a fraction in both versions.
fn is_fraction(text: &str) -> bool {
    let (mantissa, exponent) =
        text.split_once(['e', 'E']).map_or((text, None), |(mantissa, exponent)| (mantissa, Some(exponent)));
    let exponent_fits = exponent.is_none_or(|exponent| exponent.strip_prefix(['-', '+']).is_some_and(is_digits));
    exponent_fits && mantissa.split_once('.').is_some_and(|(whole, rest)| is_integer(whole) && is_digits(rest))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_compiles() {
        assert_eq!(PATTERNS.len(), AMBIGUOUS.len());
    }

    #[test]
    fn both_versions_agree_on_what_is_accepted() {
        for text in [
            "error",
            "yes please",
            "1.2.3",
            "10.0.0.1",
            "2026-01-31",
            "v1",
            "1,000",
            "a:b",
            "host:80",
            "12:99",
            "-",
            "..",
            "nil",
            "0z",
            "e3",
        ] {
            assert_eq!(classify(text), Plain::Text, "{text}");
        }
        for (text, value) in [("0", 0), ("-1", -1), ("+7", 7), ("9223372036854775807", i64::MAX), ("-0", 0)] {
            assert_eq!(classify(text), Plain::Integer(value), "{text}");
        }
        for (text, value) in [("0.5", 0.5), ("-1.25", -1.25), ("1.0e+3", 1000.0)] {
            assert_eq!(classify(text), Plain::Float(value), "{text}");
        }
        for (text, value) in [("true", true), ("TRUE", true), ("False", false)] {
            assert_eq!(classify(text), Plain::Bool(value), "{text}");
        }
        for text in ["", "~", "null", "NULL"] {
            assert_eq!(classify(text), Plain::Null, "{text}");
        }
    }

    #[test]
    fn what_readers_disagree_about_is_never_guessed() {
        for text in [
            "NO",
            "no",
            "n",
            "Y",
            "yes",
            "on",
            "Off",
            "0x10",
            "-0x1F",
            "0o17",
            "017",
            "08",
            "0b101",
            "1_000",
            "1_",
            "12:30:45",
            "1:30",
            "1:30.5",
            ".inf",
            "-.INF",
            ".nan",
            ".5",
            "5.",
            "1e3",
            "1.5e3",
            "1E+3",
            "01.5",
            "1_0.5",
            "=",
            "9223372036854775808",
            "1.0e+999",
        ] {
            assert!(matches!(classify(text), Plain::Ambiguous(_)), "{text}: {:?}", classify(text));
        }
    }
}
