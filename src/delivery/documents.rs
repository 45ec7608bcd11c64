//! A pull request and its events as JSON documents. Field names are a promise.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::{Happened, PullRequest, PullRequestId, Timestamp, payload_of};

/// Where a pull request stands.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "PullRequest")]
pub struct PullRequestDocument {
    /// Its number.
    id: PullRequestId,
    /// The name of its task.
    #[serde(rename = "taskId")]
    task: String,
    /// The task's title.
    title: String,
    /// The repository, by the name that the store knows it by.
    repository: String,
    /// The branch under review.
    branch: String,
    /// What it is to be merged into.
    base: String,
    /// `awaiting_qa`, `awaiting_secops` or `awaiting_user`.
    gate_status: String,
    /// The corrections of this visit of the gate.
    gate_correction_count: u32,
    /// How many each gate allows in one visit.
    max_corrections: u32,
    /// The round in which the next verdict counts, from 1.
    round: u32,
    /// The commit under review.
    head_sha: String,
    /// Why it does not move; null when it does.
    blocked: Option<BlockDocument>,
    /// What a person said: `approved`, `changes_requested`, or null.
    decision: Option<String>,
    /// What the work on it has cost.
    spent: SpentDocument,
}

/// Why a pull request does not move.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "Block")]
struct BlockDocument {
    /// What stopped it, such as `corrections_exhausted`.
    reason: String,
    /// Where to look: `infra`, `modelo`, `codigo` or `politica`.
    origin: String,
    /// What exactly happened.
    diagnosis: String,
}

/// What work has cost.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "Spent")]
struct SpentDocument {
    /// Running time.
    milliseconds: u64,
    /// Tokens of models.
    tokens: u64,
    /// Millionths of a US dollar.
    micro_usd: u64,
}

/// One thing that happened.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "Event")]
pub struct HappenedDocument {
    /// Its number, from 1 and without gaps.
    sequence: u64,
    /// When, in milliseconds since 1970-01-01 UTC.
    at: Timestamp,
    /// What kind of event it is, such as `pr.opened` or `artifact.qa_verdict`.
    kind: String,
    /// What there is to say about it; its shape goes with its kind.
    #[schemars(with = "serde_json::Map<String, Value>")]
    payload: Value,
}

impl PullRequestDocument {
    /// The document of a state.
    pub fn of(state: &PullRequest) -> Self {
        let (terms, spent) = (&state.terms, &state.spent);
        let block = state.block.as_ref().map(|block| BlockDocument {
            reason: block.reason.as_str().to_owned(),
            origin: block.origin().as_str().to_owned(),
            diagnosis: block.diagnosis.clone(),
        });
        Self {
            id: state.id,
            task: terms.task.id.clone(),
            title: terms.task.title.clone(),
            repository: terms.repository.clone(),
            branch: terms.branch.clone(),
            base: terms.base.clone(),
            gate_status: state.status.as_str().to_owned(),
            gate_correction_count: state.corrections,
            max_corrections: terms.max_corrections.get(),
            round: state.round,
            head_sha: state.head.to_string(),
            blocked: block,
            decision: state.decision.as_ref().map(|decision| decision.verdict.as_str().to_owned()),
            spent: SpentDocument { milliseconds: spent.milliseconds, tokens: spent.tokens, micro_usd: spent.micro_usd },
        }
    }
}

impl HappenedDocument {
    /// The document of an event of this pull request.
    pub fn of(happened: &Happened, state: &PullRequest) -> Self {
        let (kind, payload) = payload_of(&happened.event, &state.terms.task.id);
        let payload = serde_json::from_str(&payload).unwrap_or_default();
        Self { sequence: happened.sequence, at: happened.at, kind: kind.to_owned(), payload }
    }
}
