//! What an audit says about single findings, for `explain`.
//!
//! It takes the file's word for everything: whether the verdict follows from it, `verify` says.

use crate::finding::{RuleId, RuleInfo};
use crate::report::explain::{Place, RecordedFinding};

use super::verify::{VerifyError, parse};
use super::words::Word;

/// The findings and rules of an audit.
#[derive(Debug, Clone)]
pub struct Recorded {
    /// Every finding, in the audit's order, equal ones together.
    pub findings: Vec<RecordedFinding>,
    /// The rules behind them.
    pub rules: Vec<RuleInfo>,
}

/// Reads the findings of an audit.
///
/// # Errors
///
/// When the text is too large, of another version, or not of the shape of `audit/v1`.
pub fn recorded(text: &str) -> Result<Recorded, VerifyError> {
    let audit = parse(text)?;
    let mut findings: Vec<RecordedFinding> = Vec::new();
    for finding in &audit.findings {
        let place = Place {
            path: finding.path.clone(),
            line: finding.line.map(std::num::NonZeroU32::get),
            column: finding.column.map(std::num::NonZeroU32::get),
            disposition: finding.disposition.word().to_owned(),
        };
        let same =
            |known: &&mut RecordedFinding| known.fingerprint == finding.fingerprint && known.rule == finding.rule_id.as_str();
        match findings.iter_mut().find(same) {
            Some(known) => known.places.push(place),
            None => findings.push(RecordedFinding {
                fingerprint: finding.fingerprint.clone(),
                engine: finding.engine.clone(),
                rule: finding.rule_id.clone(),
                severity: finding.severity.into(),
                message: finding.message.clone(),
                head: audit.subject.head.clone(),
                places: vec![place],
            }),
        }
    }
    let rules = audit.rules.into_iter().map(|rule| RuleInfo {
        id: RuleId::new(rule.rule_id),
        severity: None,
        title: rule.title,
        help: rule.help,
        tags: rule.tags,
    });
    Ok(Recorded { findings, rules: rules.collect() })
}
