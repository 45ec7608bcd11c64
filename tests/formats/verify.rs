//! Verification: every audit of the real gate holds, and no edit of one place makes another decision pass for the gate's.

use aurumcode::config::{
    ContextSettings, DeliberationSettings, Entry, GateSettings, Inconclusive, Language, ModelSettings, RuleSetting, Scope,
    Section, Settings,
};
use aurumcode::finding::{Finding, Issue, Location, Origin, RepoPath, RuleId, Severity, Standing, Unreviewed};
use aurumcode::gate::{Evidence, Gap, Source, Verdict, decide};
use aurumcode::report::{AUDIT_LIMIT, EngineRun, Model, Subject, SubjectKind, VerifyError, audit, verify};
use proptest::prelude::*;
use proptest::sample::{Index, select, subsequence};
use serde_json::{Value, json};

use crate::fixtures::{small, thirty_thousand};
use crate::model::{Engine, Review, issue, mixed};

const ENGINES: [&str; 4] = ["alpha", "beta", "gamma", "secrets"];
const CATEGORIES: [&str; 3] = ["lint", "sast", "secrets"];
const RULES: [&str; 4] = ["one", "two", "three", "secret: four"];

fn severity() -> impl Strategy<Value = Severity> {
    select(&[Severity::Info, Severity::Warning, Severity::Error][..])
}

fn section() -> impl Strategy<Value = Section> {
    select(&[Section::Default, Section::Repository, Section::Policy][..])
}

fn scope() -> impl Strategy<Value = Scope> {
    select(&[Scope::Added, Scope::ChangedFiles, Scope::Tree, Scope::Range][..])
}

fn path() -> impl Strategy<Value = RepoPath> {
    prop_oneof![
        prop::collection::vec(any::<u8>(), 1..12).prop_map(RepoPath::new),
        select(&["a.rs", "b/c.rs", "é\u{202e}"][..]).prop_map(RepoPath::from)
    ]
}

/// An issue of `engine` as its source would hold it.
fn found() -> impl Strategy<Value = (usize, Severity, RepoPath, u32, bool, String)> {
    (0..RULES.len(), severity(), path(), 0..4_u32, any::<bool>(), ".{0,12}")
}

fn source(engine: &'static str) -> impl Strategy<Value = (Source, Scope)> {
    let answer = prop_oneof![
        4 => prop::collection::vec(found(), 0..6).prop_map(|found| (found, None)),
        1 => select(&["unavailable", "execution_error"][..]).prop_map(|kind| (Vec::new(), Some(kind))),
    ];
    let unreviewed = prop::collection::btree_set((path(), ".{0,8}"), 0..3);
    (select(&CATEGORIES[..]), any::<bool>(), section(), severity(), scope(), answer, unreviewed).prop_map(
        move |(category, other_origin, section, fail_on, scope, (found, gap), unreviewed)| {
            let origin = Origin::new(if other_origin { category } else { engine });
            let issue = |(rule, severity, path, line, new, message): (usize, Severity, RepoPath, u32, bool, String)| {
                let rule = RuleId::new(RULES[rule]).named_by(engine);
                let standing = if new { Standing::New } else { Standing::PreExisting };
                Finding::new(rule, severity, Location::line(path, line), message).to_issue(&origin, standing, b"code", b"code")
            };
            let source = Source {
                engine: engine.to_owned(),
                category: category.to_owned(),
                section,
                fail_on,
                issues: found.into_iter().map(issue).collect::<Vec<Issue>>(),
                gap: gap.map(|kind| Gap { reason: format!("{category}_{kind}"), detail: "why".to_owned() }),
                unreviewed: unreviewed.into_iter().map(|(path, why)| Unreviewed { path, why }).collect(),
                origin,
            };
            (source, scope)
        },
    )
}

