//! The baseline: findings that were accepted as they are, and which issues are those.
//!
//! An entry accepts one occurrence, so a copy of an accepted problem is new. An issue finds its entry by rule and fingerprint; the
//! path only says which of several equal ones is meant, so that a file may move. It must never accept a place that nobody looked at
//! a second time: an entry whose own place was not looked at stays with that place.

use std::collections::BTreeMap;

use crate::finding::{Fingerprint, Issue, Location, RepoPath, RuleId, Standing};

use super::Evidence;

/// The baseline that judges the change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Baseline {
    /// The file, for messages and places.
    pub file: RepoPath,
    /// What it accepts, in the file's order.
    pub entries: Vec<Accepted>,
}

/// One accepted occurrence of a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted {
    /// The rule's published name.
    pub rule: RuleId,
    /// The finding's identity.
    pub fingerprint: Fingerprint,
    /// Where it was accepted.
    pub path: RepoPath,
    /// The line of the entry in the baseline's file, from 1.
    pub line: u32,
    /// Why it was accepted, redacted; may be empty.
    pub reason: String,
    /// The last day on which it counts, `YYYY-MM-DD`.
    pub expires: Option<String>,
    /// Whether that day has passed.
    pub expired: bool,
    /// Whether its place was looked at.
    pub looked: bool,
}

/// Which issue an entry accepts, by source and place among the source's issues.
pub(super) type Place = (usize, usize);

/// What makes two findings equal, wherever they lie.
type Identity<'a> = (&'a RuleId, &'a Fingerprint);

/// What the baseline of an evidence does.
#[derive(Default)]
pub(super) struct Matched<'a> {
    /// The entry of each issue that has one.
    pub(super) by_issue: BTreeMap<Place, &'a Accepted>,
    /// The entries whose finding is gone.
    pub(super) stale: Vec<&'a Accepted>,
}

impl<'a> Matched<'a> {
    /// Matches the entries of `evidence` with its issues, each with at most one.
    pub(super) fn new(evidence: &'a Evidence) -> Self {
        let Some(baseline) = &evidence.baseline else { return Self::default() };
        let mut entries: BTreeMap<Identity<'_>, Vec<&Accepted>> = BTreeMap::new();
        for entry in &baseline.entries {
            entries.entry((&entry.rule, &entry.fingerprint)).or_default().push(entry);
        }
        let mut issues: BTreeMap<Identity<'_>, Vec<Free<'_>>> = BTreeMap::new();
        for (source, one) in evidence.sources.iter().enumerate() {
            for (index, issue) in one.issues.iter().enumerate() {
                issues.entry((&issue.rule, &issue.fingerprint)).or_default().push(Free { place: (source, index), issue });
            }
        }
        let mut matched = Self::default();
        for (identity, entries) in entries {
            matched.pair(issues.remove(&identity).unwrap_or_default(), entries);
        }
        matched.stale.sort_by_key(|entry| entry.line);
        matched
    }

    /// Pairs the issues and entries of one identity: first those of the same file, then those that may have moved.
    fn pair(&mut self, mut issues: Vec<Free<'_>>, mut entries: Vec<&'a Accepted>) {
        // What was there before has the first claim; the rest of the order must not depend on how the evidence is sorted.
        issues.sort_by_cached_key(Free::order);
        // An entry whose time is over gives way to one that counts.
        entries.sort_by_key(|entry| (entry.expired, entry.line));
        for same_file in [true, false] {
            issues.retain(|free| {
                let fits = |entry: &&Accepted| {
                    if same_file { entry.path == free.issue.location.path } else { entry.looked }
                };
                let Some(found) = entries.iter().position(fits) else { return true };
                self.by_issue.insert(free.place, entries.remove(found));
                false
            });
        }
        self.stale.extend(entries.into_iter().filter(|entry| entry.looked));
    }
}

/// An issue that has no entry yet.
struct Free<'a> {
    place: Place,
    issue: &'a Issue,
}

impl Free<'_> {
    fn order(&self) -> impl Ord + use<> {
        let Location { path, line, end_line, column, end_column, side: _ } = &self.issue.location;
        (self.issue.standing == Standing::New, path.to_string(), (*line, *end_line), (*column, *end_column))
    }
}
