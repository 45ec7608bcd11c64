//! What bounds a conversation.

use std::time::Duration;

/// The bounds of one conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Calls of the model, the one that answers included; at least 1.
    pub max_rounds: u32,
    /// Tokens that the deliberation may cost beyond the prompt itself; 0: no ceiling.
    pub max_cost_tokens: u64,
    /// How long one tool may run; not zero.
    pub per_tool_timeout: Duration,
    /// Bytes that the tools may read of the repository, all together; not zero.
    pub max_read_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { max_rounds: 3, max_cost_tokens: 60_000, per_tool_timeout: Duration::from_secs(120), max_read_bytes: 256 * 1024 }
    }
}

impl Limits {
    /// Checks that a conversation can take place under them.
    ///
    /// # Errors
    /// A bound that must not be zero is.
    pub fn validate(&self) -> Result<(), LimitsError> {
        let zero = [
            ("max_rounds", self.max_rounds == 0),
            ("per_tool_timeout_seconds", self.per_tool_timeout.is_zero()),
            ("max_read_bytes", self.max_read_bytes == 0),
        ];
        zero.iter().find(|(_, zero)| *zero).map_or(Ok(()), |(limit, _)| Err(LimitsError(limit)))
    }
}

/// A bound that allows nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("deliberation.{0} must not be 0")]
pub struct LimitsError(pub &'static str);

/// A bound that was passed: the conversation ends without an answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("deliberation_limit:{limit}: {detail}")]
pub struct LimitError {
    /// The name of the bound, as the configuration spells it.
    pub limit: &'static str,
    /// What happened.
    pub detail: String,
}

impl LimitError {
    /// The reason token that the review ends with.
    pub fn token(&self) -> String {
        format!("deliberation_limit:{}", self.limit)
    }
}
