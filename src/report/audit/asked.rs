//! The model's part of an audit: what it was asked and what it said.
//!
//! It is no input of the gate. Only that something was required and is missing leads to reasons, which `verify` derives again.

use std::num::NonZeroU32;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::finding::RepoPath;
use crate::gate::Reason;
use crate::redaction::Redacted;
use crate::review::{self, Asked};

use super::deliberation::Deliberation;
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
    /// What it was asked, prompt by prompt.
    pub(super) prompts: Vec<Prompt>,
    /// What became of its findings on a second look; null when none was looked at again.
    pub(super) verification: Option<Verification>,
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
    /// What the model wrote, where that cannot be read, cut.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) answer: String,
}

/// One prompt, by what it was made of. Each digest is a SHA-256 in hexadecimal.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Prompt {
    /// The changed files that it shows.
    pub(super) files: Vec<File>,
    /// The prompt, as it was sent.
    pub(super) prompt: String,
    /// The shape of the answer.
    pub(super) schema: String,
    /// The list of tools.
    pub(super) tools: String,
    /// What the called tools said.
    pub(super) tool_results: String,
    /// The identity of the answer: all of these, and who gave it.
    pub(super) answer: String,
}

/// What came of the second look.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Verification {
    /// Calls of the model.
    pub(super) calls: u32,
    /// Those without an answer that can be used: the finding stayed.
    pub(super) unanswered: u32,
    /// Tokens read.
    pub(super) tokens_in: u64,
    /// Tokens written.
    pub(super) tokens_out: u64,
    /// The findings that were taken out.
    pub(super) refuted: Vec<Refuted>,
}

/// A finding of the model's that it refuted itself.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Refuted {
    /// The finding.
    pub(super) remark: Remark,
    /// Why it is not so.
    pub(super) reason: String,
    /// What in the code proves that.
    pub(super) quote: String,
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
    /// The entry that `exceptions` would need, with places left for a person to fill in.
    pub(super) exception: String,
}

impl ModelReview {
    /// The wire form; `file` writes a path.
    pub(super) fn of(asked: &Asked, file: fn(&RepoPath) -> File) -> Self {
        let text = |text: &Redacted| text.as_str().to_owned();
        Self {
            model: asked.model.clone(),
            answered_by: asked.answered_by.clone(),
            required: asked.required,
            unavailable: asked.unavailable.as_ref().map(|why| Unavailable {
                reason: why.token.clone(),
                detail: text(&why.detail),
                answer: text(&why.answer),
            }),
            summary: text(&asked.summary),
            remarks: asked.remarks.iter().map(Remark::of).collect(),
            dropped: asked.dropped.iter().map(|one| Dropped { why: one.why.to_owned(), what: text(&one.what) }).collect(),
            proposed_exceptions: asked
                .proposed
                .iter()
                .map(|one| Proposed {
                    rule_id: one.rule.to_string(),
                    path: one.path.to_string(),
                    line: one.line,
                    justification: text(&one.justification),
                    exception: one.as_exception(),
                })
                .collect(),
            limitations: asked.limitations.iter().map(text).collect(),
            not_shown: asked.not_shown.iter().map(file).collect(),
            prompts: asked.prompts.iter().map(|prompted| Prompt::of(prompted, file)).collect(),
            verification: asked.verification.as_ref().map(Verification::of),
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

impl Remark {
    fn of(remark: &review::Remark) -> Self {
        let text = |text: &Redacted| text.as_str().to_owned();
        Self {
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
        }
    }
}

impl Prompt {
    fn of(prompted: &review::Prompted, file: fn(&RepoPath) -> File) -> Self {
        let key = &prompted.key;
        Self {
            files: prompted.files.iter().map(file).collect(),
            prompt: key.prompt.clone(),
            schema: key.schema.clone(),
            tools: key.tools.clone(),
            tool_results: key.results.clone(),
            answer: key.digest(),
        }
    }
}

impl Verification {
    fn of(verification: &review::Verification) -> Self {
        let refuted = |one: &review::Refuted| Refuted {
            remark: Remark::of(&one.remark),
            reason: one.reason.to_string(),
            quote: one.quote.to_string(),
        };
        Self {
            calls: verification.calls,
            unanswered: verification.unanswered,
            tokens_in: verification.tokens_in,
            tokens_out: verification.tokens_out,
            refuted: verification.refuted.iter().map(refuted).collect(),
        }
    }
}
