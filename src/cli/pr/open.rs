//! `aurumcode pr open`: reads the task, and opens the gates on the head of the branch.

use std::fmt::Write as _;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use crate::delivery::{Budget, Clock as _, SystemClock, TASK_LIMIT, TASKS, Task, TaskError, Terms, is_name, read_task};
use crate::finding::{Code, Diagnostic};

use super::super::ExitStatus;
use super::super::refusal::Refusal;
use super::args::OpenArgs;
use super::wired::{Wired, refused};

/// Opens the gates.
pub(super) async fn run(wired: &Wired<'_>, args: &OpenArgs) -> Result<(ExitStatus, String), Refusal> {
    let task = task(wired, &args.task)?;
    let current = wired.repository.current_branch().await?;
    let Some(branch) = args.branch.clone().or(current) else {
        let message = "no branch is checked out, so there is nothing to review";
        return Err(Diagnostic::new(Code::DELIVERY_BRANCH, message).help("name one: `--branch NAME`").into());
    };
    if branch == args.base {
        let message = format!("the branch `{branch}` is what it is to be merged into");
        return Err(Diagnostic::new(Code::DELIVERY_BRANCH, message)
            .help("check out the branch under review, or name it: `--branch NAME`")
            .into());
    }
    let found = match &wired.remote {
        Some(remote) => wired.repository.remote_branch(remote, &branch).await?,
        None => wired.repository.branch(&branch).await?,
    };
    let Some(head) = found else {
        let (place, help) = match &wired.remote {
            Some(remote) => (format!(" in the remote `{remote}`"), format!("push it: `git push {remote} {branch}`")),
            None => (String::new(), "`git branch` lists the branches".to_owned()),
        };
        let message = format!("there is no branch `{branch}`{place}");
        return Err(Diagnostic::new(Code::DELIVERY_BRANCH, message).help(help).into());
    };
    if wired.repository.commit_of(&args.base).await?.is_none() {
        let message = format!("there is no `{}` to merge into", args.base);
        return Err(Diagnostic::new(Code::DELIVERY_BRANCH, message).help("name it: `--base REF`").into());
    }
    let budget = Budget {
        milliseconds: u64::from(args.budget_minutes) * 60_000,
        tokens: args.budget_tokens,
        micro_usd: args.budget_usd * 1_000_000,
    };
    let terms = Terms {
        repository: wired.name.clone(),
        branch,
        base: args.base.clone(),
        remote: wired.remote.clone(),
        max_corrections: args.max_corrections,
        budget,
        task,
    };
    let opened = wired.store.open(terms, head, SystemClock.now()).await.map_err(refused)?;
    let (id, terms) = (opened.id, &opened.terms);
    let mut page = format!("pull request {id}: `{}` into `{}`, at {}\n", terms.branch, terms.base, head.short());
    let _ = writeln!(page, "task {}: {}, {} rules", terms.task.id, terms.task.title, terms.task.rules.len());
    let _ = writeln!(page, "next: `aurumcode pr run {id}`");
    Ok((ExitStatus::Success, page))
}

fn task(wired: &Wired<'_>, named: &str) -> Result<Task, Refusal> {
    let top = wired.repository.top_level().map(Path::to_owned).unwrap_or_default();
    let by_name = top.join(TASKS).join(format!("{named}.yml"));
    let path = if is_name(named) && by_name.is_file() { by_name } else { PathBuf::from(named) };
    let shown = path.strip_prefix(&top).unwrap_or(&path).display().to_string();
    let unreadable = |error: std::io::Error| {
        Refusal::from(
            Diagnostic::new(Code::DELIVERY_TASK, format!("the task `{shown}` cannot be read: {error}"))
                .help(format!("give a file, or the name of one in {TASKS}")),
        )
    };
    let file = std::fs::File::open(&path).map_err(unreadable)?;
    let mut text = String::new();
    file.take(TASK_LIMIT).read_to_string(&mut text).map_err(unreadable)?;
    read_task(&text).map_err(|error| {
        let place = match &error {
            TaskError::Format { line: Some(line), .. } => format!("{shown}:{line}"),
            TaskError::Format { line: None, .. } | TaskError::Refused(_) => shown.clone(),
        };
        Diagnostic::new(Code::DELIVERY_TASK, format!("{place} is no task: {error}"))
            .help("`aurumcode schema task` prints the format")
            .into()
    })
}
