//! The gate's input, taken out of an audit.
//!
//! What an audit says twice (an engine in its entry and in its run, an origin in a finding and in its engine) must agree, else an
//! edit of one place would go unseen. Texts that the gate does not read (messages, details) are taken as they stand.

use std::collections::{BTreeMap, BTreeSet};

use crate::config::{GateSettings, RuleSetting};
use crate::finding::{Fingerprint, GATE, Issue, Location, Origin, RepoPath, RuleId, Unreviewed};
use crate::gate::{Evidence, Gap, Source};

use super::configuration::{Configuration, Scanner};
use super::suppression::{Comment, Exception, Suppression};
use super::v1::{Audit, Engine, Finding};

/// What the gate needs to decide again.
pub(super) struct Rebuilt {
    /// The findings and the gaps.
    pub(super) evidence: Evidence,
    /// For each source, the place of each of its issues in the audit's `findings`.
    pub(super) places: Vec<Vec<usize>>,
    /// The places of what the gate itself found. It is no input: the gate finds it again.
    pub(super) own: Vec<usize>,
    /// The section `gate`.
    pub(super) gate: GateSettings,
    /// What is said about single rules.
    pub(super) rules: BTreeMap<RuleId, RuleSetting>,
    /// Where the audit contradicts itself.
    pub(super) contradictions: Vec<String>,
}

/// Takes the gate's input out of `audit`.
pub(super) fn rebuild(audit: &Audit) -> Rebuilt {
    let mut contradictions = Vec::new();
    let rules = rules(&audit.configuration, &mut contradictions);
    let mut sources: Vec<Source> = Vec::new();
    let mut places: Vec<Vec<usize>> = Vec::new();
    let mut by_name: BTreeMap<&str, usize> = BTreeMap::new();
    for engine in &audit.engines {
        if by_name.insert(&engine.name, sources.len()).is_some() {
            contradictions.push(format!("engine {} ran twice", engine.name));
        }
        sources.push(source(engine));
        places.push(Vec::new());
    }
    let mut own = Vec::new();
    for (place, finding) in audit.findings.iter().enumerate() {
        if finding.engine == GATE {
            own.push(place);
            continue;
        }
        let at = by_name.get(finding.engine.as_str()).copied();
        let Some((source, places)) = at.and_then(|at| sources.get_mut(at).zip(places.get_mut(at))) else {
            contradictions.push(format!("finding {}: engine {} did not run", place + 1, finding.engine));
            continue;
        };
        if finding.origin != source.origin.as_str() {
            contradictions.push(format!("finding {}: its origin is not that of engine {}", place + 1, finding.engine));
        }
        if source.gap.is_some() {
            contradictions.push(format!("finding {}: engine {} has no answer", place + 1, finding.engine));
        }
        source.issues.push(issue(finding, place, &mut contradictions));
        places.push(place);
    }
    entries(audit, &mut contradictions);
    let required = audit.configuration.model.required;
    if audit.model.as_ref().is_some_and(|model| model.required != required) {
        contradictions.push("the model's review is required in one place and not in the other".to_owned());
    }
    if required && audit.configuration.model.enabled && audit.model.is_none() && !audit.subject.empty {
        contradictions.push("the model's review is required, and the audit has none".to_owned());
    }
    let gate = &audit.configuration.gate;
    Rebuilt {
        evidence: Evidence {
            sources,
            comments: audit.comments.iter().map(Comment::rebuilt).collect(),
            baseline: audit.baseline.as_ref().map(|baseline| baseline.rebuilt(&mut contradictions)),
            exceptions: audit.exceptions.iter().map(Exception::rebuilt).collect(),
            edited: audit.edited.iter().map(|file| RepoPath::from(file.path.as_str())).collect(),
            empty_change: audit.subject.empty,
        },
        places,
        own,
        gate: GateSettings {
            fail_on: gate.fail_on.into(),
            inconclusive: gate.inconclusive.into(),
            sources: gate.sources.clone(),
        },
        rules,
        contradictions,
    }
}

