//! `aurumcode pr show` and `aurumcode pr list`.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::delivery::{HappenedDocument, PullRequest, PullRequestDocument};

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
        object["timeline"] = timeline.iter().map(|happened| json!(HappenedDocument::of(happened, &state))).collect();
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
    for (id, _) in wired.store.list().await.map_err(refused)? {
        let state = wired.store.load(id).await.map_err(refused)?;
        if state.terms.repository == wired.name {
            all.push(state);
        }
    }
    if args.json {
        let objects: Value = all.iter().map(object).collect();
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

fn object(state: &PullRequest) -> Value {
    json!(PullRequestDocument::of(state))
}
