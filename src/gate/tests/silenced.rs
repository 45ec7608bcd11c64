//! What silences a finding, as a table over everything that meets: the finding, a comment, the baseline, and whose the source is.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::{any_source, evidence, issue, source};
use crate::config::{GateSettings, RuleSetting, Section};
use crate::finding::{Location, OwnRule, RepoPath, RuleId, Severity, Standing, SuppressedBy, Suppression};
use crate::gate::{Accepted, Baseline, Cited, Comment, Decision, Disposition, Evidence, Source, Verdict, decide};

const UNUSED: &str = OwnRule::UNUSED.id;
const NO_REASON: &str = OwnRule::NO_REASON.id;
const STALE: &str = OwnRule::STALE.id;
const EXPIRED: &str = OwnRule::EXPIRED.id;

pub(super) fn comment(rule: &str, line: u32, reason: Option<&str>) -> Comment {
    Comment {
        path: RepoPath::from("a.rs"),
        line,
        last_line: line + 1,
        rules: vec![Cited { rule: RuleId::new(rule), looked: true }],
        reason: reason.map(str::to_owned),
        invalid: None,
        standing: Standing::New,
        snippet: None,
    }
}

/// An entry that accepts the issue that `issue(rule, …)` makes.
pub(super) fn accepted(rule: &str, path: &str, line: u32) -> Accepted {
    let found = issue(rule, Severity::Error, Standing::New);
    Accepted {
        rule: found.rule,
        fingerprint: found.fingerprint,
        path: RepoPath::from(path),
        line,
        reason: "known".to_owned(),
        expires: None,
        expired: false,
        looked: true,
    }
}

pub(super) fn baseline(entries: Vec<Accepted>) -> Baseline {
    Baseline { file: RepoPath::from("baseline"), entries }
}

pub(super) fn decided(evidence: &Evidence) -> Decision {
    decide(evidence, &GateSettings::default(), &BTreeMap::new())
}

/// The rules of what the gate itself found.
fn own(decision: &Decision) -> Vec<&str> {
    decision.own.iter().map(|own| own.issue.rule.as_str()).collect()
}

#[derive(Debug, Clone, Copy)]
enum Found {
    New,
    PreExisting,
    Nothing,
}

#[derive(Debug, Clone, Copy)]
enum Said {
    Nothing,
    WithReason,
    WithoutReason,
}

#[derive(Debug, Clone, Copy)]
enum Accepts {
    Nothing,
    It,
    Expired,
}

/// One row: what meets, what becomes of the finding, and what the gate itself finds.
type Case = (Found, Said, Accepts, Option<Disposition>, &'static [&'static str]);

use Disposition::{Baselined, Blocking, PreExisting, Suppressed};

/// A source of the repository.
const REPOSITORY: [Case; 27] = [
    (Found::New, Said::Nothing, Accepts::Nothing, Some(Blocking), &[]),
    (Found::New, Said::Nothing, Accepts::It, Some(Baselined), &[]),
    (Found::New, Said::Nothing, Accepts::Expired, Some(Blocking), &[EXPIRED]),
    (Found::New, Said::WithReason, Accepts::Nothing, Some(Suppressed), &[]),
    (Found::New, Said::WithReason, Accepts::It, Some(Suppressed), &[]),
    (Found::New, Said::WithReason, Accepts::Expired, Some(Suppressed), &[EXPIRED]),
    (Found::New, Said::WithoutReason, Accepts::Nothing, Some(Blocking), &[NO_REASON]),
    (Found::New, Said::WithoutReason, Accepts::It, Some(Baselined), &[NO_REASON]),
    (Found::New, Said::WithoutReason, Accepts::Expired, Some(Blocking), &[NO_REASON, EXPIRED]),
    (Found::PreExisting, Said::Nothing, Accepts::Nothing, Some(PreExisting), &[]),
    (Found::PreExisting, Said::Nothing, Accepts::It, Some(Baselined), &[]),
    (Found::PreExisting, Said::Nothing, Accepts::Expired, Some(PreExisting), &[EXPIRED]),
    (Found::PreExisting, Said::WithReason, Accepts::Nothing, Some(Suppressed), &[]),
    (Found::PreExisting, Said::WithReason, Accepts::It, Some(Suppressed), &[]),
    (Found::PreExisting, Said::WithReason, Accepts::Expired, Some(Suppressed), &[EXPIRED]),
    (Found::PreExisting, Said::WithoutReason, Accepts::Nothing, Some(PreExisting), &[NO_REASON]),
    (Found::PreExisting, Said::WithoutReason, Accepts::It, Some(Baselined), &[NO_REASON]),
    (Found::PreExisting, Said::WithoutReason, Accepts::Expired, Some(PreExisting), &[NO_REASON, EXPIRED]),
    (Found::Nothing, Said::Nothing, Accepts::Nothing, None, &[]),
    (Found::Nothing, Said::Nothing, Accepts::It, None, &[STALE]),
    (Found::Nothing, Said::Nothing, Accepts::Expired, None, &[STALE]),
    (Found::Nothing, Said::WithReason, Accepts::Nothing, None, &[UNUSED]),
    (Found::Nothing, Said::WithReason, Accepts::It, None, &[UNUSED, STALE]),
    (Found::Nothing, Said::WithReason, Accepts::Expired, None, &[UNUSED, STALE]),
    (Found::Nothing, Said::WithoutReason, Accepts::Nothing, None, &[NO_REASON]),
    (Found::Nothing, Said::WithoutReason, Accepts::It, None, &[NO_REASON, STALE]),
    (Found::Nothing, Said::WithoutReason, Accepts::Expired, None, &[NO_REASON, STALE]),
];

