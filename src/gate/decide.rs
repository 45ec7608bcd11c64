//! The one function that decides.

use crate::config::{GateSettings, RuleSetting};
use crate::finding::{Issue, RuleId, Severity, Standing};

use super::{Completeness, Decision, Disposition, Evidence, Judged, Policy, Reason, Source};

/// Judges every issue of `evidence` and says whether the change may pass.
///
/// A source without an answer, or with files it could not look at, makes the review incomplete; so does a change for which no
/// counted source was asked at all. An empty change is complete: there was nothing to verify.
pub fn decide(evidence: &Evidence, gate: &GateSettings, rules: &std::collections::BTreeMap<RuleId, RuleSetting>) -> Decision {
    let mut judged = Vec::new();
    let mut reasons = Vec::new();
    let mut any_counted = false;
    for (source_index, source) in evidence.sources.iter().enumerate() {
        let counted = counts(source, gate);
        any_counted |= counted;
        for (issue_index, issue) in source.issues.iter().enumerate() {
            let setting = rules.get(&issue.rule).copied().unwrap_or_default();
            let severity = setting.severity.unwrap_or(issue.severity);
            let disposition = disposition(issue, severity, source.fail_on, setting, counted);
            judged.push(Judged { source: source_index, issue: issue_index, severity, disposition });
        }
        if counted {
            reasons.extend(source.reasons());
        }
    }
    if !any_counted && !evidence.empty_change {
        reasons.push(Reason { token: "nothing_ran".to_owned(), engine: None, detail: String::new() });
    }
    let breach = judged.iter().any(|one| one.disposition == Disposition::Blocking);
    Decision {
        policy: if breach { Policy::Breach } else { Policy::Pass },
        completeness: if reasons.is_empty() { Completeness::Complete } else { Completeness::Incomplete },
        inconclusive: gate.inconclusive,
        judged,
        reasons,
    }
}

fn counts(source: &Source, gate: &GateSettings) -> bool {
    gate.sources.is_empty() || gate.sources.iter().any(|name| source.answers(name))
}

fn disposition(issue: &Issue, severity: Severity, threshold: Severity, setting: RuleSetting, counted: bool) -> Disposition {
    if setting.enabled == Some(false) {
        Disposition::RuleDisabled
    } else if !counted {
        Disposition::SourceNotCounted
    } else if issue.standing == Standing::PreExisting {
        Disposition::PreExisting
    } else if severity < threshold {
        Disposition::BelowThreshold
    } else {
        Disposition::Blocking
    }
}
