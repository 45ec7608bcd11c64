//! A model whose answers of earlier runs are used again (`AURUMCODE_CACHE_DIR`).
//!
//! A kept answer is used only for the very same question to the same model: all messages, results of tools among them, the tools and the
//! shape of the answer, under the same configuration and by the same program. It is kept only when the whole review came to an end, and
//! only when the filter finds nothing in it to hide.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use crate::cache::{Found, Id, Store};
use crate::redaction::{Layout, Redactor};

use super::recording::digest;
use super::{Finish, Model, ModelError, Reply, Request, ToolCall, Usage};

/// Answers of earlier runs, and of this one. Clones share them.
#[derive(Clone)]
pub struct Memory {
    store: Store,
    redactor: Arc<Redactor>,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    /// What else an answer depends on: the program and the configuration.
    made_by: String,
    reads: bool,
    unwritten: Vec<(Id, Vec<u8>)>,
    counted: Counted,
}

/// What a memory was good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counted {
    /// Questions that a kept answer answered.
    pub hits: u32,
    /// Questions that were asked.
    pub misses: u32,
    /// Entries that somebody else wrote or changed, and that were not used.
    pub foreign: u32,
    /// How long the kept answers took when they were made.
    pub saved: Duration,
}

impl Memory {
    /// Over these entries. It reads nothing before [`Memory::read_for`].
    pub fn new(store: Store, redactor: Arc<Redactor>) -> Self {
        Self { store, redactor, state: Arc::default() }
    }

    /// Where its entries are.
    pub fn directory(&self) -> &std::path::Path {
        self.store.directory()
    }

    /// Uses kept answers from now on, but only those that the same program gave under the same configuration, which `made_by` names.
    pub fn read_for(&self, made_by: String) {
        let mut state = self.state();
        state.made_by = made_by;
        state.reads = true;
    }

    /// Uses no kept answers from now on: the review is not complete.
    pub fn stop_reading(&self) {
        self.state().reads = false;
    }

    /// What it was good for so far.
    pub fn counted(&self) -> Counted {
        self.state().counted
    }

    /// Writes what was answered; for a review that is complete.
    ///
    /// # Errors
    /// A file could not be written.
    pub fn keep(&self) -> io::Result<()> {
        let unwritten = std::mem::take(&mut self.state().unwritten);
        unwritten.iter().try_for_each(|(id, body)| self.store.put(id, body))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The kept answer to a question.
    fn recall(&self, id: &Id) -> Option<Reply> {
        let mut state = self.state();
        if !state.reads {
            return None;
        }
        let kept = match self.store.get(id) {
            Found::Nothing => return None,
            Found::Foreign => None,
            Found::Result(body) => serde_json::from_slice::<Kept>(&body).ok(),
        };
        match kept {
            Some(kept) => {
                state.counted.hits += 1;
                state.counted.saved += Duration::from_millis(kept.took_ms);
                Some(kept.reply())
            }
            None => {
                state.counted.foreign += 1;
                None
            }
        }
    }

    /// Holds an answer until the review is complete. One that holds something to hide is not kept: what is read again must be what was said.
    fn hold(&self, id: Id, kept: &Kept) {
        let Ok(body) = serde_json::to_value(kept) else { return };
        let written = body.to_string();
        if self.redactor.redact_json(&body, Layout::Compact).as_str() == written
            && self.redactor.redact(&written).as_str() == written
        {
            self.state().unwritten.push((id, written.into_bytes()));
        }
    }
}

/// The form of an entry.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    text: String,
    /// Id, name and arguments of each.
    calls: Vec<(String, String, String)>,
    usage: Option<(u64, u64)>,
    answered_by: String,
    took_ms: u64,
}

impl Kept {
    fn of(reply: &Reply, took: Duration) -> Self {
        let call = |call: &ToolCall| (call.id.clone(), call.name.clone(), call.arguments.clone());
        Self {
            text: reply.text.clone(),
            calls: reply.calls.iter().map(call).collect(),
            usage: reply.usage.map(|usage| (usage.input, usage.output)),
            answered_by: reply.answered_by.clone(),
            took_ms: u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
        }
    }

    fn reply(self) -> Reply {
        let calls: Vec<ToolCall> = self.calls.into_iter().map(|(id, name, arguments)| ToolCall { id, name, arguments }).collect();
        Reply {
            text: self.text,
            finish: if calls.is_empty() { Finish::Stop } else { Finish::Tools },
            calls,
            usage: self.usage.map(|(input, output)| Usage { input, output }),
            answered_by: self.answered_by,
        }
    }
}

/// A model with a memory.
pub struct Remembered {
    model: Box<dyn Model>,
    memory: Memory,
}

impl Remembered {
    /// Asks `model` what `memory` does not hold.
    pub fn new(model: Box<dyn Model>, memory: Memory) -> Self {
        Self { model, memory }
    }
}

#[async_trait]
impl Model for Remembered {
    fn identity(&self) -> String {
        self.model.identity()
    }

    fn calls_tools(&self) -> bool {
        self.model.calls_tools()
    }

    async fn call(&self, request: &Request) -> Result<Reply, ModelError> {
        let (identity, made_by) = (self.identity(), self.memory.state().made_by.clone());
        let bound = request.max_output_tokens.map(|bound| bound.to_string()).unwrap_or_default();
        let parts = ["answer", &made_by, &identity, &digest(request), &bound];
        let id = Id::of(&parts.map(str::as_bytes));
        if let Some(reply) = self.memory.recall(&id) {
            return Ok(reply);
        }
        self.memory.state().counted.misses += 1;
        let begun = Instant::now();
        let reply = self.model.call(request).await?;
        // A fallback's answer is not the answer of the model that was asked.
        if reply.answered_by == identity {
            self.memory.hold(id, &Kept::of(&reply, begun.elapsed()));
        }
        Ok(reply)
    }
}
