//! The one function that decides.

use std::collections::BTreeMap;

use crate::config::{GateSettings, RuleSetting, Section};
use crate::finding::{Issue, RuleId, Severity, Standing, SuppressedBy, Suppression};

use super::baseline::{self, Accepted};
use super::comment::{self, Comment};
use super::exception::{Exception, excepting};
use super::{Completeness, Decision, Disposition, Evidence, Judged, Own, Policy, Reason, own};

/// Judges every issue of `evidence`, and what the gate itself finds in it, and says whether the change may pass.
///
/// A source without an answer, or with files it could not look at, makes the review incomplete; so does a change for which no
/// counted source was asked at all. An empty change is complete: there was nothing to verify.
pub fn decide(evidence: &Evidence, gate: &GateSettings, rules: &BTreeMap<RuleId, RuleSetting>) -> Decision {
    let mut judged = Vec::new();
    let mut reasons = Vec::new();
    let mut any_counted = false;
    let mut comments = comment::Matched::new(evidence);
    let baseline = baseline::Matched::new(evidence);
    for (source_index, source) in evidence.sources.iter().enumerate() {
        let counted = source.counts(gate);
        any_counted |= counted;
        for (issue_index, issue) in source.issues.iter().enumerate() {
            let entry = baseline.by_issue.get(&(source_index, issue_index)).copied();
            let suppression = match excepting(evidence, issue) {
                Some(exception) => Some(excepted(exception)),
                None => silenced(issue, comments.silences(issue), entry),
            };
            // What a central policy orders heeds nothing that the repository says; under a policy, exceptions are the policy's own.
            let heeds = |by: SuppressedBy| source.section != Section::Policy || by == SuppressedBy::Exception;
            let heeded = suppression.as_ref().map(|one| one.by).filter(|by| heeds(*by));
            let ruling = Ruling { counted, heeded, threshold: source.fail_on };
            let (severity, disposition) = ruling.judge(issue, rules);
            judged.push(Judged { source: source_index, issue: issue_index, severity, disposition, suppression });
        }
        if counted {
            reasons.extend(source.reasons());
        }
    }
    if !any_counted && !evidence.empty_change {
        reasons.push(Reason { token: "nothing_ran".to_owned(), engine: None, detail: String::new() });
    }
    let own: Vec<Own> = own::find(evidence, gate, &comments, &baseline)
        .into_iter()
        .map(|found| {
            let ruling = Ruling { counted: found.counted, heeded: None, threshold: gate.fail_on };
            let (severity, disposition) = ruling.judge(&found.issue, rules);
            Own { issue: found.issue, severity, fail_on: gate.fail_on, disposition }
        })
        .collect();
    let mut dispositions = judged.iter().map(|one| one.disposition).chain(own.iter().map(|one| one.disposition));
    let breach = dispositions.any(|disposition| disposition == Disposition::Blocking);
    Decision {
        policy: if breach { Policy::Breach } else { Policy::Pass },
        completeness: if reasons.is_empty() { Completeness::Complete } else { Completeness::Incomplete },
        inconclusive: gate.inconclusive,
        judged,
        own,
        reasons,
    }
}

/// Who answers for an issue, until when, and why.
fn excepted(exception: &Exception) -> Suppression {
    let reason = format!("{} ({}, until {})", exception.reason, exception.owner, exception.expires);
    Suppression { by: SuppressedBy::Exception, reason }
}

/// What silences an issue: a comment with its reason, else the engine's own means, else the baseline.
fn silenced(issue: &Issue, comment: Option<&Comment>, entry: Option<&Accepted>) -> Option<Suppression> {
    let comment = comment.and_then(|comment| comment.reason.clone());
    let entry = entry.filter(|entry| !entry.expired).map(|entry| entry.reason.clone());
    let comment = comment.map(|reason| Suppression { by: SuppressedBy::Comment, reason });
    comment.or_else(|| issue.suppressed.clone()).or(entry.map(|reason| Suppression { by: SuppressedBy::Baseline, reason }))
}

/// By what an issue is judged.
struct Ruling {
    /// Whether its source counts.
    counted: bool,
    /// What silences it, as far as its source heeds that.
    heeded: Option<SuppressedBy>,
    /// Its threshold.
    threshold: Severity,
}

impl Ruling {
    fn judge(&self, issue: &Issue, rules: &BTreeMap<RuleId, RuleSetting>) -> (Severity, Disposition) {
        let setting = rules.get(&issue.rule).copied().unwrap_or_default();
        let severity = setting.severity.unwrap_or(issue.severity);
        let disposition = if setting.enabled == Some(false) {
            Disposition::RuleDisabled
        } else if !self.counted {
            Disposition::SourceNotCounted
        } else if let Some(by) = self.heeded {
            match by {
                SuppressedBy::Exception => Disposition::Excepted,
                SuppressedBy::Baseline => Disposition::Baselined,
                SuppressedBy::Comment | SuppressedBy::EngineComment | SuppressedBy::EngineFile => Disposition::Suppressed,
            }
        } else if issue.standing == Standing::PreExisting {
            Disposition::PreExisting
        } else if severity < self.threshold {
            Disposition::BelowThreshold
        } else {
            Disposition::Blocking
        };
        (severity, disposition)
    }
}
