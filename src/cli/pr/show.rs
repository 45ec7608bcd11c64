//! `aurumcode pr show` and `aurumcode pr list`.

use std::fmt::Write as _;

use crate::delivery::{Happened, PullRequest, payload_of};

use super::super::ExitStatus;
use super::super::refusal::Refusal;
use super::args::{ListArgs, ShowArgs};
use super::page;
use super::wired::{Wired, refused};

/// One pull request, with everything that happened.
pub(super) async fn show(wired: &Wired<'_>, args: &ShowArgs) -> Result<(ExitStatus, String), Refusal> {
    let state = wired.find(&args.one).await?;
    let timeline = wired.store.timeline(state.id).await.map_err(refused)?;
    let text = if args.json {
        let mut object = object(&state);
        object["timeline"] = timeline.iter().map(|happened| happened_json(happened, &state)).collect();
        format!("{object:#}\n")
    } else {
        let mut text = page::heading(&state);
        text.extend(timeline.iter().map(page::event));
        text.push_str(&page::standing(&state));
        text
    };
    Ok((ExitStatus::Success, text))
}

/// All pull requests of the repository.
pub(super) async fn list(wired: &Wired<'_>, args: &ListArgs) -> Result<(ExitStatus, String), Refusal> {
    let mut all = Vec::new();
    for id in wired.store.list().await.map_err(refused)? {
        let state = wired.store.load(id).await.map_err(refused)?;
        if state.terms.repository == wired.name {
            all.push(state);
        }
    }
    if args.json {
        let objects: serde_json::Value = all.iter().map(object).collect();
        return Ok((ExitStatus::Success, format!("{objects:#}\n")));
    }
    let mut text = String::new();
    if all.is_empty() {
        text.push_str("there are no pull requests: `aurumcode pr open <task>` opens one\n");
    }
    for state in &all {
        let _ = writeln!(text, "{:>4}  {}  {}", state.id, state.terms.branch, page::turn(state));
    }
    Ok((ExitStatus::Success, text))
}

fn object(state: &PullRequest) -> serde_json::Value {
    serde_json::json!({
        "id": state.id,
        "taskId": state.terms.task.id,
        "title": state.terms.task.title,
        "repository": state.terms.repository,
        "branch": state.terms.branch,
        "base": state.terms.base,
        "gate_status": state.status.as_str(),
        "gate_correction_count": state.corrections,
        "max_corrections": state.terms.max_corrections,
        "round": state.round,
        "head_sha": state.head.to_string(),
        "blocked": state.block.as_ref().map(|block| serde_json::json!({
            "reason": block.reason.as_str(), "origin": block.origin().as_str(), "diagnosis": block.diagnosis,
        })),
        "decision": state.decision.as_ref().map(|decision| decision.verdict.as_str()),
        "spent": {
            "milliseconds": state.spent.milliseconds, "tokens": state.spent.tokens, "micro_usd": state.spent.micro_usd,
        },
    })
}

fn happened_json(happened: &Happened, state: &PullRequest) -> serde_json::Value {
    let (kind, payload) = payload_of(&happened.event, &state.terms.task.id);
    let payload: serde_json::Value = serde_json::from_str(&payload).unwrap_or_default();
    serde_json::json!({ "sequence": happened.sequence, "at": happened.at, "kind": kind, "payload": payload })
}
