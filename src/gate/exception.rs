//! Exceptions: somebody answers for one rule's findings in one file, until a day, and which issues those are.
//!
//! Rule and path must be those of the issue exactly. An exception removes nothing: the issue leaves with its own disposition, with
//! the owner and the reason beside it. It counts for every source alike.

use crate::finding::{Issue, RepoPath, RuleId};

use super::Evidence;

/// One exception for the reviewed repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exception {
    /// The rule's published name.
    pub rule: RuleId,
    /// The file.
    pub path: RepoPath,
    /// Who answers for it, redacted.
    pub owner: String,
    /// Why, redacted.
    pub reason: String,
    /// The last day on which it counts, `YYYY-MM-DD`.
    pub expires: String,
    /// Whether that day has passed.
    pub expired: bool,
    /// Whether it is known that the reviewed repository is the one that it is made for. An exception of which this is not known
    /// counts for nothing.
    pub verified: bool,
    /// Whether its engine looked at the file, so that silence means that there is nothing to except.
    pub looked: bool,
}

impl Exception {
    /// Whether it names the issue, whether or not it counts.
    fn names(&self, issue: &Issue) -> bool {
        self.rule == issue.rule && self.path == issue.location.path
    }

    /// Whether it counts.
    const fn counts(&self) -> bool {
        self.verified && !self.expired
    }
}

/// The exception that counts for an issue, if there is one.
pub(super) fn excepting<'a>(evidence: &'a Evidence, issue: &Issue) -> Option<&'a Exception> {
    evidence.exceptions.iter().find(|one| one.counts() && one.names(issue))
}

/// Exceptions without effect, and why.
pub(super) enum WithoutEffect {
    /// Its day has passed, and what it names is still found.
    Expired,
    /// It is not known that it is made for this repository, and what it names is found.
    Unverified,
    /// What it names is not found.
    Unused,
}

/// Every exception that has no effect although somebody may count on it, in the configuration's order.
pub(super) fn without_effect(evidence: &Evidence) -> impl Iterator<Item = (&Exception, WithoutEffect)> {
    evidence.exceptions.iter().filter_map(|one| {
        let mut issues = evidence.sources.iter().flat_map(|source| &source.issues);
        let in_place = |other: &Exception| other.counts() && (&other.rule, &other.path) == (&one.rule, &one.path);
        match issues.any(|issue| one.names(issue)) {
            // Another one may have taken its place.
            true if one.counts() || evidence.exceptions.iter().any(in_place) => None,
            true if !one.verified => Some((one, WithoutEffect::Unverified)),
            true => Some((one, WithoutEffect::Expired)),
            false => (one.looked && one.verified).then_some((one, WithoutEffect::Unused)),
        }
    })
}