fn case(found: Found, said: Said, accepts: Accepts, section: Section) -> Evidence {
    let issues = match found {
        Found::New => vec![issue("scan:a", Severity::Error, Standing::New)],
        Found::PreExisting => vec![issue("scan:a", Severity::Error, Standing::PreExisting)],
        Found::Nothing => Vec::new(),
    };
    let comments = match said {
        Said::Nothing => Vec::new(),
        Said::WithReason => vec![comment("scan:a", 1, Some("fine"))],
        Said::WithoutReason => vec![comment("scan:a", 1, None)],
    };
    let baseline = match accepts {
        Accepts::Nothing => None,
        Accepts::It => Some(baseline(vec![accepted("scan:a", "a.rs", 1)])),
        Accepts::Expired => Some(baseline(vec![Accepted { expired: true, ..accepted("scan:a", "a.rs", 1) }])),
    };
    Evidence { comments, baseline, ..evidence(vec![Source { section, ..source(issues) }]) }
}

#[test]
fn every_case_of_finding_comment_and_baseline() {
    for (found, said, accepts, disposition, rules) in REPOSITORY {
        let decision = decided(&case(found, said, accepts, Section::Repository));
        let what = format!("{found:?}, {said:?}, {accepts:?}");
        assert_eq!(decision.judged.first().map(|judged| judged.disposition), disposition, "{what}");
        assert_eq!(own(&decision), rules, "{what}");
        let rejected = disposition == Some(Blocking);
        assert_eq!(decision.verdict(), if rejected { Verdict::Rejected } else { Verdict::Approved }, "{what}");
    }
}

/// What the repository says silences nothing of a source that the central policy orders. What it says is shown all the same, and
/// what it says in vain is found as always.
#[test]
fn a_policys_source_heeds_nothing_of_the_repository() {
    for (found, said, accepts, _, rules) in REPOSITORY {
        let decision = decided(&case(found, said, accepts, Section::Policy));
        let what = format!("{found:?}, {said:?}, {accepts:?}");
        let expected = match found {
            Found::New => Some(Blocking),
            Found::PreExisting => Some(PreExisting),
            Found::Nothing => None,
        };
        assert_eq!(decision.judged.first().map(|judged| judged.disposition), expected, "{what}");
        assert_eq!(own(&decision), rules, "{what}");
        let shown = decision.judged.first().and_then(|judged| judged.suppression.as_ref()).map(|suppression| suppression.by);
        let silencer = match (found, said, accepts) {
            (Found::Nothing, ..) => None,
            (_, Said::WithReason, _) => Some(SuppressedBy::Comment),
            (_, _, Accepts::It) => Some(SuppressedBy::Baseline),
            _ => None,
        };
        assert_eq!(shown, silencer, "{what}");
    }
}

#[test]
fn an_engines_own_means_count_unless_the_policy_orders_it() {
    let silenced = |section| {
        let found = crate::finding::Issue {
            suppressed: Some(Suppression { by: SuppressedBy::EngineComment, reason: String::new() }),
            ..issue("scan:a", Severity::Error, Standing::New)
        };
        decided(&evidence(vec![Source { section, ..source(vec![found]) }]))
    };
    let (repository, policy) = (silenced(Section::Repository), silenced(Section::Policy));
    assert_eq!((repository.judged[0].disposition, repository.verdict()), (Disposition::Suppressed, Verdict::Approved));
    assert_eq!((policy.judged[0].disposition, policy.verdict()), (Disposition::Blocking, Verdict::Rejected));
    assert!(policy.judged[0].suppression.is_some());
}

