//! What silences findings in an audit: comments, the engines' own means and the baseline, from the evidence and back into it.
//!
//! The audit holds all of it, used or not, so that whoever decides again finds the same comments unused and the same entries stale.

use std::num::NonZeroU32;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::finding::{self, Fingerprint, RepoPath, RuleId};
use crate::gate;

use super::words::{Standing, SuppressedBy};

/// What silences a finding.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Suppression {
    /// What does.
    pub(super) by: SuppressedBy,
    /// Why; may be empty.
    pub(super) reason: String,
}

/// A suppression comment.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Comment {
    /// The path.
    pub(super) path: String,
    /// The path's bytes in hexadecimal, when they are not UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) path_bytes: Option<String>,
    /// The line that it stands on.
    pub(super) line: NonZeroU32,
    /// The last line whose findings it silences; `line` is the first.
    pub(super) last_line: NonZeroU32,
    /// The rules that it names.
    pub(super) rules: Vec<Cited>,
    /// The reason; null when there is none, and the comment has no effect.
    pub(super) reason: Option<String>,
    /// What stands where a rule should; null when every name is one, else the comment has no effect.
    pub(super) invalid: Option<String>,
    /// Whether the change is answerable for it.
    pub(super) standing: Standing,
}

/// A rule that a comment names.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Cited {
    /// The published name.
    pub(super) rule_id: String,
    /// Whether its engine looked for it there, so that silence means that there is nothing to silence.
    pub(super) looked: bool,
}

/// The baseline that judged the change.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Baseline {
    /// The file.
    pub(super) file: String,
    /// What it accepts, in the file's order.
    pub(super) entries: Vec<Accepted>,
}

/// One accepted occurrence of a finding.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Accepted {
    /// The rule's published name.
    pub(super) rule_id: String,
    /// The finding's identity.
    pub(super) fingerprint: String,
    /// Where it was accepted.
    pub(super) path: String,
    /// The line of the entry in the file.
    pub(super) line: u32,
    /// Why it was accepted; may be empty.
    pub(super) reason: String,
    /// The last day on which it counts.
    pub(super) expires: Option<String>,
    /// Whether that day had passed.
    pub(super) expired: bool,
    /// Whether its place was looked at.
    pub(super) looked: bool,
}

/// One exception for the reviewed repository.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Exception {
    /// The rule's published name.
    pub(super) rule_id: String,
    /// The file.
    pub(super) path: String,
    /// Who answers for it.
    pub(super) owner: String,
    /// Why.
    pub(super) reason: String,
    /// The last day on which it counts.
    pub(super) expires: String,
    /// Whether that day had passed.
    pub(super) expired: bool,
    /// Whether it was known that the reviewed repository is the one that it is made for.
    pub(super) verified: bool,
    /// Whether its engine looked at the file.
    pub(super) looked: bool,
}

impl Exception {
    /// An exception of the evidence.
    pub(super) fn of(exception: &gate::Exception) -> Self {
        let gate::Exception { rule, path, owner, reason, expires, expired, verified, looked } = exception;
        Self {
            rule_id: rule.to_string(),
            path: path.to_string(),
            owner: owner.clone(),
            reason: reason.clone(),
            expires: expires.clone(),
            expired: *expired,
            verified: *verified,
            looked: *looked,
        }
    }

    /// The same for the gate. The path keeps its escaped spelling, as those of the findings do.
    pub(super) fn rebuilt(&self) -> gate::Exception {
        gate::Exception {
            rule: RuleId::new(&self.rule_id),
            path: RepoPath::from(self.path.as_str()),
            owner: self.owner.clone(),
            reason: self.reason.clone(),
            expires: self.expires.clone(),
            expired: self.expired,
            verified: self.verified,
            looked: self.looked,
        }
    }
}

impl Suppression {
    /// What silences a finding.
    pub(super) fn of(suppression: &finding::Suppression) -> Self {
        Self { by: suppression.by.into(), reason: suppression.reason.clone() }
    }

    /// The same for the gate.
    pub(super) fn rebuilt(&self) -> finding::Suppression {
        finding::Suppression { by: self.by.into(), reason: self.reason.clone() }
    }
}

impl Comment {
    /// A comment of the evidence; `bytes` writes the bytes of a path that is no text.
    pub(super) fn of(comment: &gate::Comment, bytes: fn(&RepoPath) -> Option<String>) -> Self {
        let cited = |cited: &gate::Cited| Cited { rule_id: cited.rule.to_string(), looked: cited.looked };
        Self {
            path: comment.path.to_string(),
            path_bytes: bytes(&comment.path),
            line: NonZeroU32::new(comment.line).unwrap_or(NonZeroU32::MIN),
            last_line: NonZeroU32::new(comment.last_line).unwrap_or(NonZeroU32::MIN),
            rules: comment.rules.iter().map(cited).collect(),
            reason: comment.reason.clone(),
            invalid: comment.invalid.clone(),
            standing: comment.standing.into(),
        }
    }

    /// The same for the gate. The path keeps its escaped spelling, as those of the findings do.
    pub(super) fn rebuilt(&self) -> gate::Comment {
        let cited = |cited: &Cited| gate::Cited { rule: RuleId::new(&cited.rule_id), looked: cited.looked };
        gate::Comment {
            path: RepoPath::from(self.path.as_str()),
            line: self.line.get(),
            last_line: self.last_line.get(),
            rules: self.rules.iter().map(cited).collect(),
            reason: self.reason.clone(),
            invalid: self.invalid.clone(),
            standing: self.standing.into(),
            snippet: None,
        }
    }
}

impl Baseline {
    /// The baseline of the evidence.
    pub(super) fn of(baseline: &gate::Baseline) -> Self {
        let entry = |entry: &gate::Accepted| Accepted {
            rule_id: entry.rule.to_string(),
            fingerprint: entry.fingerprint.to_string(),
            path: entry.path.to_string(),
            line: entry.line,
            reason: entry.reason.clone(),
            expires: entry.expires.clone(),
            expired: entry.expired,
            looked: entry.looked,
        };
        Self { file: baseline.file.to_string(), entries: baseline.entries.iter().map(entry).collect() }
    }

    /// The same for the gate, and what is wrong with it.
    pub(super) fn rebuilt(&self, contradictions: &mut Vec<String>) -> gate::Baseline {
        let mut entries = Vec::with_capacity(self.entries.len());
        for entry in &self.entries {
            let Some(fingerprint) = Fingerprint::parse(&entry.fingerprint) else {
                contradictions.push(format!("baseline: `{}` is no fingerprint", entry.fingerprint));
                continue;
            };
            entries.push(gate::Accepted {
                rule: RuleId::new(&entry.rule_id),
                fingerprint,
                path: RepoPath::from(entry.path.as_str()),
                line: entry.line,
                reason: entry.reason.clone(),
                expires: entry.expires.clone(),
                expired: entry.expired,
                looked: entry.looked,
            });
        }
        gate::Baseline { file: RepoPath::from(self.file.as_str()), entries }
    }
}