/// Evidence of any kind with the settings that could have led to it.
fn review() -> impl Strategy<Value = Model> {
    let sources = subsequence(&ENGINES[..], 0..=4).prop_flat_map(|engines| engines.into_iter().map(source).collect::<Vec<_>>());
    let names: Vec<&str> = ENGINES.into_iter().chain(CATEGORIES).collect();
    let counted = prop_oneof![Just(Vec::new()), subsequence(names, 0..4)];
    let rule = (0..ENGINES.len(), 0..RULES.len(), prop::option::of(any::<bool>()), prop::option::of(severity()));
    let rules = prop::collection::vec(rule, 0..5);
    (sources, counted, rules, any::<bool>(), any::<bool>(), severity()).prop_map(
        |(sources, counted, rules, warn, empty, fail_on)| {
            let (sources, scopes): (Vec<Source>, Vec<Scope>) = sources.into_iter().unzip();
            let rule = |(engine, rule, enabled, severity): (usize, usize, _, _)| {
                (RuleId::new(format!("{}:{}", ENGINES[engine], RULES[rule])), RuleSetting { enabled, severity })
            };
            let settings = Settings {
                exceptions: Vec::new(),
                scanners: sources.iter().zip(&scopes).map(|(source, scope)| entry(source, *scope)).collect(),
                gate: GateSettings {
                    fail_on,
                    inconclusive: if warn { Inconclusive::Warn } else { Inconclusive::Block },
                    sources: counted.into_iter().map(str::to_owned).collect(),
                },
                ignore: Vec::new(),
                rules: rules.into_iter().map(rule).collect(),
                language: Language::En,
                model: ModelSettings::default(),
                deliberation: DeliberationSettings::default(),
                context: ContextSettings::default(),
            };
            let runs = sources.iter().zip(&scopes).map(|(source, scope)| run(source, *scope)).collect();
            let evidence = Evidence { empty_change: empty && sources.is_empty(), sources, ..Evidence::default() };
            let decision = decide(&evidence, &settings.gate, &settings.rules);
            let subject = Subject {
                base: None,
                head: None,
                kind: SubjectKind::Staged,
                files: 1,
                added_lines: Some(1),
                configuration: None,
            };
            Model::assemble(subject, runs, Vec::new(), Vec::new(), settings, evidence, decision)
        },
    )
}

fn entry(source: &Source, scope: Scope) -> Entry {
    Entry {
        engine: source.engine.clone(),
        enabled: true,
        required: false,
        fail_on: source.fail_on,
        scope: (scope != Scope::Added).then_some(scope),
        options: json!({}),
        section: source.section,
    }
}

fn run(source: &Source, scope: Scope) -> EngineRun {
    EngineRun {
        name: source.engine.clone(),
        category: source.category.clone(),
        origin: source.origin.to_string(),
        section: source.section,
        version: String::new(),
        scope,
        fail_on: source.fail_on,
        duration: std::time::Duration::ZERO,
        failure: source.gap.as_ref().map(|gap| (gap.reason.clone(), gap.detail.clone())),
        unreviewed: source.unreviewed.clone(),
    }
}

fn parsed(model: &Model) -> Value {
    serde_json::from_str(&audit(model)).expect("an audit is JSON")
}

/// Whether the edited audit is still taken for the gate's own; one that is no audit any more is not.
fn holds(document: &Value) -> bool {
    verify(&document.to_string()).is_ok_and(|verification| verification.holds())
}

/// Another word of the same set.
fn other(words: &[&str], word: &Value, index: Index) -> Value {
    let others: Vec<&&str> = words.iter().filter(|other| *word != **other).collect();
    Value::from(**index.get(&others))
}

const SEVERITIES: [&str; 3] = ["info", "warning", "error"];
const DISPOSITIONS: [&str; 7] =
    ["blocking", "below-threshold", "pre-existing", "rule-disabled", "source-not-counted", "suppressed", "baselined"];

