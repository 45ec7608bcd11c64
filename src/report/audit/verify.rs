//! Decides again from an audit and compares.
//!
//! The gate is a pure function, so an audit that holds its whole input proves its output: what the configuration and the findings
//! in the file lead to is what the file says. It cannot prove that the findings are those that were found: whoever edits the
//! evidence, the lists and the verdict together, so that they agree, writes another consistent audit. Against that, keep audits
//! where their subject cannot write, or sign them; and run the review again on the named commits.

use serde::Deserialize;

use crate::finding::{Code, Diagnostic};
use crate::gate::{Decision, Disposition, Own, Verdict, decide};

use super::rebuild::{Rebuilt, rebuild};
use super::suppression::Suppression;
use super::v1::{Audit, BlockingFinding, Finding};
use super::words::{self, Word};

/// The largest audit that is read, in bytes. A hundred thousand findings take about 60 MB.
pub const AUDIT_LIMIT: usize = 256 * 1024 * 1024;

/// Differences beyond this many are counted, not listed.
const MAX_DIFFERENCES: usize = 100;

/// What deciding again gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verification {
    /// The verdict that the audit records.
    pub recorded: Verdict,
    /// The verdict that its evidence and settings lead to.
    pub recomputed: Verdict,
    /// Where the audit differs from what its evidence leads to, or contradicts itself, one line each. Foreign text in it is not yet
    /// made harmless.
    pub differences: Vec<String>,
}

impl Verification {
    /// Whether the audit holds: every recorded word of the decision is what the evidence leads to.
    pub fn holds(&self) -> bool {
        self.differences.is_empty()
    }
}

/// The file is no audit that this program can check.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// It is larger than [`AUDIT_LIMIT`].
    #[error("the audit has {0} bytes; at most {AUDIT_LIMIT} are read")]
    TooLarge(usize),
    /// It is of another version, by its own word.
    #[error("the audit says that its schema is `{0}`; this program checks `audit/v1`")]
    Schema(String),
    /// It is not JSON of that shape.
    #[error("the file is no audit/v1 document: {0}")]
    Shape(String),
}

impl VerifyError {
    /// The problem with its remedy, for the renderer.
    pub fn diagnostic(&self) -> Diagnostic {
        let help = match self {
            Self::TooLarge(_) => "Review fewer files at once, for example with `ignore` or by path, and audit that.",
            Self::Schema(_) => "Verify the audit with the version of aurumcode that its `program` names.",
            Self::Shape(_) => "Give the file that `--audit` wrote, unchanged; `aurumcode schema audit` prints its shape.",
        };
        Diagnostic::new(Code::REPORT_BAD_AUDIT, self.to_string()).help(help)
    }
}

/// Decides again from the text of an audit, and compares the answer with the recorded one: verdict, axes, decision, reasons, the
/// severity and disposition of each finding, and the list of blocking ones.
///
/// # Errors
///
/// When the text is too large, of another version, or not exactly of the shape of `audit/v1`.
pub fn verify(text: &str) -> Result<Verification, VerifyError> {
    let audit = parse(text)?;
    let rebuilt = rebuild(&audit);
    let reasons = audit.model.as_ref().map(|model| model.reasons(audit.deliberation.as_ref())).unwrap_or_default();
    let decision = decide(&rebuilt.evidence, &rebuilt.gate, &rebuilt.rules).with_reasons(reasons);
    let mut differences = compare(&audit, &rebuilt, &decision);
    differences.extend(rebuilt.contradictions);
    if let Some(more) = differences.len().checked_sub(MAX_DIFFERENCES).filter(|&more| more > 0) {
        differences.truncate(MAX_DIFFERENCES);
        differences.push(format!("and {more} more"));
    }
    Ok(Verification { recorded: audit.verdict.into(), recomputed: decision.verdict(), differences })
}

/// The audit that a text is.
pub(super) fn parse(text: &str) -> Result<Audit, VerifyError> {
    if text.len() > AUDIT_LIMIT {
        return Err(VerifyError::TooLarge(text.len()));
    }
    /// Whatever else the document holds.
    #[derive(Deserialize)]
    struct Versioned {
        schema: String,
    }
    match serde_json::from_str::<Versioned>(text) {
        Ok(document) if document.schema != "audit/v1" => Err(VerifyError::Schema(document.schema)),
        Ok(_) | Err(_) => serde_json::from_str(text).map_err(|error| VerifyError::Shape(error.to_string())),
    }
}

