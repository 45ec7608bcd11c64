//! Which findings the baseline accepts: one occurrence an entry, whatever moves and however the evidence is sorted.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::silenced::{accepted, baseline, comment, decided};
use super::{evidence, issue, source};
use crate::config::{GateSettings, RuleSetting};
use crate::finding::{Location, RepoPath, RuleId, Severity, Standing};
use crate::gate::Disposition::{Baselined, Blocking};
use crate::gate::{Accepted, Disposition, Evidence, decide};

/// Each occurrence needs an entry of its own; the place that an entry names has the first claim on it.
#[test]
fn a_copy_of_an_accepted_problem_is_new() {
    let at = |path: &str, standing| crate::finding::Issue {
        location: Location::line(RepoPath::from(path), 1),
        ..issue("scan:a", Severity::Error, standing)
    };
    let new = |path| at(path, Standing::New);
    let unseen = |path| Accepted { looked: false, ..accepted("scan:a", path, 1) };
    let table = [
        // In the same file.
        (vec![new("a.rs"), new("a.rs")], vec![accepted("scan:a", "a.rs", 1)], vec![Baselined, Blocking]),
        (vec![new("a.rs"), new("a.rs")], vec![accepted("scan:a", "a.rs", 1), accepted("scan:a", "a.rs", 2)], vec![Baselined; 2]),
        // In another file: the copy is new, whichever comes first.
        (vec![new("a.rs"), new("b.rs")], vec![accepted("scan:a", "b.rs", 1)], vec![Blocking, Baselined]),
        (vec![new("a.rs"), new("b.rs")], vec![accepted("scan:a", "a.rs", 1)], vec![Baselined, Blocking]),
        // Moved: its old place was looked at and holds it no more.
        (vec![new("b.rs")], vec![accepted("scan:a", "a.rs", 1)], vec![Baselined]),
        // Nobody looked at the old place: it still holds the accepted one.
        (vec![new("b.rs")], vec![unseen("a.rs")], vec![Blocking]),
        (vec![new("a.rs")], vec![unseen("a.rs")], vec![Baselined]),
        // What was there before has the first claim.
        (vec![new("b.rs"), at("c.rs", Standing::PreExisting)], vec![accepted("scan:a", "a.rs", 1)], vec![Blocking, Baselined]),
        // Another rule or other code is another problem.
        (vec![new("a.rs")], vec![accepted("scan:b", "a.rs", 1)], vec![Blocking]),
    ];
    for (issues, entries, expected) in table {
        let what = format!("{entries:?}");
        let evidence = Evidence { baseline: Some(baseline(entries)), ..evidence(vec![source(issues)]) };
        let found: Vec<Disposition> = decided(&evidence).judged.iter().map(|judged| judged.disposition).collect();
        assert_eq!(found, expected, "{what}");
    }
}

#[test]
fn an_entry_is_stale_only_where_somebody_looked_and_its_finding_is_gone() {
    let table = [
        (vec![accepted("scan:b", "a.rs", 7)], vec![7]),
        (vec![Accepted { looked: false, ..accepted("scan:b", "a.rs", 7) }], vec![]),
        (vec![accepted("scan:a", "a.rs", 1), accepted("scan:a", "a.rs", 2)], vec![2]),
        // A finding that a comment silences, or whose rule is off, is still there.
        (vec![accepted("scan:a", "a.rs", 1)], vec![]),
    ];
    for (entries, lines) in table {
        let evidence = Evidence {
            baseline: Some(baseline(entries)),
            comments: vec![comment("scan:a", 1, Some("fine"))],
            ..evidence(vec![source(vec![issue("scan:a", Severity::Error, Standing::New)])])
        };
        let rules = BTreeMap::from([(RuleId::new("scan:a"), RuleSetting { enabled: Some(false), severity: None })]);
        for rules in [BTreeMap::new(), rules] {
            let decision = decide(&evidence, &GateSettings::default(), &rules);
            let stale: Vec<u32> =
                decision.own.iter().filter_map(|own| own.issue.location.line).map(std::num::NonZeroU32::get).collect();
            assert_eq!(stale, lines);
        }
    }
}

proptest! {
    /// However the evidence is sorted, the same number of issues is accepted, and never more than there are entries.
    #[test]
    fn an_entry_accepts_at_most_one(paths in prop::collection::vec(prop::sample::select(&["a", "b", "c"][..]), 0..6),
                                    entries in prop::collection::vec((prop::sample::select(&["a", "b", "d"][..]), any::<bool>(), any::<bool>()), 0..6)) {
        let issues: Vec<_> = paths.iter().zip(1..).map(|(path, line)| crate::finding::Issue {
            location: Location::line(RepoPath::from(*path), line),
            ..issue("scan:a", Severity::Error, Standing::New)
        }).collect();
        let entries: Vec<_> = entries.into_iter().zip(1..).map(|((path, looked, expired), line)| {
            Accepted { looked, expired, ..accepted("scan:a", path, line) }
        }).collect();
        let count = |issues: Vec<crate::finding::Issue>| {
            let evidence = Evidence { baseline: Some(baseline(entries.clone())), ..evidence(vec![source(issues)]) };
            let decision = decided(&evidence);
            decision.judged.iter().filter(|judged| judged.disposition == Disposition::Baselined).count()
        };
        let reversed = issues.iter().rev().cloned().collect();
        let accepted = count(issues);
        prop_assert!(accepted <= entries.iter().filter(|entry| !entry.expired).count());
        prop_assert_eq!(accepted, count(reversed));
    }
}
