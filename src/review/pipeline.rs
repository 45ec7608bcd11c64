//! The three steps.

use std::sync::Arc;
use std::time::Duration;

use crate::baseline::Baseline;
use crate::change::{Change, ChangeError, Kind};
use crate::config::{Entry, Ignore, Settings};
use crate::finding::{Day, LeftOut, LeftOutWhy, RepoPath};
use crate::gate::{self, Comment, Decision, Evidence, Gap, Source, decide};
use crate::process::Runner;
use crate::redaction::Redactor;
use crate::scanner::{Executor, Judges, Outcome, Registry};

use super::accepted::accepted;
use super::asking::{Asked, Asker, Asking, DeferredScan, settle};
use super::comments::Reading;
use super::excepted::excepted;
use super::looking::Looking;

/// What a review works with, made by `cli`.
#[derive(Clone)]
pub struct Host {
    /// The only way to start a program.
    pub command: Arc<dyn Runner>,
    /// The filter that every text passes.
    pub redactor: Arc<Redactor>,
    /// How long one engine may look.
    pub timeout: Duration,
    /// How many engines run at once.
    pub parallel: usize,
}

/// What is under review, and by which settings.
pub struct Collected {
    /// The change.
    pub change: Arc<Change>,
    /// The effective settings.
    pub settings: Settings,
    /// The compiled matcher of `settings.ignore`.
    pub ignored: Arc<Ignore>,
    /// Whose files say how to judge.
    pub judges: Judges,
    /// Files that say how to judge and that the change edits, by path, where its edits do not count yet.
    pub edited: Vec<RepoPath>,
    /// What was accepted before, from where the settings are.
    pub baseline: Option<Baseline>,
    /// Which repository it is, `owner/name`, where that is known: exceptions are for one repository.
    pub repository: Option<String>,
    /// The day on which the review is made.
    pub today: Day,
}

impl Collected {
    /// Runs the engines, and reads the suppression comments where they looked. An empty change runs none: there is nothing to look at.
    ///
    /// # Errors
    /// The content could not be read. That an engine has no answer is no error, but an outcome.
    pub async fn scan(self, host: &Host, registry: &Registry, ended: impl Fn(&str)) -> Result<Scanned, ChangeError> {
        self.scan_and_ask(host, registry, None, ended).await
    }

    /// The same, and asks a model in between. Under a deliberation the engines that are not required wait for it to ask for them; they run
    /// all the same when it never answers. What it says changes nothing of what the engines found.
    ///
    /// # Errors
    /// As [`Collected::scan`]. That the model has no answer is no error.
    pub async fn scan_and_ask(
        self,
        host: &Host,
        registry: &Registry,
        asking: Option<&Asking<'_>>,
        ended: impl Fn(&str),
    ) -> Result<Scanned, ChangeError> {
        let left_out = self.change.files().iter().filter_map(|file| {
            let why = match file.kind {
                _ if self.ignored.matches(&file.path) => LeftOutWhy::Ignored,
                Kind::Submodule if file.exists() => LeftOutWhy::Submodule,
                Kind::Symlink if file.exists() => LeftOutWhy::Symlink,
                Kind::Regular | Kind::Executable | Kind::Symlink | Kind::Submodule => return None,
            };
            Some(LeftOut { path: file.path.clone(), why })
        });
        let left_out: Vec<LeftOut> = left_out.collect();
        // The change chooses what scanners find: without this, a "secret" of its choice could black out its own place in the report.
        let names: Vec<String> = self.change.files().iter().map(|file| file.path.to_string()).collect();
        host.redactor.reserve(names.iter().map(String::as_str));
        let executor = Executor {
            change: Arc::clone(&self.change),
            judges: self.judges,
            command: Arc::clone(&host.command),
            redactor: Arc::clone(&host.redactor),
            ignored: Arc::clone(&self.ignored),
            timeout: host.timeout,
            parallel: host.parallel,
        };
        let (mut outcomes, mut asked) = (Vec::new(), None);
        if !self.change.is_empty() {
            let waits = |entry: &&Entry| asking.is_some_and(Asking::defers) && entry.enabled && !entry.required;
            let (waiting, first): (Vec<Entry>, Vec<Entry>) =
                self.settings.scanners.iter().cloned().partition(|entry| waits(&entry));
            outcomes = executor.scan_all(registry, &first, ended).await;
            if let Some(asking) = asking {
                let deferred = waiting.into_iter().filter_map(|entry| {
                    let registered = Arc::clone(registry.get(&entry.engine)?);
                    Some(Arc::new(DeferredScan::new(executor.clone(), registered, entry)))
                });
                let deferred: Vec<Arc<DeferredScan>> = deferred.collect();
                let asker = Asker {
                    asking,
                    change: &self.change,
                    ignored: &self.ignored,
                    redactor: &host.redactor,
                    outcomes: &outcomes,
                    deferred: &deferred,
                };
                let mut answer = asker.ask().await?;
                outcomes.extend(settle(&deferred, &mut answer).await);
                // The evidence is in the order of the engines' names, however they came to run.
                outcomes.sort_by(|one, other| one.engine.cmp(&other.engine));
                asked = Some(answer);
            }
        }
        let (change, redactor) = (&self.change, &host.redactor);
        let looking = Looking::new(change, &self.ignored, registry, &self.settings.scanners, &outcomes);
        let reading = Reading { change, ignored: &self.ignored, redactor, outcomes: &outcomes, looking: &looking };
        let comments = reading.comments().await?;
        let baseline = match &self.baseline {
            Some(baseline) => Some(accepted(baseline, self.today, change, &looking, redactor).await?),
            None => None,
        };
        let (settings, name) = (&self.settings.exceptions, self.repository.as_deref());
        let exceptions = excepted(settings, name, self.today, change, &looking, redactor).await?;
        let edited = self.edited;
        Ok(Scanned {
            change: self.change,
            settings: self.settings,
            left_out,
            outcomes,
            comments,
            baseline,
            exceptions,
            edited,
            asked,
        })
    }
}

