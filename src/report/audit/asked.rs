//! The model's part of an audit: what it said, and how the conversation went.
//!
//! It is no input of the gate. Only that something was required and is missing leads to reasons, which `verify` derives again.

use std::num::NonZeroU32;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::finding::RepoPath;
use crate::gate::Reason;
use crate::redaction::Redacted;
use crate::review::{self, Asked};

use super::v1::File;
use super::words::{Severity, Side};

/// What came of asking a model. It decides nothing.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ModelReview {
    /// Host and model that were to answer; empty when none is configured.
    pub(super) model: String,
    /// Host and model that did.
    pub(super) answered_by: Option<String>,
    /// Whether the configuration requires the model's review.
    pub(super) required: bool,
    /// Why there is no answer; null when there is one.
    pub(super) unavailable: Option<Unavailable>,
    /// What it says of the change as a whole.
    pub(super) summary: String,
    /// What it found and proved, by path, line and rule.
    pub(super) remarks: Vec<Remark>,
    /// What it found and was not admitted.
    pub(super) dropped: Vec<Dropped>,
    /// Findings of engines that it disputes: proposed exceptions, never applied.
    pub(super) proposed_exceptions: Vec<Proposed>,
    /// What it says it could not judge.
    pub(super) limitations: Vec<String>,
    /// Changed files that it was not shown, by path.
    pub(super) not_shown: Vec<File>,
    /// Engines that waited for it in vain and did not run, by name.
    pub(super) not_run: Vec<String>,
}

/// Why there is no answer.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Unavailable {
    /// The fixed word.
    pub(super) reason: String,
    /// What exactly happened.
    pub(super) detail: String,
}

/// A finding of the model's.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Remark {
    /// The rule that it cites.
    pub(super) rule_id: String,
    /// How bad it says it is, but not less than the rule says.
    pub(super) severity: Severity,
    /// The path.
    pub(super) path: String,
    /// The changed line.
    pub(super) line: NonZeroU32,
    /// The side that the line counts on.
    pub(super) side: Side,
    /// What is wrong.
    pub(super) message: String,
    /// What comes of it.
    pub(super) impact: String,
    /// What shows it.
    pub(super) evidence: String,
    /// What to do.
    pub(super) suggestion: String,
    /// How to check it.
    pub(super) verification: String,
}

/// A finding of the model's that was not admitted.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Dropped {
    /// Why, as a fixed word.
    pub(super) why: String,
    /// What it was.
    pub(super) what: String,
}

/// An exception that the model proposes.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Proposed {
    /// The disputed finding's rule.
    pub(super) rule_id: String,
    /// Its path.
    pub(super) path: String,
    /// Its line; null when the whole file is meant.
    pub(super) line: Option<NonZeroU32>,
    /// Why it is disputed.
    pub(super) justification: String,
}

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

impl ModelReview {
    /// The wire form; `file` writes a path.
    pub(super) fn of(asked: &Asked, file: fn(&RepoPath) -> File) -> Self {
        let text = |text: &Redacted| text.as_str().to_owned();
        Self {
            model: asked.model.clone(),
            answered_by: asked.answered_by.clone(),
            required: asked.required,
            unavailable: asked
                .unavailable
                .as_ref()
                .map(|why| Unavailable { reason: why.token.clone(), detail: text(&why.detail) }),
            summary: text(&asked.summary),
            remarks: asked
                .remarks
                .iter()
                .map(|remark| Remark {
                    rule_id: remark.rule.to_string(),
                    severity: remark.severity.into(),
                    path: remark.path.to_string(),
                    line: remark.line,
                    side: remark.side.into(),
                    message: text(&remark.message),
                    impact: text(&remark.impact),
                    evidence: text(&remark.evidence),
                    suggestion: text(&remark.suggestion),
                    verification: text(&remark.verification),
                })
                .collect(),
            dropped: asked.dropped.iter().map(|one| Dropped { why: one.why.to_owned(), what: text(&one.what) }).collect(),
            proposed_exceptions: asked
                .proposed
                .iter()
                .map(|one| Proposed {
                    rule_id: one.rule.to_string(),
                    path: one.path.to_string(),
                    line: one.line,
                    justification: text(&one.justification),
                })
                .collect(),
            limitations: asked.limitations.iter().map(text).collect(),
            not_shown: asked.not_shown.iter().map(file).collect(),
            not_run: asked.not_run.clone(),
        }
    }

    /// The reasons that it leads to; `deliberation` says whether a limit was passed.
    pub(super) fn reasons(&self, deliberation: Option<&Deliberation>) -> Vec<Reason> {
        let limit = deliberation.is_some_and(|deliberation| deliberation.limit.is_some());
        let unavailable = self.unavailable.as_ref().map(|why| (why.reason.as_str(), why.detail.as_str()));
        review::missing(self.required, limit, unavailable, self.not_shown.iter().map(|file| file.path.clone()))
    }
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
