//! The program's report (semgrep_output_v1): what is decoded of it, and in which order it is believed.

use serde::Deserialize;

use crate::scanner::ScanError;
use crate::scanner::wrapped::json;

/// The report. A key that is not decoded may be anything; one that is must be there.
#[derive(Deserialize)]
pub(super) struct Output {
    pub(super) version: String,
    pub(super) results: Vec<Match>,
    pub(super) errors: Vec<Trouble>,
    pub(super) paths: Scanned,
    /// Rules that did not run.
    #[serde(default)]
    pub(super) skipped_rules: Vec<SkippedRule>,
}

/// One finding.
#[derive(Clone, Deserialize)]
pub(super) struct Match {
    pub(super) check_id: String,
    pub(super) path: String,
    pub(super) start: Position,
    pub(super) end: Position,
    pub(super) extra: Extra,
}

/// Line and column from 1; the column counts bytes, and that of an end is exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub(super) struct Position {
    pub(super) line: u32,
    pub(super) col: u32,
}

#[derive(Clone, Deserialize)]
pub(super) struct Extra {
    pub(super) message: String,
    pub(super) severity: String,
    #[serde(default)]
    pub(super) metadata: serde_json::Map<String, serde_json::Value>,
    /// Whether a comment of the author silences it; semgrep leaves that out.
    #[serde(default)]
    pub(super) is_ignored: Option<bool>,
}

/// Something that went wrong, in a file or with a rule.
#[derive(Deserialize)]
pub(super) struct Trouble {
    pub(super) level: String,
    /// A name, or a list that begins with one.
    #[serde(rename = "type")]
    pub(super) kind: serde_json::Value,
    #[serde(default)]
    pub(super) rule_id: Option<String>,
    #[serde(default)]
    pub(super) message: Option<String>,
    #[serde(default)]
    pub(super) long_msg: Option<String>,
    #[serde(default)]
    pub(super) path: Option<String>,
    #[serde(default)]
    pub(super) spans: Option<Vec<Span>>,
}

#[derive(Deserialize)]
pub(super) struct Span {
    pub(super) file: String,
    pub(super) start: Line,
    pub(super) end: Line,
}

#[derive(Deserialize)]
pub(super) struct Line {
    pub(super) line: u32,
}

#[derive(Deserialize)]
pub(super) struct Scanned {
    /// There with `--verbose`.
    #[serde(default)]
    pub(super) skipped: Option<Vec<Skipped>>,
}

/// A file or folder that was left out.
#[derive(Deserialize)]
pub(super) struct Skipped {
    pub(super) path: String,
    pub(super) reason: String,
}

#[derive(Deserialize)]
pub(super) struct SkippedRule {
    pub(super) rule_id: String,
}

impl Trouble {
    /// The name of its kind.
    pub(super) fn kind(&self) -> &str {
        self.kind.as_str().or_else(|| self.kind.get(0)?.as_str()).unwrap_or("unknown")
    }

    /// The first line of what it says.
    pub(super) fn words(&self) -> &str {
        let text = self.long_msg.as_deref().or(self.message.as_deref()).unwrap_or_default();
        text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default()
    }
}

/// Reads the report.
pub(super) fn output(stdout: &[u8]) -> Result<Output, ScanError> {
    json(stdout)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_without_results_is_none() {
        let whole = r#"{"version": "1.0.0", "results": [], "errors": [], "paths": {"scanned": []}}"#;
        assert!(output(whole.as_bytes()).is_ok_and(|output| output.paths.skipped.is_none()));
        for key in ["version", "results", "errors", "paths"] {
            let without = whole.replace(&format!("\"{key}\""), "\"other\"");
            assert!(matches!(output(without.as_bytes()), Err(ScanError::InvalidOutput(_))), "{key}");
        }
    }

    #[test]
    fn kinds_are_names_or_lists() {
        let kind = |json: &str| {
            let text = format!(r#"{{"level": "warn", "type": {json}}}"#);
            serde_json::from_str::<Trouble>(&text).expect("an error").kind().to_owned()
        };
        assert_eq!(kind(r#""Timeout""#), "Timeout");
        assert_eq!(kind(r#"["PartialParsing", [{}]]"#), "PartialParsing");
        assert_eq!((kind("[]"), kind("{}")), ("unknown".to_owned(), "unknown".to_owned()));
    }
}
