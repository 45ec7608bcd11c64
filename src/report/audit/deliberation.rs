//! The conversation with a model in an audit: what was offered, asked for and given, and what it cost. It is the audit's last key.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::review::Asked;

/// How the conversation went.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Deliberation {
    /// The tools that were offered, in their order.
    pub(super) offered: Vec<String>,
    /// Those that were asked for, by the first request.
    pub(super) requested: Vec<String>,
    /// Those that were not; empty when the model never answered.
    pub(super) not_requested: Vec<String>,
    /// Calls of the model.
    pub(super) rounds: u32,
    /// Tokens read.
    pub(super) tokens_in: u64,
    /// Tokens written.
    pub(super) tokens_out: u64,
    /// Tokens of the prompt itself.
    pub(super) base_tokens: u64,
    /// Tokens beyond it.
    pub(super) cost_tokens: u64,
    /// Whether tokens were estimated, because the host did not report them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) estimated: bool,
    /// The calls of tools, in their order.
    pub(super) calls: Vec<Call>,
    /// `answered`, the reason of a passed limit, or `model:<why>`.
    pub(super) outcome: String,
    /// The limit that was passed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) limit: Option<String>,
    /// Whether the model never answered.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) undecided: bool,
}

/// One call of a tool.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Call {
    /// The round, from 1.
    pub(super) round: u32,
    /// The id that the model gave it.
    pub(super) id: String,
    /// The tool's name.
    pub(super) tool: String,
    /// The arguments, as the model wrote them.
    pub(super) arguments: String,
    /// `executed`, `refused` or `failed`.
    pub(super) status: String,
    /// How long it ran, in milliseconds. A time: two runs differ here.
    pub(super) duration_ms: u64,
    /// One line about the result.
    pub(super) result: String,
    /// Identity of the result; empty unless it was executed.
    pub(super) digest: String,
}

impl Deliberation {
    /// The wire form; nothing when the model was offered no tools.
    pub(super) fn of(asked: &Asked) -> Option<Self> {
        let transcript = &asked.transcript;
        let call = |call: &crate::deliberation::Call| Call {
            round: call.round,
            id: call.id.to_string(),
            tool: call.tool.to_string(),
            arguments: call.arguments.to_string(),
            status: call.status.as_str().to_owned(),
            duration_ms: u64::try_from(call.duration.as_millis()).unwrap_or(u64::MAX),
            result: call.result.to_string(),
            digest: call.digest.clone(),
        };
        asked.deliberated().then(|| Self {
            offered: transcript.offered.clone(),
            requested: transcript.requested.clone(),
            not_requested: transcript.not_requested.clone(),
            rounds: transcript.rounds,
            tokens_in: transcript.tokens_in,
            tokens_out: transcript.tokens_out,
            base_tokens: transcript.base_tokens,
            cost_tokens: transcript.cost_tokens,
            estimated: transcript.estimated,
            calls: transcript.calls.iter().map(call).collect(),
            outcome: transcript.outcome.clone(),
            limit: transcript.limit.clone(),
            undecided: transcript.undecided,
        })
    }
}