#[test]
fn a_comment_silences_its_rule_on_its_lines_in_its_file_and_nothing_else() {
    let at = |path: &str, line| crate::finding::Issue {
        location: Location::line(RepoPath::from(path), line),
        ..issue("scan:a", Severity::Error, Standing::New)
    };
    let table = [
        (at("a.rs", 4), comment("scan:a", 5, Some("r")), false),
        (at("a.rs", 5), comment("scan:a", 5, Some("r")), true),
        (at("a.rs", 6), comment("scan:a", 5, Some("r")), true),
        (at("a.rs", 7), comment("scan:a", 5, Some("r")), false),
        (at("b.rs", 5), comment("scan:a", 5, Some("r")), false),
        (at("a.rs", 5), comment("scan:b", 5, Some("r")), false),
        (at("a.rs", 5), comment("scan:a2", 5, Some("r")), false),
        (at("a.rs", 5), comment("other:a", 5, Some("r")), false),
        // A finding that spans lines is silenced where it begins.
        (
            crate::finding::Issue { location: at("a.rs", 3).location.through(8), ..at("a.rs", 3) },
            comment("scan:a", 5, Some("r")),
            false,
        ),
        // A finding about a whole file has no line.
        (at("a.rs", 0), comment("scan:a", 1, Some("r")), false),
        (at("a.rs", 5), Comment { invalid: Some("*".to_owned()), ..comment("scan:a", 5, Some("r")) }, false),
    ];
    for (found, comment, silenced) in table {
        let what = format!("{comment:?} over {:?}", found.location);
        let evidence = Evidence { comments: vec![comment], ..evidence(vec![source(vec![found])]) };
        let expected = if silenced { Disposition::Suppressed } else { Disposition::Blocking };
        assert_eq!(decided(&evidence).judged[0].disposition, expected, "{what}");
    }
}

#[test]
fn unused_is_said_rule_by_rule_and_only_where_the_engine_looked() {
    let mut both = comment("scan:a", 1, Some("fine"));
    both.rules.push(Cited { rule: RuleId::new("scan:b"), looked: true });
    both.rules.push(Cited { rule: RuleId::new("scan:c"), looked: false });
    let found =
        Evidence { comments: vec![both], ..evidence(vec![source(vec![issue("scan:a", Severity::Error, Standing::New)])]) };
    let decision = decided(&found);
    assert_eq!(own(&decision), [UNUSED]);
    assert!(decision.own[0].issue.message.contains("`scan:b`"));
}

#[test]
fn what_the_gate_finds_itself_is_judged_like_anything_else() {
    let unused = || Evidence { comments: vec![comment("scan:a", 1, Some("fine"))], ..evidence(vec![source(Vec::new())]) };
    let rule = |enabled, severity| BTreeMap::from([(RuleId::new(UNUSED), RuleSetting { enabled, severity })]);
    let warning = GateSettings { fail_on: Severity::Warning, ..GateSettings::default() };
    let elsewhere = GateSettings { sources: vec!["other".to_owned()], ..GateSettings::default() };
    let table = [
        (GateSettings::default(), BTreeMap::new(), Disposition::BelowThreshold),
        (warning.clone(), BTreeMap::new(), Disposition::Blocking),
        (GateSettings::default(), rule(None, Some(Severity::Error)), Disposition::Blocking),
        (warning, rule(Some(false), None), Disposition::RuleDisabled),
        (elsewhere, BTreeMap::new(), Disposition::SourceNotCounted),
    ];
    for (gate, rules, expected) in table {
        let decision = decide(&unused(), &gate, &rules);
        assert_eq!(decision.own[0].disposition, expected, "{gate:?} {rules:?}");
        assert_eq!(decision.verdict() == Verdict::Rejected, expected == Disposition::Blocking);
    }
    let old = Evidence {
        comments: vec![Comment { standing: Standing::PreExisting, ..comment("scan:a", 1, None) }],
        ..evidence(vec![source(Vec::new())])
    };
    assert_eq!(decided(&old).own[0].disposition, Disposition::PreExisting);
}

proptest! {
    /// Comments and a baseline only ever take findings out of the count; they turn nothing else into a rejection at the default
    /// threshold, and silence nothing that the policy orders.
    #[test]
    fn silencing_is_monotonic_and_never_reaches_the_policy(sources in prop::collection::vec(any_source(), 0..3), policy in any::<bool>()) {
        let section = if policy { Section::Policy } else { Section::Repository };
        let sources: Vec<Source> = sources.into_iter().map(|one| Source { section, ..one }).collect();
        let plain = decided(&evidence(sources.clone()));
        let silencing = Evidence {
            comments: vec![comment("scan:a", 1, Some("fine")), comment("scan:b", 1, None)],
            baseline: Some(baseline(vec![accepted("scan:b", "a.rs", 1), accepted("scan:a", "z.rs", 2)])),
            ..evidence(sources)
        };
        let decision = decided(&silencing);
        prop_assert!(plain.verdict() == Verdict::Rejected || decision.verdict() == plain.verdict());
        for (one, other) in decision.judged.iter().zip(&plain.judged) {
            let silenced = matches!(one.disposition, Disposition::Suppressed | Disposition::Baselined);
            prop_assert!(silenced || one.disposition == other.disposition);
            prop_assert!(!(silenced && policy));
        }
    }
}
