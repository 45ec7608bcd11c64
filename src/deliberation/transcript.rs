//! The record of a conversation: what was offered, asked for and not asked for, what each call gave, and how it ended.

use std::time::Duration;

use sha2::{Digest, Sha256};

use crate::redaction::Redacted;

/// The record of one conversation. Every text in it is redacted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Transcript {
    /// The names of the tools that were offered, in their order.
    pub offered: Vec<String>,
    /// Those that were asked for, by the first request, each once. A name that was not offered is in the calls alone.
    pub requested: Vec<String>,
    /// Those that were offered and not asked for, in their order; empty when the model never answered.
    pub not_requested: Vec<String>,
    /// Calls of the model.
    pub rounds: u32,
    /// Tokens read in all rounds.
    pub tokens_in: u64,
    /// Tokens written in all rounds.
    pub tokens_out: u64,
    /// Tokens read in the first round: the prompt itself.
    pub base_tokens: u64,
    /// What the deliberation cost beyond the prompt.
    pub cost_tokens: u64,
    /// Whether any round was charged by an estimate, because the host did not say what it cost.
    pub estimated: bool,
    /// The calls of tools, in the order in which they were answered.
    pub calls: Vec<Call>,
    /// `answered`, the reason token of a passed limit, or `model:<why>`.
    pub outcome: String,
    /// The limit that was passed.
    pub limit: Option<String>,
    /// Whether the model never answered, so that nothing can be read from what it did not ask for.
    pub undecided: bool,
}

impl Transcript {
    /// Adds the record of the next conversation of the same review, whose rounds are counted on.
    pub fn append(&mut self, next: Self) {
        let before = self.rounds;
        if self.offered.is_empty() {
            self.offered = next.offered;
        }
        for name in next.requested {
            if !self.requested.contains(&name) {
                self.requested.push(name);
            }
        }
        self.rounds = before.saturating_add(next.rounds);
        self.tokens_in = self.tokens_in.saturating_add(next.tokens_in);
        self.tokens_out = self.tokens_out.saturating_add(next.tokens_out);
        self.base_tokens = self.base_tokens.saturating_add(next.base_tokens);
        self.cost_tokens = self.cost_tokens.saturating_add(next.cost_tokens);
        self.estimated |= next.estimated;
        self.calls.extend(next.calls.into_iter().map(|call| Call { round: before.saturating_add(call.round), ..call }));
        (self.outcome, self.limit, self.undecided) = (next.outcome, next.limit, next.undecided);
        self.not_requested.clear();
        if !self.undecided {
            let left = self.offered.iter().filter(|name| !self.requested.contains(name));
            self.not_requested.extend(left.cloned());
        }
    }

    /// Identity of what the tools said: another result has another digest.
    pub fn tools_digest(&self) -> String {
        let executed = self.calls.iter().filter(|call| call.status == CallStatus::Executed);
        let list: String = executed.map(|call| format!("{}={}\n", call.tool, call.digest)).collect();
        digest(list.as_bytes())
    }
}

/// One call of a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The round in which it was asked for, from 1.
    pub round: u32,
    /// The id that the model gave it.
    pub id: Redacted,
    /// The tool's name, as the model wrote it.
    pub tool: Redacted,
    /// The arguments, as the model wrote them.
    pub arguments: Redacted,
    /// What became of it.
    pub status: CallStatus,
    /// How long it ran.
    pub duration: Duration,
    /// One line about the result, or why there is none.
    pub result: Redacted,
    /// Identity of the result; empty unless it was executed.
    pub digest: String,
}

/// What became of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallStatus {
    /// It ran and gave a result.
    Executed,
    /// It was not run.
    Refused,
    /// It ran and gave none.
    Failed,
}

impl CallStatus {
    /// The word of the audit.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Executed => "executed",
            Self::Refused => "refused",
            Self::Failed => "failed",
        }
    }
}

/// SHA-256 in hexadecimal.
pub(super) fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
