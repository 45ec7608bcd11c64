//! Runs engines: side by side, each under its deadline, each failure read as "no answer".
//!
//! It must never let an engine decide anything: what an engine says is settled by the host before anyone sees it.

use std::any::Any;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::change::Change;
use crate::config::{Entry, Ignore, Scope, Section};
use crate::process::Runner;
use crate::redaction::Redactor;

use super::outcome::Failure;
use super::settle::{Settled, settle};
use super::{FailureReason, Judges, Outcome, Registered, Registry, Report, Request, ScanError, Trust};

/// How long one engine may look: 120 s.
pub const TIMEOUT: Duration = Duration::from_secs(120);

/// The most bytes of a failure's detail that are shown.
const DETAIL_LIMIT: usize = 240;

/// Runs engines over one change.
#[derive(Clone)]
pub struct Executor {
    /// What is under review.
    pub change: Arc<Change>,
    /// Whose files say how to judge.
    pub judges: Judges,
    /// The only way to start a program.
    pub command: Arc<dyn Runner>,
    /// Learns every sensitive value that an engine finds, and cleans every text that it gives.
    pub redactor: Arc<Redactor>,
    /// Paths that are not reviewed.
    pub ignored: Arc<Ignore>,
    /// How long one engine may look: [`TIMEOUT`].
    pub timeout: Duration,
    /// How many engines run at once.
    pub parallel: usize,
}

/// What one engine said, before the host settles it.
struct Answer {
    registered: Arc<Registered>,
    entry: Entry,
    scope: Scope,
    result: Result<Report, ScanError>,
    duration: Duration,
}

impl Executor {
    /// Runs the enabled `entries` side by side: one outcome each, in the entries' order.
    ///
    /// Nothing is settled before all have ended: only then is every sensitive value known, and a code frame must not show what
    /// another engine called a secret, whichever of them was faster.
    ///
    /// `ended` hears the name of each engine that has ended. An entry that the registry does not know is no outcome here: the
    /// configuration that names it was refused when it was read.
    pub async fn scan_all(&self, registry: &Registry, entries: &[Entry], ended: impl Fn(&str)) -> Vec<Outcome> {
        let places = Arc::new(Semaphore::new(self.parallel.max(1)));
        let mut running = JoinSet::new();
        let enabled = entries.iter().filter(|entry| entry.enabled);
        let known = enabled.filter_map(|entry| registry.get(&entry.engine).map(|registered| (entry, registered)));
        for (index, (entry, registered)) in known.enumerate() {
            let (executor, entry, registered, places) =
                (self.clone(), entry.clone(), Arc::clone(registered), Arc::clone(&places));
            running.spawn(async move {
                let _place = places.acquire_owned().await;
                (index, executor.answered(registered, entry).await)
            });
        }
        let mut answers = Vec::new();
        while let Some(joined) = running.join_next().await {
            match joined {
                Ok((index, answer)) => {
                    ended(answer.registered.entry.name);
                    answers.push((index, answer));
                }
                // `answer` catches the engine's panics; this one is ours and must not look like a run without that engine.
                Err(error) => std::panic::resume_unwind(error.into_panic()),
            }
        }
        answers.sort_by_key(|(index, _)| *index);
        let mut outcomes = Vec::with_capacity(answers.len());
        for (_, answer) in answers {
            outcomes.push(self.outcome(answer).await);
        }
        outcomes
    }

    /// Runs one engine. It always comes to an outcome: a deadline, a panic or an unreadable answer is a reason in it.
    pub async fn scan(&self, registered: Arc<Registered>, entry: &Entry) -> Outcome {
        let answer = self.answered(registered, entry.clone()).await;
        self.outcome(answer).await
    }

