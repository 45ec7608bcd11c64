//! `aurumcode pr unblock`, `rearm`, `approve`, `reject`: what only a person can say.

use crate::delivery::{
    Clock as _, PullRequest, Recorded, Refused, Resume, SystemClock, UserDecision, Verdict, decide_by_user, unblock as unblocked,
};
use crate::finding::{Code, Diagnostic};

use super::super::ExitStatus;
use super::super::refusal::Refusal;
use super::args::{OneArgs, RejectArgs, SayArgs, UnblockArgs};
use super::page;
use super::wired::{Wired, refused};

/// Lets a blocked pull request go on.
pub(super) async fn unblock(wired: &Wired<'_>, args: &UnblockArgs) -> Result<(ExitStatus, String), Refusal> {
    let state = wired.find(&args.one).await?;
    let how = if args.restart { Resume::Restart } else { Resume::Resume };
    let after = record(wired, &state, unblocked(&state, how)).await?;
    Ok((ExitStatus::Success, page::standing(&after)))
}

/// Lets work go on after too many blocks.
pub(super) async fn rearm(wired: &Wired<'_>) -> Result<(ExitStatus, String), Refusal> {
    let blocked = wired.store.blocked_in_a_row(&wired.name).await.map_err(refused)?;
    wired.store.rearm(&wired.name).await.map_err(refused)?;
    Ok((ExitStatus::Success, format!("rearmed: {blocked} pull requests were blocked in a row, and count no more\n")))
}

/// The last word for it.
pub(super) async fn approve(wired: &Wired<'_>, args: &SayArgs) -> Result<(ExitStatus, String), Refusal> {
    say(wired, &args.one, Verdict::Approved, &args.reason).await
}

/// The last word against it.
pub(super) async fn reject(wired: &Wired<'_>, args: &RejectArgs) -> Result<(ExitStatus, String), Refusal> {
    say(wired, &args.one, Verdict::ChangesRequested, &args.reason).await
}

async fn say(wired: &Wired<'_>, one: &OneArgs, verdict: Verdict, reason: &str) -> Result<(ExitStatus, String), Refusal> {
    let found = wired.find(one).await?;
    // A word about a commit that is not the head any more would approve what nobody has seen.
    let state = wired.looked(&wired.worker(), found.id).await?;
    let reason = wired.context.redactor.redact(reason).to_string();
    let decision = UserDecision { verdict, head: state.head, reason };
    let after = record(wired, &state, decide_by_user(&state, decision)).await?;
    Ok((ExitStatus::Success, page::standing(&after)))
}

pub(super) async fn record(
    wired: &Wired<'_>,
    before: &PullRequest,
    decided: Result<Recorded, Refused>,
) -> Result<PullRequest, Refusal> {
    let recorded = decided.map_err(|refusal| {
        Diagnostic::new(Code::DELIVERY_REFUSED, format!("pull request {}: {refusal}", before.id))
            .help(format!("`aurumcode pr show {}` says whose turn it is", before.id))
    })?;
    wired.store.commit(before, &recorded, None, SystemClock.now()).await.map_err(refused)?;
    Ok(recorded.state)
}
