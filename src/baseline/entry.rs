//! What a baseline holds.

use crate::finding::{Day, Fingerprint, RepoPath, RuleId};

/// The file, below the root of the repository.
pub const FILE: &str = ".aurumcode/baseline.json";

/// A baseline as it was read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Baseline {
    /// Its entries, in the file's order.
    pub entries: Vec<Entry>,
}

/// One accepted occurrence of a finding. Two that are equal accept two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The rule's published name.
    pub rule: RuleId,
    /// Where it was when it was accepted.
    pub path: RepoPath,
    /// The finding's identity.
    pub fingerprint: Fingerprint,
    /// Why it was accepted.
    pub reason: Option<String>,
    /// The last day on which it counts.
    pub expires: Option<Day>,
    /// The line of the file that it begins on, from 1; 0 for one that is in no file yet.
    pub line: u32,
}

impl Entry {
    /// The order in the file: what a reader looks for first, so that a difference shows what was accepted and nothing else.
    pub(super) fn key(&self) -> (&RepoPath, &RuleId, &Fingerprint, Option<&str>, Option<Day>) {
        (&self.path, &self.rule, &self.fingerprint, self.reason.as_deref(), self.expires)
    }
}
