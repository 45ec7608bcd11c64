//! Edits of a baseline: accepting findings, and removing entries whose finding is gone.

use std::collections::BTreeSet;

use crate::finding::{Day, Issue};

use super::{Baseline, Entry};

/// With which words findings are accepted.
#[derive(Debug, Clone, Default)]
pub struct Accepting {
    /// Why.
    pub reason: Option<String>,
    /// The last day on which it counts.
    pub expires: Option<Day>,
}

/// Adds an entry for each of `issues`, none of which has one that counts. An entry of the same finding whose time is over by `today`
/// makes room for the new one.
pub fn accept<'a>(baseline: &Baseline, issues: impl IntoIterator<Item = &'a Issue>, how: &Accepting, today: Day) -> Baseline {
    let mut entries = baseline.entries.clone();
    for issue in issues {
        let same = |entry: &Entry| entry.rule == issue.rule && entry.fingerprint == issue.fingerprint;
        let over = |entry: &Entry| entry.line > 0 && entry.expires.is_some_and(|day| day < today);
        if let Some(old) = entries.iter().position(|entry| same(entry) && over(entry)) {
            entries.remove(old);
        }
        entries.push(Entry {
            rule: issue.rule.clone(),
            path: issue.location.path.clone(),
            fingerprint: issue.fingerprint.clone(),
            reason: how.reason.clone(),
            expires: how.expires,
            line: 0,
        });
    }
    Baseline { entries }
}

/// Removes the entries on these lines of the file.
pub fn prune(baseline: &Baseline, lines: &BTreeSet<u32>) -> Baseline {
    Baseline { entries: baseline.entries.iter().filter(|entry| !lines.contains(&entry.line)).cloned().collect() }
}
