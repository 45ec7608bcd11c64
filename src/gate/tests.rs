//! The rule as tables and as properties.

mod accepted;
mod excepted;
mod silenced;

use std::collections::BTreeMap;

use proptest::prelude::*;

use crate::config::{GateSettings, Inconclusive, RuleSetting, Section};
use crate::finding::{Finding, Issue, Location, Origin, RepoPath, RuleId, Severity, Standing, Unreviewed};

use super::*;

fn issue(rule: &str, severity: Severity, standing: Standing) -> Issue {
    Finding::new(RuleId::new(rule), severity, Location::line(RepoPath::from("a.rs"), 1), "found").to_issue(
        &Origin::new("scan"),
        standing,
        b"code",
        b"code",
    )
}

fn source(issues: Vec<Issue>) -> Source {
    Source {
        engine: "scan".to_owned(),
        category: "sast".to_owned(),
        origin: Origin::new("scan"),
        section: Section::Repository,
        fail_on: Severity::Error,
        issues,
        gap: None,
        unreviewed: Vec::new(),
    }
}

fn evidence(sources: Vec<Source>) -> Evidence {
    Evidence { sources, ..Evidence::default() }
}

fn verdict(evidence: &Evidence, gate: &GateSettings) -> (Verdict, Vec<String>) {
    let decision = decide(evidence, gate, &BTreeMap::new());
    (decision.verdict(), decision.reasons.into_iter().map(|reason| reason.token).collect())
}

#[test]
fn the_verdict_follows_from_both_axes() {
    let gap = || Some(Gap { reason: "sast_unavailable".to_owned(), detail: String::new() });
    let unread = || vec![Unreviewed { path: RepoPath::from("big"), why: "too large".to_owned() }];
    let new_error = || issue("scan:a", Severity::Error, Standing::New);
    let gate = GateSettings::default();
    let table = [
        (source(vec![]), Verdict::Approved, vec![]),
        (source(vec![issue("scan:a", Severity::Warning, Standing::New)]), Verdict::Approved, vec![]),
        (source(vec![issue("scan:a", Severity::Error, Standing::PreExisting)]), Verdict::Approved, vec![]),
        (source(vec![new_error()]), Verdict::Rejected, vec![]),
        (Source { gap: gap(), ..source(vec![]) }, Verdict::Inconclusive, vec!["sast_unavailable"]),
        (Source { unreviewed: unread(), ..source(vec![]) }, Verdict::Inconclusive, vec!["sast_incomplete"]),
        (Source { unreviewed: unread(), ..source(vec![new_error()]) }, Verdict::Rejected, vec!["sast_incomplete"]),
    ];
    for (source, expected, reasons) in table {
        let (found, tokens) = verdict(&evidence(vec![source.clone()]), &gate);
        assert_eq!((found, tokens), (expected, reasons.into_iter().map(str::to_owned).collect()), "{source:?}");
    }
}

#[test]
fn nothing_ran_is_never_nothing_found() {
    let gate = GateSettings::default();
    assert_eq!(verdict(&evidence(vec![]), &gate), (Verdict::Inconclusive, vec!["nothing_ran".to_owned()]));
    let empty = Evidence { empty_change: true, ..evidence(vec![]) };
    assert_eq!(verdict(&empty, &gate), (Verdict::Approved, vec![]));
    let elsewhere = GateSettings { sources: vec!["lint".to_owned()], ..GateSettings::default() };
    assert_eq!(verdict(&evidence(vec![source(vec![])]), &elsewhere), (Verdict::Inconclusive, vec!["nothing_ran".to_owned()]));
}

#[test]
fn sources_select_by_engine_category_or_origin() {
    let found = evidence(vec![source(vec![issue("scan:a", Severity::Error, Standing::New)])]);
    for name in ["scan", "SAST", " scan "] {
        let gate = GateSettings { sources: vec![name.to_owned()], ..GateSettings::default() };
        assert_eq!(verdict(&found, &gate).0, Verdict::Rejected, "{name}");
    }
    let both = evidence(vec![
        source(vec![issue("scan:a", Severity::Error, Standing::New)]),
        Source { engine: "lint".to_owned(), category: "lint".to_owned(), origin: Origin::new("lint"), ..source(vec![]) },
    ]);
    let gate = GateSettings { sources: vec!["lint".to_owned()], ..GateSettings::default() };
    let decision = decide(&both, &gate, &BTreeMap::new());
    assert_eq!(decision.verdict(), Verdict::Approved);
    assert_eq!(decision.judged[0].disposition, Disposition::SourceNotCounted);
}

