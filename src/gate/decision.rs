//! What the gate says: two axes, the verdict they make, and what became of each issue.

use crate::config::Inconclusive;
use crate::finding::{Issue, Severity, Suppression};

/// The policy axis: did anything counted reach its threshold?
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    /// Nothing did.
    Pass,
    /// At least one issue did.
    Breach,
}

/// The completeness axis: was everything verified that was asked for?
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Completeness {
    /// Everything was.
    Complete,
    /// Something was not; the decision's reasons say what.
    Incomplete,
}

/// The verdict that the two axes make.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Pass and complete.
    Approved,
    /// Breach, complete or not.
    Rejected,
    /// Pass, but not complete.
    Inconclusive,
}

impl Verdict {
    /// The word that reports and the audit use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Approved => "approved",
            Self::Rejected => "rejected",
            Self::Inconclusive => "inconclusive",
        }
    }
}

/// The gate's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The policy axis.
    pub policy: Policy,
    /// The completeness axis.
    pub completeness: Completeness,
    /// What an inconclusive verdict does, by the configuration.
    pub inconclusive: Inconclusive,
    /// What became of each issue: one per issue of the evidence, in the evidence's order.
    pub judged: Vec<Judged>,
    /// What the gate itself found about the means by which findings are silenced, by path, line, rule and message.
    pub own: Vec<Own>,
    /// Why the review is not complete, in the evidence's order; empty exactly when it is complete.
    pub reasons: Vec<Reason>,
}

impl Decision {
    /// The verdict: a breach rejects whatever else happened; a pass approves only when complete.
    pub fn verdict(&self) -> Verdict {
        match (self.policy, self.completeness) {
            (Policy::Breach, _) => Verdict::Rejected,
            (Policy::Pass, Completeness::Complete) => Verdict::Approved,
            (Policy::Pass, Completeness::Incomplete) => Verdict::Inconclusive,
        }
    }

    /// The same decision with further reasons why the review is not complete. It can only lose completeness by them: no finding, no
    /// disposition and no breach changes.
    #[must_use]
    pub fn with_reasons(mut self, more: Vec<Reason>) -> Self {
        self.reasons.extend(more);
        if !self.reasons.is_empty() {
            self.completeness = Completeness::Incomplete;
        }
        self
    }

    /// Whether the change may not pass.
    pub fn blocks(&self) -> bool {
        match self.verdict() {
            Verdict::Approved => false,
            Verdict::Rejected => true,
            Verdict::Inconclusive => self.inconclusive == Inconclusive::Block,
        }
    }
}

/// What became of one issue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// The index of its source in the evidence.
    pub source: usize,
    /// Its index among the source's issues.
    pub issue: usize,
    /// Its rank after the configuration's `rules`.
    pub severity: Severity,
    /// Whether it blocks, and if not, why not.
    pub disposition: Disposition,
    /// What silences it, whether or not that counts: it does where the disposition says so.
    pub suppression: Option<Suppression>,
}

/// A finding of the gate itself, judged like any other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Own {
    /// The finding.
    pub issue: Issue,
    /// Its rank after the configuration's `rules`.
    pub severity: Severity,
    /// The threshold that it was held against: the gate's.
    pub fail_on: Severity,
    /// Whether it blocks, and if not, why not.
    pub disposition: Disposition,
}

/// Why an issue does or does not block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Disposition {
    /// New, counted, and at or above its threshold.
    Blocking,
    /// New and counted, below its threshold.
    BelowThreshold,
    /// There before the change, by the entry's scope.
    PreExisting,
    /// The configuration switches its rule off.
    RuleDisabled,
    /// `gate.sources` does not name its source.
    SourceNotCounted,
    /// A comment, or the engine's own means, silences it.
    Suppressed,
    /// The baseline accepts it.
    Baselined,
    /// An exception of the configuration answers for it.
    Excepted,
}

impl Disposition {
    /// The word that the audit and SARIF use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Blocking => "blocking",
            Self::BelowThreshold => "below-threshold",
            Self::PreExisting => "pre-existing",
            Self::RuleDisabled => "rule-disabled",
            Self::SourceNotCounted => "source-not-counted",
            Self::Suppressed => "suppressed",
            Self::Baselined => "baselined",
            Self::Excepted => "excepted",
        }
    }
}

/// One reason why the review is not complete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// The token: a source's, or `nothing_ran` when no counted source was asked.
    pub token: String,
    /// The engine, when one engine is the reason.
    pub engine: Option<String>,
    /// What exactly happened, on one redacted line; may be empty.
    pub detail: String,
}
