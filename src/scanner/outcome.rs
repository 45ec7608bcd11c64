//! What the host makes of a run.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::config::{Scope, Section};
use crate::finding::{Issue, Origin, RuleId, RuleInfo, Severity, Unreviewed};

use super::FailureReason;

/// One engine's answer, named, redacted, scoped, fingerprinted, without duplicates and sorted; or the reason why it has none.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The engine's registered name.
    pub engine: String,
    /// Its category.
    pub category: &'static str,
    /// Its typed origin.
    pub origin: Origin,
    /// Who declared the entry.
    pub section: Section,
    /// The entry's threshold.
    pub fail_on: Severity,
    /// The scope that its issues were judged by.
    pub scope: Scope,
    /// Program and rules that answered; empty when it failed before saying so.
    pub version: String,
    /// Its issues, by path, line, rule and message. Empty whenever `failure` is set.
    pub issues: Vec<Issue>,
    /// Files in its scope that it could not look at, by path.
    pub unreviewed: Vec<Unreviewed>,
    /// Why there is no answer.
    pub failure: Option<Failure>,
    /// The rules behind the issues, by name, each once.
    pub rules: Vec<RuleInfo>,
    /// The rules that it says it ran, so that their silence means something.
    pub ran: BTreeSet<RuleId>,
    /// How long it ran.
    pub duration: Duration,
}

/// Why an engine has no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The reason token.
    pub reason: FailureReason,
    /// What happened: one line, redacted, at most 240 bytes.
    pub detail: String,
}