#[test]
fn rules_change_the_rank_or_take_a_rule_out() {
    let found = evidence(vec![source(vec![issue("scan:a", Severity::Error, Standing::New)])]);
    let setting = |enabled, severity| BTreeMap::from([(RuleId::new("scan:a"), RuleSetting { enabled, severity })]);
    let table = [
        (setting(None, None), Disposition::Blocking),
        (setting(Some(true), None), Disposition::Blocking),
        (setting(Some(false), None), Disposition::RuleDisabled),
        (setting(None, Some(Severity::Warning)), Disposition::BelowThreshold),
    ];
    for (rules, expected) in table {
        assert_eq!(decide(&found, &GateSettings::default(), &rules).judged[0].disposition, expected, "{rules:?}");
    }
}

#[test]
fn an_inconclusive_verdict_blocks_unless_the_configuration_says_warn() {
    for (mode, blocks) in [(Inconclusive::Block, true), (Inconclusive::Warn, false)] {
        let gate = GateSettings { inconclusive: mode, ..GateSettings::default() };
        assert_eq!(decide(&evidence(vec![]), &gate, &BTreeMap::new()).blocks(), blocks);
    }
}

fn any_severity() -> impl Strategy<Value = Severity> {
    prop_oneof![Just(Severity::Info), Just(Severity::Warning), Just(Severity::Error)]
}

fn any_issue() -> impl Strategy<Value = Issue> {
    let standing = prop_oneof![Just(Standing::New), Just(Standing::PreExisting)];
    ("scan:[abc]", any_severity(), standing).prop_map(|(rule, severity, standing)| issue(&rule, severity, standing))
}

fn any_source() -> impl Strategy<Value = Source> {
    (prop::collection::vec(any_issue(), 0..5), any_severity(), any::<bool>(), any::<bool>()).prop_map(
        |(issues, fail_on, failed, unread)| Source {
            issues: if failed { Vec::new() } else { issues },
            fail_on,
            gap: failed.then(|| Gap { reason: "sast_execution_error".to_owned(), detail: String::new() }),
            unreviewed: if unread {
                vec![Unreviewed { path: RepoPath::from("x"), why: "unreadable".to_owned() }]
            } else {
                Vec::new()
            },
            ..source(Vec::new())
        },
    )
}

proptest! {
    #[test]
    fn more_evidence_never_turns_a_rejection_into_anything_else(sources in prop::collection::vec(any_source(), 0..4), more in any_source()) {
        let gate = GateSettings::default();
        let before = verdict(&evidence(sources.clone()), &gate).0;
        let after = verdict(&evidence([sources, vec![more]].concat()), &gate).0;
        prop_assert!(before != Verdict::Rejected || after == Verdict::Rejected);
    }

    #[test]
    fn every_issue_leaves_with_one_disposition(sources in prop::collection::vec(any_source(), 0..4)) {
        let evidence = evidence(sources);
        let decision = decide(&evidence, &GateSettings::default(), &BTreeMap::new());
        let issues: Vec<(usize, usize)> = evidence
            .sources
            .iter()
            .enumerate()
            .flat_map(|(source, one)| (0..one.issues.len()).map(move |issue| (source, issue)))
            .collect();
        let judged: Vec<(usize, usize)> = decision.judged.iter().map(|one| (one.source, one.issue)).collect();
        prop_assert_eq!(judged, issues);
    }

    #[test]
    fn approval_means_that_everything_was_looked_at_and_nothing_reached_its_threshold(sources in prop::collection::vec(any_source(), 0..4)) {
        let evidence = evidence(sources);
        if decide(&evidence, &GateSettings::default(), &BTreeMap::new()).verdict() == Verdict::Approved {
            prop_assert!(!evidence.sources.is_empty());
            for source in &evidence.sources {
                prop_assert!(source.gap.is_none() && source.unreviewed.is_empty());
                prop_assert!(source.issues.iter().all(|issue| issue.standing == Standing::PreExisting || issue.severity < source.fail_on));
            }
        }
    }
}
