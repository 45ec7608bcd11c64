//! The rules of the gate itself: what it says about the means by which findings are silenced.
//!
//! They are named `<area>/<rule>`, so that no rule of an engine (`<engine>:<rule>`) can be taken for one. Configuration switches
//! them off or changes their severity under `rules`, like any other rule.

use super::{RuleId, RuleInfo, Severity};

/// The name that the gate carries where a finding names its engine. No engine can have it: names of engines hold no underscore.
pub const GATE: &str = "_gate";

/// A rule of the gate itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnRule {
    /// The published name.
    pub id: &'static str,
    /// How bad a finding of it is, unless the configuration says otherwise.
    pub severity: Severity,
    /// One line: what it finds.
    pub title: &'static str,
    /// What to do about it.
    pub help: &'static str,
}

impl OwnRule {
    /// A comment that silences nothing.
    pub const UNUSED: Self = Self {
        id: "suppression/unused",
        severity: Severity::Warning,
        title: "A comment silences a rule that finds nothing there",
        help: "Remove the comment, or the name of that rule from it: left behind, it would silence the next finding in its place.",
    };
    /// A comment without a reason.
    pub const NO_REASON: Self = Self {
        id: "suppression/no-reason",
        severity: Severity::Warning,
        title: "A comment silences without a reason, so it has no effect",
        help: "Write the reason behind two dashes: `aurumcode: ignore <engine>:<rule> -- <reason>`.",
    };
    /// A comment that does not name rules exactly.
    pub const INVALID: Self = Self {
        id: "suppression/invalid",
        severity: Severity::Warning,
        title: "A comment does not name a rule exactly, so it has no effect",
        help: "Name each rule as reports do, `<engine>:<rule>`, with commas between several; wildcards are not accepted.",
    };
    /// An entry of the baseline without its finding.
    pub const STALE: Self = Self {
        id: "baseline/stale",
        severity: Severity::Warning,
        title: "The baseline accepts a finding that is gone",
        help: "Run `aurumcode baseline prune` and commit the file: left behind, the entry would accept the same problem again.",
    };
    /// An entry of the baseline whose time is over.
    pub const EXPIRED: Self = Self {
        id: "baseline/expired",
        severity: Severity::Warning,
        title: "The baseline accepted a finding until a day that has passed",
        help: "Mend the finding, which counts again, or accept it anew with a later day.",
    };
    /// An exception whose time is over.
    pub const EXCEPTION_EXPIRED: Self = Self {
        id: "exception/expired",
        severity: Severity::Warning,
        title: "An exception ended on a day that has passed",
        help: "Mend the finding, which counts again, or agree on a later day with the owner of the exception.",
    };
    /// An exception without its finding.
    pub const EXCEPTION_UNUSED: Self = Self {
        id: "exception/unused",
        severity: Severity::Warning,
        title: "An exception names what is not found",
        help: "Remove it from `exceptions`: left behind, it would except the next finding of that rule in that file.",
    };
    /// An exception of which nobody knows whether it is made for this repository.
    pub const EXCEPTION_UNVERIFIED: Self = Self {
        id: "exception/unverified",
        severity: Severity::Warning,
        title: "An exception cannot count, since nothing says which repository this is",
        help: "Give the clone a remote `origin` whose address ends in the repository's name: `git remote add origin <address>`.",
    };
    /// A change that edits what it is judged by.
    pub const EDITED: Self = Self {
        id: "gate/edited",
        severity: Severity::Warning,
        title: "The change edits a file that decides what counts",
        help: "Review the edit itself: it can let findings pass.",
    };

    /// Every one of them, by name.
    pub const ALL: &'static [Self] = &[
        Self::EXPIRED,
        Self::STALE,
        Self::EXCEPTION_EXPIRED,
        Self::EXCEPTION_UNUSED,
        Self::EXCEPTION_UNVERIFIED,
        Self::EDITED,
        Self::INVALID,
        Self::NO_REASON,
        Self::UNUSED,
    ];

    /// The published name.
    pub fn rule(&self) -> RuleId {
        RuleId::new(self.id)
    }

    /// What reports that list rules say about it.
    pub fn info(&self) -> RuleInfo {
        RuleInfo {
            id: self.rule(),
            severity: Some(self.severity),
            title: self.title.to_owned(),
            help: self.help.to_owned(),
            tags: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_rules_are_sorted_and_cannot_be_an_engines() {
        for pair in OwnRule::ALL.windows(2) {
            assert!(pair[0].id < pair[1].id, "{} before {}", pair[0].id, pair[1].id);
        }
        for rule in OwnRule::ALL {
            assert!(rule.id.contains('/') && !rule.id.contains(':') && !rule.title.is_empty() && !rule.help.is_empty());
        }
    }
}
