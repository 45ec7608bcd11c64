//! Which of a model's findings are worth a reader's time: those on changed lines, under a known rule, with their proof.
//!
//! Each one that is not is counted and named. None of them, admitted or not, is an input of the gate.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use crate::change::Change;
use crate::finding::{RepoPath, RuleId, Severity, Side};
use crate::redaction::{MARKER, Redacted, Redactor};

use super::asked::{Dropped, Proposed, Remark};
use super::catalogue::Citable;
use super::prompt::Offered;
use super::reply::{Assessment, AssessmentWord, Issue, SeverityWord, SideWord};

/// How many findings are admitted.
const MAX_REMARKS: usize = 100;

/// How many dropped ones are named.
const MAX_DROPPED: usize = 100;

/// The most characters of one text.
const MAX_TEXT: usize = 2000;

/// The most characters by which a dropped one is named.
const MAX_NAMED: usize = 200;

/// By what a finding is admitted.
pub(super) struct Admission<'a> {
    pub(super) change: &'a Change,
    pub(super) rules: &'a BTreeMap<RuleId, Citable>,
    pub(super) redactor: &'a Redactor,
    /// The changed files as the prompt spelt them.
    pub(super) shown: &'a BTreeMap<String, RepoPath>,
    /// The findings of engines that the prompt listed, by their ids.
    pub(super) offered: &'a BTreeMap<String, Offered>,
}

impl Admission<'_> {
    /// Adds the admitted findings to `remarks`, which are then by path, line and rule, and the others to `dropped`, in their order.
    pub(super) fn admit(&self, issues: Vec<Issue>, remarks: &mut Vec<Remark>, dropped: &mut Vec<Dropped>) {
        for issue in issues {
            match self.one(&issue) {
                Ok(_) if remarks.len() >= MAX_REMARKS => self.drop(dropped, "too_many", &what(&issue)),
                Ok(remark) if remarks.contains(&remark) => {}
                Ok(remark) => remarks.push(remark),
                Err(why) => self.drop(dropped, why, &what(&issue)),
            }
        }
        remarks.sort_by(|one, other| (&one.path, one.line, &one.rule).cmp(&(&other.path, other.line, &other.rule)));
    }

    /// Adds the exceptions that the assessments propose, by the numbers of the findings that they dispute.
    pub(super) fn proposals(
        &self,
        assessments: Vec<serde_json::Value>,
        disputed: &mut BTreeMap<usize, Proposed>,
        dropped: &mut Vec<Dropped>,
    ) {
        for value in assessments {
            let Ok(assessment) = serde_json::from_value::<Assessment>(value) else {
                self.drop(dropped, "shape", "an assessment of evidence");
                continue;
            };
            let Some(offered) = self.offered.get(assessment.evidence_id.trim()) else {
                self.drop(dropped, "evidence_id", &assessment.evidence_id);
                continue;
            };
            let why = self.text(assessment.justification.as_deref());
            if assessment.status == AssessmentWord::Disputed && !why.as_str().trim().is_empty() {
                let Offered { number, rule, path, line, text: _ } = offered.clone();
                disputed.entry(number).or_insert(Proposed { rule, path, line, justification: why });
            }
        }
    }

    fn one(&self, issue: &Issue) -> Result<Remark, &'static str> {
        let path = self.shown.get(&issue.file).ok_or("place")?;
        let line = NonZeroU32::new(issue.line).ok_or("place")?;
        let file = self.change.file(path).ok_or("place")?;
        let (side, lines) = match issue.side {
            Some(SideWord::Left) => (Side::Left, &file.removed),
            Some(SideWord::Right) | None => (Side::Right, &file.added),
        };
        if !lines.intersects(line.get(), line.get()) {
            return Err("place");
        }
        let rule = issue.rule_id.as_deref().map(|id| RuleId::new(id.trim())).and_then(|id| self.rules.get(&id)).ok_or("rule")?;
        let proof = [&issue.impact, &issue.evidence, &issue.verification];
        if proof.iter().any(|text| text.as_deref().is_none_or(|text| text.trim().is_empty())) {
            return Err("proof");
        }
        let texts = [Some(&issue.message), issue.impact.as_ref(), issue.evidence.as_ref(), issue.suggestion.as_ref()];
        if texts.into_iter().flatten().any(|text| text.contains(MARKER)) {
            return Err("redacted");
        }
        let severity = match issue.severity {
            SeverityWord::Error => Severity::Error,
            SeverityWord::Warning => Severity::Warning,
            SeverityWord::Info => Severity::Info,
        };
        Ok(Remark {
            rule: rule.id.clone(),
            severity: severity.max(rule.severity),
            path: path.clone(),
            line,
            side,
            message: self.text(Some(&issue.message)),
            impact: self.text(issue.impact.as_deref()),
            evidence: self.text(issue.evidence.as_deref()),
            suggestion: self.text(issue.suggestion.as_deref()),
            verification: self.text(issue.verification.as_deref()),
        })
    }

    fn text(&self, text: Option<&str>) -> Redacted {
        // Redacted first: a cut could make half a secret unrecognisable.
        let whole = self.redactor.redact(text.unwrap_or_default().trim());
        if whole.as_str().chars().count() <= MAX_TEXT {
            return whole;
        }
        self.redactor.redact(&whole.as_str().chars().take(MAX_TEXT).chain("...".chars()).collect::<String>())
    }

    fn drop(&self, dropped: &mut Vec<Dropped>, why: &'static str, what: &str) {
        if dropped.len() < MAX_DROPPED {
            let line = what.split_whitespace().collect::<Vec<_>>().join(" ");
            let cut: String = self.redactor.redact(&line).as_str().chars().take(MAX_NAMED).collect();
            let what = self.redactor.redact(&cut);
            dropped.push(Dropped { why, what });
        }
    }
}

fn what(issue: &Issue) -> String {
    format!("{}:{} {}: {}", issue.file, issue.line, issue.rule_id.as_deref().unwrap_or("no rule"), issue.message)
}
