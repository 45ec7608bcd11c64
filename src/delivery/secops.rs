//! SecOps: scanners, and no model. Whether there is a secret is a yes or a no, and a model could leave one out.
//!
//! The whole tree is scanned, and each finding says whether the change introduced it. What the author silences does not count: who
//! writes the code must not choose what is seen in it. A program that is missing is skipped and said to be; when nothing could look at
//! all there is no verdict.

use std::collections::BTreeSet;
use std::sync::Arc;

use async_trait::async_trait;

use crate::change::Change;
use crate::config::{Entry, Ignore, Scope, Section, Settings};
use crate::finding::{Issue, Severity, Standing};
use crate::process::Runner;
use crate::redaction::Redactor;
use crate::scanner::{Executor, Judges, Outcome, Registry, TIMEOUT, standing};

use super::harness::run_suite;
use super::qa::failures;
use super::{Block, BlockReason, Item, Judgement, Proof, PullRequest, ScannerAnswer, Trouble, Verdict};

/// The categories of engines that look for what endangers somebody.
const CATEGORIES: [&str; 3] = ["sast", "sca", "secrets"];

/// The category whose engines always look, whatever is configured.
const ALWAYS: &str = "secrets";

/// By what SecOps judges: the settings of the base, and whose files its engines read.
pub struct SecopsRules {
    /// The settings.
    pub settings: Settings,
    /// Whose files say how engines judge.
    pub judges: Judges,
}

/// Reads by what SecOps judges a change. The one who wires the rooms knows how.
#[async_trait]
pub trait ReadsRules: Send + Sync {
    /// The rules of the base of `change`: nothing in the change can alter them.
    ///
    /// # Errors
    /// They cannot be read, or are refused; the message says why.
    async fn of(&self, change: &Change) -> Result<SecopsRules, String>;
}

/// What SecOps works with.
pub(super) struct Secops<'a> {
    pub(super) registry: &'a Registry,
    pub(super) rules: &'a dyn ReadsRules,
    pub(super) command: &'a Arc<dyn Runner>,
    pub(super) redactor: &'a Arc<Redactor>,
    pub(super) parallel: usize,
}

impl Secops<'_> {
    /// Judges the head of `change`, which is the head under review.
    ///
    /// # Errors
    /// Nothing could look, a scanner that is required could not, or the tests could not be run again.
    pub(super) async fn judge(&self, of: &PullRequest, change: Arc<Change>) -> Result<Judgement, Trouble> {
        let SecopsRules { settings, judges } = self.rules.of(&change).await.map_err(Trouble::passing)?;
        let executor = Executor {
            change: Arc::clone(&change),
            judges,
            command: Arc::clone(self.command),
            redactor: Arc::clone(self.redactor),
            // A path that is left out of reviews is no path that may hold a secret.
            ignored: Arc::new(Ignore::new(&[""; 0]).map_err(|_| Trouble::passing("no patterns could be made"))?),
            timeout: TIMEOUT,
            parallel: self.parallel,
        };
        let entries = entries(&settings, self.registry);
        let outcomes = executor.scan_all(self.registry, &entries, |_| ()).await;
        let (answers, mut items) = (outcomes.iter().map(|outcome| answer(outcome, &settings)).collect::<Vec<_>>(), Vec::new());
        refuse_blindness(&entries, &outcomes)?;
        let mut old = 0;
        for issue in outcomes.iter().flat_map(|outcome| &outcome.issues).filter(|issue| counts(issue, &settings)) {
            let introduced = standing(&change, Scope::Added, &issue.location) == Standing::New;
            old += usize::from(!introduced);
            items.push(item(issue, introduced));
        }
        items.sort();
        items.dedup();
        // A mended secret can break what QA saw working.
        let run = if of.qa_approved == Some(of.head) {
            None
        } else {
            let ran = run_suite(&change, &of.terms.task.test, self.command, self.redactor).await?;
            items.extend(failures(&ran.run, &ran.last));
            Some(ran.run)
        };
        Ok(Judgement {
            verdict: if items.is_empty() { Verdict::Approved } else { Verdict::ChangesRequested },
            round: of.round,
            head: of.head,
            summary: summary(&answers, &outcomes, old, &of.terms.task.security_relevant),
            items,
            proof: Proof::Secops { scanners: answers, run },
        })
    }
}

