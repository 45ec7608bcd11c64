//! Events as they are written down: a kind and a JSON object each.
//!
//! The words are those of the first implementation of these gates (`artifact.qa_verdict`, `pr.gate_changed`, `veredito`, `resumo`,
//! `itens`, `coverageMatrix`), so that its readers keep working. What is read back is checked: a word that is not known is an error.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::change::Oid;
use crate::delivery::{Block, BlockReason, Event, Gate, GateStatus, Lineage, Resume, Spender, Spending, UserDecision, Verdict};

use super::StoreError;
use super::wire_terms::Opened;
use super::wire_verdict::Judged;

/// The kind of an event, and its object as text. `task` is the task of its pull request, which every object names.
pub fn payload_of(event: &Event, task: &str) -> (&'static str, String) {
    let (kind, object) = match event {
        Event::Opened { terms, head } => ("pr.opened", json(&Opened::of(terms, *head))),
        Event::Judged(verdict) => (
            match verdict.gate {
                Gate::Qa => "artifact.qa_verdict",
                Gate::Secops => "artifact.secops_verdict",
            },
            json(&Judged::of(verdict)),
        ),
        Event::GateChanged { by, status, corrections, blocked } => (
            "pr.gate_changed",
            json(&Changed {
                gate: by.map(|(gate, _)| gate.to_string()),
                veredito: by.map(|(_, verdict)| verdict.to_string()),
                gate_status: status.to_string(),
                gate_correction_count: *corrections,
                blocked: *blocked,
            }),
        ),
        Event::HeadMoved { head, lineage } => {
            ("pr.head_moved", json(&Moved { head_sha: head.to_string(), lineage: word_of(*lineage).to_owned() }))
        }
        Event::Blocked(block) => (
            "pr.blocked",
            json(&Blocked {
                reason: block.reason.to_string(),
                origin: block.origin().to_string(),
                diagnosis: block.diagnosis.clone(),
            }),
        ),
        Event::Unblocked(how) => ("pr.unblocked", json(&Unblocked { how: how.as_str().to_owned() })),
        Event::UserDecided(decision) => (
            "pr.user_decided",
            json(&Decided {
                veredito: decision.verdict.to_string(),
                head_sha: decision.head.to_string(),
                reason: decision.reason.clone(),
            }),
        ),
        Event::Spent(spending) => (
            "pr.spent",
            json(&Spent {
                by: spending.by.as_str().to_owned(),
                milliseconds: spending.milliseconds,
                tokens: spending.tokens,
                micro_usd: spending.micro_usd,
            }),
        ),
        Event::CommentPosted { about, place } => ("pr.comment_posted", json(&Comment { about: *about, detail: place.clone() })),
        Event::CommentFailed { about, detail } => ("pr.comment_failed", json(&Comment { about: *about, detail: detail.clone() })),
    };
    let mut named = serde_json::Map::from_iter([("taskId".to_owned(), Value::from(task))]);
    if let Value::Object(object) = object {
        named.extend(object);
    }
    (kind, Value::Object(named).to_string())
}

