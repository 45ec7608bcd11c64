//! How bad a result is: its kind, its level, and the score that code scanning services read.
//!
//! Of what a file says about the same result, the worse counts: a gate must not let one of two words talk the other down.

use serde_json::Value;

use crate::finding::Severity;

/// What ranks a result.
#[derive(Debug, Default)]
pub(super) struct Words<'a> {
    /// `result.kind` (section 3.27.9).
    pub kind: Option<&'a str>,
    /// `result.level` (section 3.27.10).
    pub level: Option<&'a str>,
    /// The level that the invocation gave the rule.
    pub overridden: Option<&'a str>,
    /// The level that the rule has by itself.
    pub default: Option<&'a str>,
    /// `security-severity` of the rule or the result: a CVSS score, as text or number.
    pub security: [Option<&'a Value>; 2],
}

/// The rank of a result; nothing when it says that nothing is wrong.
pub(super) fn severity(words: &Words<'_>) -> Option<Severity> {
    match words.kind {
        Some("pass" | "notApplicable" | "informational") => None,
        // It may be a problem, and the scanner does not say that it is one.
        Some("open" | "review") => Some(Severity::Info),
        // "fail", which is also meant where there is no kind, and words that the standard does not have.
        Some(_) | None => {
            let level = words.level.or(words.overridden).or(words.default).unwrap_or("warning");
            let scores = words.security.iter().flatten().filter_map(|value| score(value));
            scores.chain([ranked(level)]).max()
        }
    }
}

/// The rank of a level. A word that the standard does not have ranks as an error.
pub(super) fn ranked(level: &str) -> Severity {
    match level {
        "none" | "note" => Severity::Info,
        other => Severity::of_scanner(other),
    }
}

/// The rank of a score, in the bands of CVSS 3.1, section 5; nothing for an empty text.
fn score(value: &Value) -> Option<Severity> {
    let number = match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) if text.trim().is_empty() => return None,
        Value::String(text) => match text.trim().parse::<f64>() {
            Ok(number) => Some(number),
            Err(_) => return Some(Severity::of_scanner(text)),
        },
        Value::Null => return None,
        Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    };
    Some(match number {
        Some(number) if (0.0..4.0).contains(&number) => Severity::Info,
        Some(number) if (4.0..7.0).contains(&number) => Severity::Warning,
        Some(_) | None => Severity::Error,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_worse_word_counts() {
        use Severity::{Error, Info, Warning};
        let table = [
            (None, None, None, json!(null), Some(Warning)),
            (None, Some("note"), None, json!(null), Some(Info)),
            (None, Some("none"), None, json!(null), Some(Info)),
            (None, Some("fatal"), None, json!(null), Some(Error)),
            (None, None, Some("error"), json!(null), Some(Error)),
            (None, Some("note"), Some("error"), json!(null), Some(Info)),
            (None, Some("note"), None, json!("9.8"), Some(Error)),
            (None, Some("error"), None, json!("2.0"), Some(Error)),
            (None, Some("note"), None, json!(5.5), Some(Warning)),
            (None, Some("note"), None, json!("medium"), Some(Warning)),
            (None, Some("note"), None, json!("??"), Some(Error)),
            (None, Some("note"), None, json!(""), Some(Info)),
            (None, Some("note"), None, json!("NaN"), Some(Error)),
            (Some("fail"), Some("error"), None, json!(null), Some(Error)),
            (Some("pass"), Some("error"), None, json!("9.8"), None),
            (Some("notApplicable"), None, None, json!(null), None),
            (Some("informational"), None, None, json!(null), None),
            (Some("review"), Some("error"), None, json!(null), Some(Info)),
            (Some("open"), None, None, json!(null), Some(Info)),
            (Some("Fail"), None, None, json!(null), Some(Warning)),
        ];
        for (kind, level, default, security, expected) in table {
            let words = Words { kind, level, overridden: None, default, security: [Some(&security), None] };
            assert_eq!(severity(&words), expected, "{words:?}");
        }
        let words = Words { overridden: Some("error"), default: Some("note"), ..Words::default() };
        assert_eq!(severity(&words), Some(Error));
    }
}