/// The engines that look: those of the configuration that look for dangers, and every one that looks for secrets.
fn entries(settings: &Settings, registry: &Registry) -> Vec<Entry> {
    let category = |name: &str| registry.get(name).map_or("", |registered| registered.engine.category);
    let configured = settings.scanners.iter().filter(|entry| entry.enabled && CATEGORIES.contains(&category(&entry.engine)));
    let mut all: Vec<Entry> = configured.cloned().collect();
    let named: BTreeSet<String> = all.iter().map(|entry| entry.engine.clone()).collect();
    for registered in registry.engines().iter().filter(|registered| registered.engine.category == ALWAYS) {
        let name = registered.entry.name;
        if !named.contains(name) {
            all.push(Entry {
                engine: name.to_owned(),
                enabled: true,
                required: false,
                fail_on: Severity::Info,
                scope: None,
                options: serde_json::json!({}),
                section: Section::Policy,
            });
        }
    }
    all.sort_by(|one, other| one.engine.cmp(&other.engine));
    for entry in &mut all {
        entry.scope = Some(Scope::Tree);
        // So that the author's own suppressions do not count.
        entry.section = Section::Policy;
    }
    all
}

fn answer(outcome: &Outcome, settings: &Settings) -> ScannerAnswer {
    let found = outcome.issues.iter().filter(|issue| counts(issue, settings)).count();
    let (findings, detail) = match &outcome.failure {
        None => (Some(u32::try_from(found).unwrap_or(u32::MAX)), outcome.version.clone()),
        Some(failure) => (None, format!("{}: {}", failure.reason, failure.detail)),
    };
    ScannerAnswer { scanner: outcome.engine.clone(), findings, detail }
}

/// No verdict where nothing looked, or where one did not that has to.
fn refuse_blindness(entries: &[Entry], outcomes: &[Outcome]) -> Result<(), Trouble> {
    let told = |outcomes: Vec<&Outcome>| {
        let each = outcomes.iter().map(|outcome| {
            let why = outcome.failure.as_ref().map_or(String::new(), |failure| format!(": {}", failure.detail));
            format!("`{}` did not look{why}", outcome.engine)
        });
        let diagnosis = each.collect::<Vec<_>>().join("; ");
        Err(Trouble::lasting(Block { reason: BlockReason::NothingVerified, diagnosis }))
    };
    let is_required = |outcome: &&Outcome| entries.iter().any(|entry| entry.required && entry.engine == outcome.engine);
    let blind: Vec<&Outcome> = outcomes.iter().filter(|outcome| outcome.failure.is_some()).collect();
    let required: Vec<&Outcome> = blind.iter().copied().filter(is_required).collect();
    if blind.len() == outcomes.len() {
        told(blind)
    } else if required.is_empty() {
        Ok(())
    } else {
        told(required)
    }
}

/// Whether a finding counts: not when the base's configuration takes its rule out.
fn counts(issue: &Issue, settings: &Settings) -> bool {
    settings.rules.get(&issue.rule).and_then(|rule| rule.enabled) != Some(false)
}

fn item(issue: &Issue, introduced: bool) -> Item {
    let place = match issue.location.line {
        Some(line) => format!("{}:{line}", issue.location.path),
        None => issue.location.path.to_string(),
    };
    let standing = if introduced { "introduced" } else { "pre_existing" };
    let text = format!("[{}] {place} — {} ({standing})", issue.rule, issue.message);
    // The place and the rule, and not the code: a finding is no other one because a comment was added to its line.
    Item { text, fingerprint: Some(format!("secops/{}/{}", issue.rule, issue.location.path)) }
}

fn summary(answers: &[ScannerAnswer], outcomes: &[Outcome], old: usize, records: &[String]) -> String {
    let looked: Vec<&str> =
        answers.iter().filter(|answer| answer.findings.is_some()).map(|answer| answer.scanner.as_str()).collect();
    let found: u32 = answers.iter().filter_map(|answer| answer.findings).sum();
    let mut text = format!("{} looked: {found} findings, {old} of them pre-existing.", looked.join(", "));
    let skipped: Vec<&str> =
        answers.iter().filter(|answer| answer.findings.is_none()).map(|answer| answer.scanner.as_str()).collect();
    if !skipped.is_empty() {
        text.push_str(&format!(" {} scanners skipped: {}.", skipped.len(), skipped.join(", ")));
    }
    let unread: usize = outcomes.iter().map(|outcome| outcome.unreviewed.len()).sum();
    if unread > 0 {
        text.push_str(&format!(" {unread} times a file could not be looked at."));
    }
    if !records.is_empty() {
        text.push_str(&format!(" To check by hand, decisions about security: {}.", records.join("; ")));
    }
    text
}