fn rules(configuration: &Configuration, contradictions: &mut Vec<String>) -> BTreeMap<RuleId, RuleSetting> {
    let mut rules = BTreeMap::new();
    for rule in &configuration.rules {
        let setting = RuleSetting { enabled: rule.enabled, severity: rule.severity.map(Into::into) };
        if rules.insert(RuleId::new(&rule.rule_id), setting).is_some() {
            contradictions.push(format!("rule {} is configured twice", rule.rule_id));
        }
    }
    rules
}

/// Every enabled entry ran, unless there was nothing to review, and every run has its entry and its threshold from there.
fn entries(audit: &Audit, contradictions: &mut Vec<String>) {
    let mut enabled: BTreeMap<&str, &Scanner> = BTreeMap::new();
    for entry in audit.configuration.scanners.iter().filter(|entry| entry.enabled) {
        if enabled.insert(&entry.engine, entry).is_some() {
            contradictions.push(format!("engine {} is configured twice", entry.engine));
        }
    }
    for engine in &audit.engines {
        let Some(entry) = enabled.get(engine.name.as_str()) else {
            contradictions.push(format!("engine {} ran, but no entry enables it", engine.name));
            continue;
        };
        if (entry.fail_on, entry.section) != (engine.fail_on, engine.section)
            || entry.scope.is_some_and(|scope| scope != engine.scope)
        {
            contradictions.push(format!("engine {} did not run by its entry", engine.name));
        }
    }
    let ran: BTreeSet<&str> = audit.engines.iter().map(|engine| engine.name.as_str()).collect();
    // Only an engine that is not required can wait for a model that answers and does not ask for it.
    let answered = audit.model.as_ref().filter(|model| model.unavailable.is_none() && audit.deliberation.is_some());
    let waited: BTreeSet<&str> = answered.iter().flat_map(|model| &model.not_run).map(String::as_str).collect();
    let waited = |name: &str| waited.contains(name) && enabled.get(name).is_some_and(|entry| !entry.required);
    for missing in enabled.keys().filter(|name| !audit.subject.empty && !ran.contains(*name) && !waited(name)) {
        contradictions.push(format!("engine {missing} is enabled, but did not run"));
    }
}

fn source(engine: &Engine) -> Source {
    let unreviewed =
        engine.unreviewed.iter().map(|file| Unreviewed { path: RepoPath::from(file.path.as_str()), why: file.why.clone() });
    Source {
        engine: engine.name.clone(),
        category: engine.category.clone(),
        origin: Origin::new(&engine.origin),
        section: engine.section.into(),
        fail_on: engine.fail_on.into(),
        issues: Vec::new(),
        gap: engine.failure.as_ref().map(|failure| Gap { reason: failure.reason.clone(), detail: failure.detail.clone() }),
        unreviewed: unreviewed.collect(),
    }
}

/// The issue as far as the gate reads it: rule, severity as reported, standing, place, fingerprint. The place keeps its escaped
/// spelling.
fn issue(finding: &Finding, place: usize, contradictions: &mut Vec<String>) -> Issue {
    let rule = RuleId::new(&finding.rule_id);
    let fingerprint = Fingerprint::parse(&finding.fingerprint).unwrap_or_else(|| {
        contradictions.push(format!("finding {}: `{}` is no fingerprint", place + 1, finding.fingerprint));
        Fingerprint::of(&rule, b"")
    });
    Issue {
        severity: finding.reported_severity.into(),
        message: String::new(),
        location: Location {
            line: finding.line,
            end_line: finding.end_line,
            column: finding.column,
            end_column: finding.end_column,
            ..Location::file(RepoPath::from(finding.path.as_str()))
        },
        origin: Origin::new(&finding.origin),
        fingerprint,
        standing: finding.standing.into(),
        suppressed: finding.engine_suppression.as_ref().map(Suppression::rebuilt),
        fix: None,
        snippet: None,
        rule,
    }
}
