//! What came of asking the model, for the reports. Every text is redacted; none of it is an input of the gate.

use std::num::NonZeroU32;

use crate::deliberation::Transcript;
use crate::finding::{RepoPath, RuleId, Severity, Side};
use crate::gate::Reason;
use crate::redaction::Redacted;

use super::identity::AnswerKey;

/// What came of asking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// Host and model that were to answer; empty when there is none.
    pub model: String,
    /// Host and model that did.
    pub answered_by: Option<String>,
    /// Whether the configuration requires the model's review.
    pub required: bool,
    /// Why there is no answer that can be used.
    pub unavailable: Option<Unavailable>,
    /// What it says of the change as a whole.
    pub summary: Redacted,
    /// What it found and proved, by path, line and rule.
    pub remarks: Vec<Remark>,
    /// What it found and did not prove, in its order.
    pub dropped: Vec<Dropped>,
    /// Findings of engines that it disputes, in their order: proposed exceptions, never applied.
    pub proposed: Vec<Proposed>,
    /// What it says it could not judge.
    pub limitations: Vec<Redacted>,
    /// Changed files that it was not shown, by path.
    pub not_shown: Vec<RepoPath>,
    /// What it was asked, prompt by prompt.
    pub prompts: Vec<Prompted>,
    /// What became of its findings on a second look; nothing when none was looked at again.
    pub verification: Option<Verification>,
    /// Engines that waited for the model and that it did not ask for, by name: they did not run.
    pub not_run: Vec<String>,
    /// How the conversation went.
    pub transcript: Transcript,
}

/// One prompt of the review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prompted {
    /// The changed files that it shows, by path.
    pub files: Vec<RepoPath>,
    /// The identity of its answer.
    pub key: AnswerKey,
}

/// What came of the second look.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Verification {
    /// Calls of the model.
    pub calls: u32,
    /// Those without an answer that can be used: the finding stayed.
    pub unanswered: u32,
    /// Tokens read.
    pub tokens_in: u64,
    /// Tokens written.
    pub tokens_out: u64,
    /// The findings that were taken out, by path, line and rule.
    pub refuted: Vec<Refuted>,
}

/// A finding of the model's that it refuted itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refuted {
    /// The finding.
    pub remark: Remark,
    /// Why it is not so.
    pub reason: Redacted,
    /// What in the code proves that.
    pub quote: Redacted,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unavailable {
    /// The word for it: `deliberation_limit:<limit>`, or why the model has none.
    pub token: String,
    /// What exactly happened, on one line.
    pub detail: Redacted,
    /// What the model wrote, where it wrote something that cannot be read, cut.
    pub answer: Redacted,
}

/// A finding of the model's. It informs; it is no evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// The rule of the catalogue that it cites.
    pub rule: RuleId,
    /// How bad it says it is, but not less than the rule says.
    pub severity: Severity,
    /// The changed file.
    pub path: RepoPath,
    /// The changed line.
    pub line: NonZeroU32,
    /// The side that the line is counted on.
    pub side: Side,
    /// What is wrong.
    pub message: Redacted,
    /// What comes of it.
    pub impact: Redacted,
    /// What shows it.
    pub evidence: Redacted,
    /// What to do.
    pub suggestion: Redacted,
    /// How to check it.
    pub verification: Redacted,
}

/// A finding of the model's that was not admitted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dropped {
    /// Why, as a fixed word: `place`, `rule`, `proof`, `redacted`, `too_many`, `evidence_id`, `shape`.
    pub why: &'static str,
    /// What it was, on one line.
    pub what: Redacted,
}

/// An exception that the model proposes, for a person to decide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposed {
    /// The disputed finding's rule.
    pub rule: RuleId,
    /// Its file.
    pub path: RepoPath,
    /// Its line, when it has one.
    pub line: Option<NonZeroU32>,
    /// Why the model disputes it.
    pub justification: Redacted,
}

impl Proposed {
    /// The exception as it would stand in the configuration, on one line: a person says who answers for it, where and until when.
    pub fn as_exception(&self) -> String {
        let quoted = |text: &str| serde_json::Value::from(text).to_string();
        format!(
            "- {{rule: {}, path: {}, repository: \"OWNER/NAME\", owner: \"WHO\", reason: {}, expires: \"YYYY-MM-DD\"}}",
            quoted(self.rule.as_str()),
            quoted(&self.path.to_string()),
            quoted(self.justification.as_str())
        )
    }
}

impl Asked {
    /// Whether the model was offered tools.
    pub fn deliberated(&self) -> bool {
        !self.transcript.offered.is_empty()
    }

    /// Why the review is not complete: see [`missing`].
    pub fn reasons(&self) -> Vec<Reason> {
        let unavailable = self.unavailable.as_ref().map(|why| (why.token.as_str(), why.detail.as_str()));
        missing(self.required, self.transcript.limit.is_some(), unavailable, self.not_shown.iter().map(ToString::to_string))
    }
}

/// What a model's part leaves unverified: a passed limit always, anything else where the configuration requires the model's review.
/// `unavailable` is the word and the detail of why there is no answer, `not_shown` the files that the model did not see.
pub fn missing(
    required: bool,
    limit: bool,
    unavailable: Option<(&str, &str)>,
    not_shown: impl Iterator<Item = String>,
) -> Vec<Reason> {
    let reason = |token: &str, detail: String| Reason { token: token.to_owned(), engine: None, detail };
    match unavailable {
        Some((token, detail)) if limit => vec![reason(token, detail.to_owned())],
        Some((token, detail)) if required => vec![reason("model_unavailable", format!("{token}: {detail}"))],
        None if required => not_shown.map(|path| reason("model_incomplete", format!("{path}: not shown to the model"))).collect(),
        Some(_) | None => Vec::new(),
    }
}