proptest! {
    #[test]
    fn an_audit_of_the_gate_holds(model in review()) {
        let verification = verify(&audit(&model)).expect("an audit can be read");
        prop_assert!(verification.holds(), "{:?}", verification.differences);
        prop_assert_eq!((verification.recorded, verification.recomputed), (model.verdict, model.verdict));
    }

    /// Any edit of the gate's output alone, at every place.
    #[test]
    fn an_edit_of_the_answer_is_seen(model in review(), index in any::<Index>()) {
        let document = parsed(&model);
        let edit = |place: &str, value: Value| -> Result<(), TestCaseError> {
            let mut edited = document.clone();
            *edited.pointer_mut(place).expect("the place exists") = value;
            prop_assert!(!holds(&edited), "{} in {}", place, edited);
            Ok(())
        };
        edit("/verdict", other(&["approved", "rejected", "inconclusive"], &document["verdict"], index))?;
        edit("/policy", other(&["pass", "breach"], &document["policy"], index))?;
        edit("/completeness", other(&["complete", "incomplete"], &document["completeness"], index))?;
        edit("/gate/decision", other(&["pass", "block"], &document["gate"]["decision"], index))?;
        for place in 0..document["findings"].as_array().expect("a list").len() {
            let finding = &document["findings"][place];
            edit(&format!("/findings/{place}/severity"), other(&SEVERITIES, &finding["severity"], index))?;
            edit(&format!("/findings/{place}/disposition"), other(&DISPOSITIONS, &finding["disposition"], index))?;
        }
        for list in ["/gate/reasons", "/blocking_findings"] {
            let entries = document.pointer(list).and_then(Value::as_array).expect("a list").clone();
            for place in 0..entries.len() {
                let mut fewer = entries.clone();
                fewer.remove(place);
                edit(list, fewer.into())?;
                let twice: Vec<Value> = entries.iter().chain([&entries[place]]).cloned().collect();
                edit(list, twice.into())?;
                for field in ["reason", "rule_id", "path", "origin"] {
                    if entries[place].get(field).is_some() {
                        edit(&format!("{list}/{place}/{field}"), "other".into())?;
                    }
                }
            }
        }
    }

    /// Edits of the evidence alone: what blocks cannot be taken out, an engine cannot be taken out, and whatever else is edited,
    /// the recorded decision holds only where it is still the gate's answer.
    #[test]
    fn an_edit_of_the_evidence_is_seen_where_it_matters(model in review(), index in any::<Index>()) {
        let document = parsed(&model);
        let findings = document["findings"].as_array().expect("a list");
        let engines = document["engines"].as_array().expect("a list");
        for place in 0..findings.len() {
            let mut edited = document.clone();
            edited["findings"].as_array_mut().expect("a list").remove(place);
            prop_assert_eq!(holds(&edited), findings[place]["disposition"] != "blocking");
            for (field, words) in [("reported_severity", &SEVERITIES[..]), ("standing", &["new", "pre-existing"][..])] {
                let mut edited = document.clone();
                edited["findings"][place][field] = other(words, &findings[place][field], index);
                still_the_gates_answer(&edited, &document)?;
            }
            let mut edited = document.clone();
            edited["findings"][place]["origin"] = "other".into();
            prop_assert!(!holds(&edited));
            edited = document.clone();
            edited["findings"][place]["engine"] = "other".into();
            prop_assert!(!holds(&edited));
        }
        for place in 0..engines.len() {
            let mut edited = document.clone();
            edited["engines"].as_array_mut().expect("a list").remove(place);
            prop_assert!(!holds(&edited), "engine {} is missing", engines[place]["name"]);
            for (field, value) in [("failure", Value::Null), ("unreviewed", json!([])), ("fail_on", other(&SEVERITIES, &engines[place]["fail_on"], index))] {
                let mut edited = document.clone();
                edited["engines"][place][field] = value;
                still_the_gates_answer(&edited, &document)?;
                prop_assert!(field != "fail_on" || !holds(&edited), "the entry says otherwise");
            }
        }
        let configuration = &document["configuration"];
        for (place, value) in [
            ("/configuration/gate/inconclusive", other(&["block", "warn"], &configuration["gate"]["inconclusive"], index)),
            ("/configuration/gate/sources", json!(["nobody"])),
            ("/configuration/gate/sources", json!([])),
            ("/configuration/rules", json!([])),
            ("/configuration/scanners", json!([])),
            ("/engines", json!([])),
            ("/findings", json!([])),
        ] {
            let mut edited = document.clone();
            *edited.pointer_mut(place).expect("the place exists") = value;
            still_the_gates_answer(&edited, &document)?;
        }
    }

    /// Bytes of any kind are refused or verified, never a panic.
    #[test]
    fn anything_can_be_read(model in review(), at in any::<Index>(), character in any::<char>()) {
        let mut text: Vec<char> = audit(&model).chars().collect();
        let at = at.index(text.len());
        text[at] = character;
        let _ = verify(&text.into_iter().collect::<String>());
    }
}

/// An edited audit that holds says what the gate says to it, found out without `verify`: the same verdict, decision and lists.
fn still_the_gates_answer(edited: &Value, original: &Value) -> Result<(), TestCaseError> {
    let verification = verify(&edited.to_string());
    if let Ok(verification) = verification {
        let consistent = verification.recomputed == verification.recorded;
        prop_assert!(!verification.holds() || consistent);
        if verification.holds() {
            let blocking: Vec<&Value> = edited["findings"]
                .as_array()
                .expect("a list")
                .iter()
                .filter(|finding| finding["disposition"] == "blocking")
                .collect();
            prop_assert_eq!(blocking.len(), original["blocking_findings"].as_array().expect("a list").len());
            prop_assert_eq!(edited["policy"] == "breach", !blocking.is_empty());
        }
    }
    Ok(())
}

#[test]
fn every_fixture_holds() {
    for (name, model) in small().into_iter().chain([("thirty thousand", thirty_thousand())]) {
        let verification = verify(&audit(&model)).expect("an audit can be read");
        assert!(verification.holds(), "{name}: {:?}", verification.differences);
    }
}