fn compare(audit: &Audit, rebuilt: &Rebuilt, decision: &Decision) -> Vec<String> {
    let mut differences = Vec::new();
    let mut same = |what: &str, recorded: &str, recomputed: &str| {
        if recorded != recomputed {
            differences.push(format!("{what}: the audit says {recorded}, its evidence leads to {recomputed}"));
        }
    };
    let outcome = if decision.blocks() { words::Outcome::Block } else { words::Outcome::Pass };
    same("verdict", audit.verdict.word(), decision.verdict().as_str());
    same("policy", audit.policy.word(), words::Policy::from(decision.policy).word());
    same("completeness", audit.completeness.word(), words::Completeness::from(decision.completeness).word());
    same("gate.decision", audit.gate.decision.word(), outcome.word());

    let recorded = audit.gate.reasons.iter().map(|reason| named(&reason.reason, reason.engine.as_deref()));
    let recomputed = decision.reasons.iter().map(|reason| named(&reason.token, reason.engine.as_deref()));
    same("gate.reasons", &listed(recorded), &listed(recomputed));

    let mut blocking = Vec::new();
    for judged in &decision.judged {
        let place = rebuilt.places.get(judged.source).and_then(|places| places.get(judged.issue)).copied();
        let Some((place, finding)) = place.and_then(|place| Some((place, audit.findings.get(place)?))) else { continue };
        let what = |field: &str| format!("finding {} ({}): {field}", place + 1, finding.rule_id);
        let suppression = judged.suppression.as_ref().map(Suppression::of);
        same(&what("severity"), finding.severity.word(), judged.severity.as_str());
        same(&what("disposition"), finding.disposition.word(), judged.disposition.as_str());
        same(&what("suppression"), &silenced(finding.suppression.as_ref()), &silenced(suppression.as_ref()));
        if judged.disposition == Disposition::Blocking {
            blocking.push((place, BlockingFinding { severity: judged.severity.into(), ..BlockingFinding::of(finding) }));
        }
    }
    let own = |place: &usize| audit.findings.get(*place).map(|finding| (*place, finding));
    let recorded: Vec<(usize, &Finding)> = rebuilt.own.iter().filter_map(own).collect();
    let (told, found) = (recorded.iter().map(|(_, finding)| told(finding)), decision.own.iter().map(found));
    same("findings of the gate", &sorted(told), &sorted(found));
    let blocks = |(_, finding): &&(usize, &Finding)| finding.disposition == Disposition::Blocking.into();
    blocking.extend(recorded.iter().filter(blocks).map(|(place, finding)| (*place, BlockingFinding::of(finding))));
    blocking.sort_by_key(|(place, _)| *place);
    if !blocking.iter().map(|(_, finding)| finding).eq(&audit.blocking_findings) {
        let (recorded, recomputed) = (audit.blocking_findings.len(), blocking.len());
        differences.push(format!("blocking_findings: the list ({recorded}) is not that of the blocking findings ({recomputed})"));
    }
    differences
}

fn named(reason: &str, engine: Option<&str>) -> String {
    engine.map_or_else(|| reason.to_owned(), |engine| format!("{reason} ({engine})"))
}

/// A finding of the gate itself, as the audit records it. Its words are not compared: paths in them are spelt as they are shown.
fn told(finding: &Finding) -> String {
    let (severity, disposition) = (finding.severity.word(), finding.disposition.word());
    format!("{} {} {}:{} {disposition}", severity, finding.rule_id, finding.path, line(finding.line))
}

/// The same as the gate finds it again.
fn found(own: &Own) -> String {
    let (path, place) = (&own.issue.location.path, line(own.issue.location.line));
    let path = path.as_str().unwrap_or_default();
    format!("{} {} {path}:{place} {}", own.severity, own.issue.rule, own.disposition.as_str())
}

fn line(line: Option<std::num::NonZeroU32>) -> u32 {
    line.map_or(0, std::num::NonZeroU32::get)
}

fn silenced(suppression: Option<&Suppression>) -> String {
    suppression.map_or_else(|| "none".to_owned(), |one| format!("{} ({})", one.by.word(), one.reason))
}

/// A list whose order says nothing.
fn sorted(entries: impl Iterator<Item = String>) -> String {
    let mut entries: Vec<String> = entries.collect();
    entries.sort_unstable();
    listed(entries.into_iter())
}

fn listed(reasons: impl Iterator<Item = String>) -> String {
    let reasons: Vec<String> = reasons.collect();
    if reasons.is_empty() { "none".to_owned() } else { reasons.join(", ") }
}
