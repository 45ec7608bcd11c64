//! One secret, one hit: which of several matches on the same text is reported.

use std::collections::BTreeMap;
use std::ops::Range;

/// A match that passed its rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Match {
    /// The index of the rule.
    pub rule: usize,
    /// The rule ranks behind specific ones.
    pub generic: bool,
    /// Where the secret is.
    pub secret: Range<usize>,
}

/// Drops matches whose secret overlaps a better one, and sorts the rest by place.
///
/// A specific rule beats a generic one, then the longer secret wins, then the rule that comes first in the set.
pub(super) fn settle(mut matches: Vec<Match>) -> Vec<Match> {
    matches.sort_by_key(|found| (found.generic, usize::MAX - found.secret.len(), found.secret.start, found.rule));
    let mut kept: BTreeMap<usize, Match> = BTreeMap::new();
    for found in matches {
        let before = kept.range(..found.secret.end).next_back();
        if before.is_none_or(|(_, other)| other.secret.end <= found.secret.start) {
            kept.insert(found.secret.start, found);
        }
    }
    kept.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::{Match, settle};

    #[test]
    fn the_better_match_stays() {
        let found = |rule, generic, secret| Match { rule, generic, secret };
        let table = [
            (vec![found(0, true, 0..50), found(1, false, 10..20)], vec![1]),
            (vec![found(0, false, 10..20), found(1, false, 10..30)], vec![1]),
            (vec![found(1, false, 10..20), found(0, false, 10..20)], vec![0]),
            (vec![found(0, false, 10..20), found(0, false, 10..20)], vec![0]),
            (vec![found(2, false, 20..30), found(1, false, 0..10), found(0, true, 10..20)], vec![1, 0, 2]),
        ];
        for (matches, expected) in table {
            let kept: Vec<usize> = settle(matches.clone()).iter().map(|found| found.rule).collect();
            assert_eq!(kept, expected, "{matches:?}");
        }
    }
}