#[test]
fn a_forged_approval_names_what_is_wrong() {
    let mut document = parsed(&mixed());
    document["verdict"] = "approved".into();
    document["policy"] = "pass".into();
    document["gate"]["decision"] = "pass".into();
    document["blocking_findings"] = json!([]);
    let verification = verify(&document.to_string()).expect("an audit can be read");
    assert_eq!((verification.recorded, verification.recomputed), (Verdict::Approved, Verdict::Rejected));
    insta::assert_snapshot!(verification.differences.join("\n"), @r"
    verdict: the audit says approved, its evidence leads to rejected
    policy: the audit says pass, its evidence leads to breach
    gate.decision: the audit says pass, its evidence leads to block
    blocking_findings: the list (0) is not that of the blocking findings (2)
    ");
}

#[test]
fn contradictions_are_named() {
    let model = Review::new().engine(Engine::new("lint", "lint").issue(issue("lint:x", Severity::Error, "a", 1, "m"))).model();
    let document = parsed(&model);
    let differences = |edit: &dyn Fn(&mut Value)| {
        let mut edited = document.clone();
        edit(&mut edited);
        verify(&edited.to_string()).expect("an audit can be read").differences.join("\n")
    };
    let twice = differences(&|audit| {
        let engine = audit["engines"][0].clone();
        audit["engines"].as_array_mut().expect("a list").push(engine);
    });
    assert!(twice.contains("engine lint ran twice"), "{twice}");
    let failed = differences(&|audit| audit["engines"][0]["failure"] = json!({"reason": "lint_unavailable", "detail": ""}));
    assert!(failed.contains("finding 1: engine lint has no answer"), "{failed}");
    let rules = differences(&|audit| {
        audit["configuration"]["rules"] = json!([{"rule_id": "lint:y", "enabled": true, "severity": null}, {"rule_id": "lint:y", "enabled": false, "severity": null}]);
    });
    assert_eq!(rules, "rule lint:y is configured twice");
    let scope = differences(&|audit| audit["configuration"]["scanners"][0]["scope"] = "tree".into());
    assert_eq!(scope, "engine lint did not run by its entry");
    let missing = differences(&|audit| {
        let mut entry = audit["configuration"]["scanners"][0].clone();
        entry["engine"] = "secrets".into();
        audit["configuration"]["scanners"].as_array_mut().expect("a list").push(entry);
    });
    assert_eq!(missing, "engine secrets is enabled, but did not run");
}

#[test]
fn what_is_no_audit_is_refused_with_a_remedy() {
    let text = audit(&mixed());
    let document = parsed(&mixed());
    let edited = |edit: &dyn Fn(&mut Value)| {
        let mut edited = document.clone();
        edit(&mut edited);
        edited.to_string()
    };
    let shapes = [
        String::new(),
        "[]".to_owned(),
        text[..text.len() / 2].to_owned(),
        format!("{text}{text}"),
        text.replacen("\"verdict\":", "\"verdict\": \"approved\", \"verdict\":", 1),
        edited(&|audit| audit["approved_by"] = "me".into()),
        edited(&|audit| audit["findings"][0]["ignore"] = true.into()),
        edited(&|audit| audit["verdict"] = "Approved".into()),
        edited(&|audit| audit["findings"][0]["line"] = 0.into()),
        edited(&|audit| audit["findings"][0]["severity"] = "critical".into()),
        edited(&|audit| drop(audit.as_object_mut().expect("an object").remove("blocking_findings"))),
        "[".repeat(100_000),
    ];
    for text in shapes {
        let error = verify(&text).expect_err("this is no audit");
        assert!(matches!(error, VerifyError::Shape(_)), "{error:?}");
        assert!(!error.diagnostic().help.is_empty());
    }
    let next = edited(&|audit| audit["schema"] = "audit/v2".into());
    assert_eq!(verify(&next), Err(VerifyError::Schema("audit/v2".to_owned())));
    let large = " ".repeat(AUDIT_LIMIT + 1);
    assert_eq!(verify(&large), Err(VerifyError::TooLarge(AUDIT_LIMIT + 1)));
}

#[test]
fn the_differences_are_bounded() {
    let mut document = parsed(&thirty_thousand());
    document["configuration"]["gate"]["sources"] = json!(["nobody"]);
    let differences = verify(&document.to_string()).expect("an audit can be read").differences;
    assert_eq!(differences.len(), 101);
    assert!(differences[100].starts_with("and "), "{}", differences[100]);
}