    /// What the engine said, with every sensitive value in it known to the redactor from here on.
    async fn answered(&self, registered: Arc<Registered>, entry: Entry) -> Answer {
        let started = Instant::now();
        let scope = entry.scope.unwrap_or(registered.engine.default_scope);
        let result = self.answer(Arc::clone(&registered), &entry, scope).await;
        let (engine, milliseconds) = (registered.entry.name, started.elapsed().as_millis());
        match &result {
            Ok(report) => {
                let Report { findings, complete, unreviewed, version, .. } = report;
                let (findings, unreviewed) = (findings.len(), unreviewed.len());
                tracing::info!(engine, milliseconds, findings, unreviewed, complete, version, "an engine has answered");
            }
            Err(error) => tracing::info!(engine, milliseconds, %error, "an engine has no answer"),
        }
        let findings = result.iter().flat_map(|report| &report.findings);
        self.redactor.register_all(findings.flat_map(|finding| &finding.sensitive).map(String::as_str));
        Answer { registered, entry, scope, result, duration: started.elapsed() }
    }

    /// An answer, settled.
    async fn outcome(&self, answer: Answer) -> Outcome {
        let Answer { registered, entry, scope, mut result, duration } = answer;
        let engine = &registered.engine;
        let mut settled = Settled::default();
        if let Ok(report) = result.as_ref().map_err(|_| ()).and_then(|report| if report.complete { Ok(report) } else { Err(()) })
        {
            match settle(self, &registered, scope, report).await {
                Ok(done) => settled = done,
                Err(error) => result = Err(error),
            }
        }
        let failure = FailureReason::of(engine.category, &result).map(|reason| Failure { reason, detail: self.detail(&result) });
        Outcome {
            engine: registered.entry.name.to_owned(),
            category: engine.category,
            origin: engine.typed_origin(),
            section: entry.section,
            fail_on: entry.fail_on,
            scope,
            version: self.redactor.redact(&result.map(|report| report.version).unwrap_or_default()).to_string(),
            issues: settled.issues,
            unreviewed: settled.unreviewed,
            rules: settled.rules,
            ran: settled.ran,
            failure,
            duration,
        }
    }

    /// The engine's own answer, within the deadline; a panic is an error.
    async fn answer(&self, registered: Arc<Registered>, entry: &Entry, scope: Scope) -> Result<Report, ScanError> {
        let request = Request {
            trust: if entry.section == Section::Policy { Trust::Policy } else { Trust::Repository },
            options: entry.options.clone(),
            range: self.change.range(),
            scope,
            change: Arc::clone(&self.change),
            judge: self.judges.of(entry.section).clone(),
            command: Arc::clone(&self.command),
            ignored: Arc::clone(&self.ignored),
            deadline: Instant::now() + self.timeout,
        };
        let mut run = tokio::spawn(async move { registered.engine.scanner.run(&request).await });
        match tokio::time::timeout(self.timeout, &mut run).await {
            Ok(Ok(result)) => result,
            Ok(Err(error)) if error.is_panic() => {
                Err(ScanError::Execution(format!("the engine panicked: {}", panic_message(&*error.into_panic()))))
            }
            Ok(Err(error)) => Err(ScanError::Execution(error.to_string())),
            Err(_) => {
                run.abort();
                Err(ScanError::Execution(format!("no answer within {} s", self.timeout.as_secs_f32())))
            }
        }
    }

    /// What happened, on one line: redacted first and cut afterwards, since a cut could make half a secret unrecognisable.
    fn detail(&self, result: &Result<Report, ScanError>) -> String {
        let text = match result {
            Ok(_) => "the engine did not look at everything".to_owned(),
            Err(error) => error.to_string(),
        };
        let line = self.redactor.redact(&text).as_str().split_whitespace().collect::<Vec<_>>().join(" ");
        match line.char_indices().map(|(at, _)| at).take_while(|at| *at <= DETAIL_LIMIT - 3).last() {
            Some(cut) if line.len() > DETAIL_LIMIT => format!("{}...", &line[..cut]),
            _ => line,
        }
    }
}

fn panic_message(payload: &(dyn Any + Send)) -> &str {
    payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}
