//! `aurumcode pr run` and `aurumcode pr work`: let the gates judge.

use std::fmt::Write as _;
use std::time::Duration;

use crate::delivery::{BREAKER_LIMIT, BlockOrigin, Clock as _, PullRequest, Reach, Step, SystemClock, Turn};
use crate::finding::{Code, Diagnostic};

use super::super::ExitStatus;
use super::super::refusal::Refusal;
use super::args::{OneArgs, WorkArgs};
use super::page;
use super::wired::{Wired, refused};

/// How long a worker waits at most before it looks for new heads and new work.
const LOOK: Duration = Duration::from_secs(5);

/// Works on one pull request until a person is asked.
pub(super) async fn run(wired: &Wired<'_>, args: &OneArgs) -> Result<(ExitStatus, String), Refusal> {
    let before = wired.find(args).await?;
    let worker = wired.worker();
    let looked = wired.looked(&worker, before.id).await?;
    worker.run(&Reach::One(looked.id)).await.map_err(refused)?;
    let after = wired.store.load(before.id).await.map_err(refused)?;
    if matches!(after.turn(), Turn::Gate(_)) || waits_for_the_breaker(&after) {
        let blocked = wired.store.blocked_in_a_row(&wired.name).await.map_err(refused)?;
        if blocked >= BREAKER_LIMIT {
            let message = format!("{blocked} pull requests were blocked in a row, so nothing is done any more");
            return Err(Diagnostic::new(Code::DELIVERY_BREAKER, message)
                .help("find out why: `aurumcode pr list`; then let work go on: `aurumcode pr rearm`")
                .into());
        }
    }
    let timeline = wired.store.timeline(after.id).await.map_err(refused)?;
    let mut text = String::new();
    for happened in timeline.iter().filter(|happened| happened.sequence > before.sequence) {
        text.push_str(&page::event(happened));
    }
    text.push_str(&page::standing(&after));
    Ok((status(&after), text))
}

fn waits_for_the_breaker(state: &PullRequest) -> bool {
    matches!(state.turn(), Turn::Developer(_)) && state.terms.task.developer.is_some()
}

/// How a command ends that leaves a pull request so.
fn status(state: &PullRequest) -> ExitStatus {
    match state.turn() {
        Turn::User | Turn::Over(_) => ExitStatus::Success,
        Turn::Developer(_) => ExitStatus::Rejected,
        Turn::Gate(_) => ExitStatus::Inconclusive,
        Turn::Blocked(block) => match block.origin() {
            BlockOrigin::Infra | BlockOrigin::Modelo => ExitStatus::Inconclusive,
            BlockOrigin::Codigo | BlockOrigin::Politica => ExitStatus::Rejected,
        },
    }
}

/// Works for the whole repository: until nothing is left, or until it is stopped.
pub(super) async fn work(wired: &Wired<'_>, args: &WorkArgs) -> Result<(ExitStatus, String), Refusal> {
    let (worker, reach) = (wired.worker(), wired.reach());
    let mut done = 0_u32;
    loop {
        for (id, _) in wired.store.list().await.map_err(refused)? {
            let state = wired.store.load(id).await.map_err(refused)?;
            let waits = matches!(state.turn(), Turn::Developer(_) | Turn::User);
            if waits && state.terms.repository == wired.name {
                // A branch that cannot be asked for now is asked for again; the others need not wait for it.
                let _ = worker.look(id).await.map_err(refused)?;
            }
        }
        while let Step::Did(job) = worker.step(&reach).await.map_err(refused)? {
            tracing::info!(pull_request = job.pull_request, work = ?job.work, "a job was worked on");
            done += 1;
        }
        let due = wired.store.due(&reach).await.map_err(refused)?;
        match due {
            None if args.until_idle => break,
            None => SystemClock.sleep(LOOK).await,
            Some(due) => {
                let left = u64::try_from(due.saturating_sub(SystemClock.now())).unwrap_or(0);
                SystemClock.sleep(Duration::from_millis(left.max(20)).min(LOOK)).await;
            }
        }
    }
    let mut text = String::new();
    let _ = writeln!(text, "{done} jobs were worked on; nothing is left to do");
    Ok((ExitStatus::Success, text))
}