/// What the engines answered.
pub struct Scanned {
    change: Arc<Change>,
    settings: Settings,
    left_out: Vec<LeftOut>,
    outcomes: Vec<Outcome>,
    comments: Vec<Comment>,
    baseline: Option<gate::Baseline>,
    exceptions: Vec<gate::Exception>,
    edited: Vec<RepoPath>,
    asked: Option<Asked>,
}

impl Scanned {
    /// Judges what was found and what could not be looked at.
    pub fn decide(self) -> Decided {
        let evidence = Evidence {
            sources: self.outcomes.iter().map(source).collect(),
            comments: self.comments,
            baseline: self.baseline,
            exceptions: self.exceptions,
            edited: self.edited,
            empty_change: self.change.is_empty(),
        };
        // The gate is never shown what the model said. Only that its review was wanted and is missing can be added to the decision.
        let reasons = self.asked.as_ref().map(Asked::reasons).unwrap_or_default();
        let decision = decide(&evidence, &self.settings.gate, &self.settings.rules).with_reasons(reasons);
        Decided {
            change: self.change,
            settings: self.settings,
            left_out: self.left_out,
            outcomes: self.outcomes,
            evidence,
            decision,
            asked: self.asked,
        }
    }
}

/// A finished review: all that a report may show.
pub struct Decided {
    /// What was reviewed.
    pub change: Arc<Change>,
    /// By which settings.
    pub settings: Settings,
    /// Changed files that no engine is shown, by path.
    pub left_out: Vec<LeftOut>,
    /// Each engine's run, in the order of `evidence.sources`.
    pub outcomes: Vec<Outcome>,
    /// What the gate judged.
    pub evidence: Evidence,
    /// What it said.
    pub decision: Decision,
    /// What came of asking a model; nothing when none was to be asked.
    pub asked: Option<Asked>,
}

fn source(outcome: &Outcome) -> Source {
    Source {
        engine: outcome.engine.clone(),
        category: outcome.category.to_owned(),
        origin: outcome.origin.clone(),
        section: outcome.section,
        fail_on: outcome.fail_on,
        issues: outcome.issues.clone(),
        gap: outcome.failure.as_ref().map(|failure| Gap { reason: failure.reason.to_string(), detail: failure.detail.clone() }),
        unreviewed: outcome.unreviewed.clone(),
    }
}
