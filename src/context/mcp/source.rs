//! The source of context that asks a server.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use rmcp::model::JsonObject;
use serde_json::Value;
use tokio::io::duplex;
use tokio::time::timeout;

use super::relay::{Broken, relay};
use super::session::{self, Failure, Step, first_words};
use crate::config::{CHANGED_PATHS, McpSetting};
use crate::context::{ContextProvider, PROVIDER_TIMEOUT, ProviderError};
use crate::finding::RepoPath;
use crate::process::{Command, Ended, Exit, SystemRunner};
use crate::redaction::Redactor;

/// What is left of a source's time to end the process and say why there is no answer.
const ENDING: Duration = Duration::from_millis(500);

/// How long a process that closed its output may take to end by itself, so that its exit status can be told.
const PATIENCE: Duration = Duration::from_millis(200);

/// How much may wait between the process and the protocol.
const PIPE: usize = 64 * 1024;

/// What a server may write to its standard output in one conversation, its answer included: 8 MiB.
const MAX_OUTPUT: usize = 8 * 1024 * 1024;

/// One server as a source of context. Each set of changed paths is asked for once, so that all who look see the same answer.
pub struct Source {
    name: String,
    server: McpSetting,
    environment: BTreeMap<OsString, OsString>,
    runner: SystemRunner,
    redactor: Arc<Redactor>,
    limit: Duration,
    answers: tokio::sync::Mutex<BTreeMap<Vec<RepoPath>, Result<String, ProviderError>>>,
}

impl Source {
    /// A source that asks `server`, whose process sees the variables of `environment`, which are those that it declares. The children of
    /// `runner` must see no more than `PATH` and `HOME` without them. All that is sent passes `redactor`.
    pub fn new(
        server: McpSetting,
        environment: BTreeMap<OsString, OsString>,
        runner: SystemRunner,
        redactor: Arc<Redactor>,
    ) -> Self {
        let name = format!("mcp:{}/{}", server.name, server.tool);
        let (limit, answers) = (PROVIDER_TIMEOUT - ENDING, tokio::sync::Mutex::default());
        Self { name, server, environment, runner, redactor, limit, answers }
    }

    /// Bounds a conversation by less than a source's time.
    #[must_use]
    pub fn within(mut self, limit: Duration) -> Self {
        self.limit = self.limit.min(limit);
        self
    }

    /// The declared arguments, redacted: keys are the configuration's own, values may hold what must not leave.
    fn arguments(&self, changed: &[RepoPath]) -> JsonObject {
        let mut paths: Vec<String> = changed.iter().map(ToString::to_string).collect();
        paths.sort_unstable();
        let paths: Value = paths.into();
        let declared = self.server.payload.iter().map(|(key, value)| {
            let mut value = value.clone();
            fill(&mut value, &paths);
            (key.clone(), self.redactor.redact_value(&value))
        });
        declared.collect()
    }

    async fn ask(&self, changed: &[RepoPath]) -> Result<String, String> {
        let directory = tempfile::tempdir().map_err(|error| format!("no empty directory could be made: {error}"))?;
        let mut command = Command::new(&self.server.command, directory.path()).args(&self.server.args);
        command.environment.clone_from(&self.environment);
        let (conversation, stdin, stdout) = self.runner.converse(&command).map_err(|error| error.to_string())?;

        let (broken, began, step) = (Broken::default(), Instant::now(), Mutex::new(Step::Greeting));
        let (ours, theirs) = duplex(PIPE);
        let answer = {
            let relayed = relay(stdout, ours, MAX_OUTPUT, Arc::clone(&broken));
            let at = |now| *step.lock().unwrap_or_else(PoisonError::into_inner) = now;
            let asked = session::ask(&self.server, self.arguments(changed), (theirs, stdin), at);
            timeout(self.limit, alongside(asked, relayed)).await
        };
        let step = *step.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = match (answer, broken.get()) {
            (_, Some(broken)) => Err(Failure::Answered(broken.clone())),
            (Ok(answer), None) => answer,
            (Err(_), None) => Err(Failure::Gone(format!("no answer to {step} within {:.1} s", began.elapsed().as_secs_f32()))),
        };
        let gone = matches!(answer, Err(Failure::Gone(_)));
        let ended = conversation.end(if gone { PATIENCE } else { Duration::ZERO }).await;
        answer.map_err(|failure| match failure {
            Failure::Gone(why) => format!("{why}{}", self.last_signs(&ended)),
            Failure::Answered(why) => why,
        })
    }

    /// How the process ended and what it said last, for an error.
    fn last_signs(&self, ended: &Ended) -> String {
        let mut signs = match ended.exit {
            Some(Exit::Code(code)) => format!("; exit status {code}"),
            Some(Exit::Signal(signal)) => format!("; ended by signal {signal}"),
            None => String::new(),
        };
        // Before it is cut: half a secret is not recognised.
        let words = self.redactor.redact_bytes(&ended.last_words);
        let last: Vec<&str> = words.as_str().lines().filter(|line| !line.trim().is_empty()).rev().take(3).collect();
        if !last.is_empty() {
            let last: Vec<&str> = last.into_iter().rev().collect();
            signs.push_str(&format!("; its last words: {}", first_words(&last.join(" / "))));
        }
        signs
    }
}

/// Puts the list of changed paths where the configuration names it.
fn fill(value: &mut Value, paths: &Value) {
    match value {
        Value::String(text) if text == CHANGED_PATHS => *value = paths.clone(),
        Value::Array(items) => items.iter_mut().for_each(|item| fill(item, paths)),
        Value::Object(fields) => fields.values_mut().for_each(|field| fill(field, paths)),
        _ => {}
    }
}

/// Does `work` while `helper` runs beside it; the helper's end is no end.
async fn alongside<T>(work: impl Future<Output = T>, helper: impl Future<Output = ()>) -> T {
    let (mut work, mut helper) = (std::pin::pin!(work), std::pin::pin!(helper));
    tokio::select! {
        done = &mut work => return done,
        () = &mut helper => {}
    }
    work.await
}

#[async_trait]
impl ContextProvider for Source {
    fn name(&self) -> &str {
        &self.name
    }

    fn required(&self) -> bool {
        self.server.required
    }

    async fn provide(&self, changed: &[RepoPath]) -> Result<String, ProviderError> {
        let mut answers = self.answers.lock().await;
        if let Some(answer) = answers.get(changed) {
            return answer.clone();
        }
        let answer = self.ask(changed).await.map_err(ProviderError);
        answers.insert(changed.to_vec(), answer.clone());
        answer
    }
}