/// The event that was written down so.
///
/// # Errors
/// The kind or a word in the object is not known.
pub fn read_event(kind: &str, payload: &str) -> Result<Event, StoreError> {
    Ok(match kind {
        "pr.opened" => {
            let opened: Opened = object(kind, payload)?;
            let head = oid(&opened.head_sha)?;
            Event::Opened { terms: Box::new(opened.terms()), head }
        }
        "artifact.qa_verdict" => Event::Judged(object::<Judged>(kind, payload)?.verdict(Gate::Qa)?),
        "artifact.secops_verdict" => Event::Judged(object::<Judged>(kind, payload)?.verdict(Gate::Secops)?),
        "pr.gate_changed" => {
            let changed: Changed = object(kind, payload)?;
            let by = match (&changed.gate, &changed.veredito) {
                (Some(gate), Some(verdict)) => Some((word(gate, Gate::parse)?, word(verdict, Verdict::parse)?)),
                _ => None,
            };
            let (corrections, blocked) = (changed.gate_correction_count, changed.blocked);
            Event::GateChanged { by, status: word(&changed.gate_status, GateStatus::parse)?, corrections, blocked }
        }
        "pr.head_moved" => {
            let moved: Moved = object(kind, payload)?;
            Event::HeadMoved { head: oid(&moved.head_sha)?, lineage: word(&moved.lineage, lineage)? }
        }
        "pr.blocked" => {
            let blocked: Blocked = object(kind, payload)?;
            Event::Blocked(Block { reason: word(&blocked.reason, BlockReason::parse)?, diagnosis: blocked.diagnosis })
        }
        "pr.unblocked" => {
            let how = object::<Unblocked>(kind, payload)?.how;
            Event::Unblocked(word(&how, |text| Resume::ALL.into_iter().find(|way| way.as_str() == text))?)
        }
        "pr.user_decided" => {
            let decided: Decided = object(kind, payload)?;
            let verdict = word(&decided.veredito, Verdict::parse)?;
            Event::UserDecided(UserDecision { verdict, head: oid(&decided.head_sha)?, reason: decided.reason })
        }
        "pr.spent" => {
            let Spent { by, milliseconds, tokens, micro_usd } = object(kind, payload)?;
            Event::Spent(Spending { by: word(&by, Spender::parse)?, milliseconds, tokens, micro_usd })
        }
        "pr.comment_posted" => {
            let Comment { about, detail } = object(kind, payload)?;
            Event::CommentPosted { about, place: detail }
        }
        "pr.comment_failed" => {
            let Comment { about, detail } = object(kind, payload)?;
            Event::CommentFailed { about, detail }
        }
        other => return Err(StoreError::Unreadable(format!("an event of the kind `{other}`"))),
    })
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Changed {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    gate: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    veredito: Option<String>,
    gate_status: String,
    gate_correction_count: u32,
    blocked: bool,
}

#[derive(Serialize, Deserialize)]
struct Moved {
    head_sha: String,
    lineage: String,
}

#[derive(Serialize, Deserialize)]
struct Blocked {
    reason: String,
    origin: String,
    diagnosis: String,
}

#[derive(Serialize, Deserialize)]
struct Unblocked {
    how: String,
}

#[derive(Serialize, Deserialize)]
struct Decided {
    veredito: String,
    head_sha: String,
    reason: String,
}

#[derive(Serialize, Deserialize)]
struct Spent {
    by: String,
    milliseconds: u64,
    tokens: u64,
    micro_usd: u64,
}

#[derive(Serialize, Deserialize)]
struct Comment {
    about: u64,
    detail: String,
}

/// These structs have neither maps with other keys than text nor numbers that JSON lacks, so nothing can go wrong.
fn json<T: Serialize>(object: &T) -> Value {
    serde_json::to_value(object).unwrap_or_default()
}

fn object<T: for<'de> Deserialize<'de>>(kind: &str, payload: &str) -> Result<T, StoreError> {
    serde_json::from_str(payload).map_err(|error| StoreError::Unreadable(format!("an event `{kind}`: {error}")))
}

pub(super) fn word<T>(text: &str, parse: impl Fn(&str) -> Option<T>) -> Result<T, StoreError> {
    parse(text).ok_or_else(|| StoreError::Unreadable(format!("the word `{text}`")))
}

pub(super) fn oid(text: &str) -> Result<Oid, StoreError> {
    word(text, |text| Oid::parse(text))
}

const fn word_of(lineage: Lineage) -> &'static str {
    match lineage {
        Lineage::Descends => "descends",
        Lineage::Rewritten => "rewritten",
    }
}

fn lineage(text: &str) -> Option<Lineage> {
    [Lineage::Descends, Lineage::Rewritten].into_iter().find(|lineage| word_of(*lineage) == text)
}
