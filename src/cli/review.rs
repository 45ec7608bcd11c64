//! `aurumcode review`: resolve the change, read the settings, run the engines, decide, deliver.

use std::sync::Arc;
use std::thread::available_parallelism;

use crate::change::{Change, Compared, Repository, Target};
use crate::config::Loaded;
use crate::finding::RepoPath;
use crate::process::{BaseEnvironment, SystemRunner};
use crate::report::{Notice, Progress};
use crate::review::{Collected, Decided, Host};
use crate::scanner::TIMEOUT;

use super::args::{Lang, ReviewArgs};
use super::authority::{self, Judged};
use super::deliver::Delivery;
use super::output::Streams;
use super::policy::policy;
use super::refusal::Refusal;
use super::run::Context;
use super::{ExitStatus, model};

/// Reviews, decides and delivers.
pub(super) fn run(context: &Context<'_>, args: &ReviewArgs, streams: &mut Streams<'_>) -> Result<ExitStatus, Refusal> {
    super::deliver::refuse_shared_file(args)?;
    let runtime = super::runtime::start()?;
    let reviewed = runtime.block_on(super::runtime::unless_interrupted(review(context, args)));
    // An engine that passed its deadline may still be computing; its verdict is known and the process is about to end.
    runtime.shutdown_background();
    let Reviewed { decided, loaded, commit, notices } = reviewed??;

    let language = args.lang.map_or(decided.settings.language, Lang::language);
    // Before any dress is made: escaping and encoding would hide a secret from the filter.
    let mut model = model::of(decided, loaded.file());
    model.layers = loaded.files().to_vec();
    (model.judging_commit, model.notices) = (commit, notices);
    let model = model.redacted(&context.redactor);
    let delivered = Delivery { context, args, language, model: &model }.deliver(streams);
    Ok(ExitStatus::of_model(&model).after_delivery(delivered))
}

/// A finished review, and by whose settings it was made.
struct Reviewed {
    decided: Decided,
    loaded: Loaded,
    commit: Option<String>,
    notices: Vec<Notice>,
}

async fn review(context: &Context<'_>, args: &ReviewArgs) -> Result<Reviewed, Refusal> {
    let command = Arc::new(SystemRunner::new(BaseEnvironment::pick(context.environment.variables())));
    let repository = {
        // A hook of `git commit -a` is given an index of its own.
        let index = context.environment.get("GIT_INDEX_FILE").map(std::path::Path::new);
        Repository::open_with_index(&args.repo, command.clone(), index).await?
    };
    let policy = policy(context, args.policy.as_deref(), &repository).await?;
    let change = {
        let target = target(args, &repository)?;
        Change::resolve(repository, target).await?
    };
    let judged = authority::judge(context, args, policy, &change).await?;
    let host = Host {
        command,
        redactor: Arc::clone(&context.redactor),
        timeout: TIMEOUT,
        parallel: available_parallelism().map_or(1, std::num::NonZero::get),
    };
    let commit = judged.commit();
    let Judged { loaded, judges, edited, notices } = judged;
    let collected = Collected {
        change: Arc::new(change),
        settings: loaded.settings().clone(),
        ignored: Arc::new(loaded.ignore().clone()),
        judges,
        edited,
    };
    let enabled = collected.settings.scanners.iter().filter(|entry| entry.enabled).count();
    let language = args.lang.map_or(collected.settings.language, Lang::language);
    let progress = Progress::start(enabled, context.progress(args.quiet), language, Box::new(std::io::stderr()));
    let scanned = collected.scan(&host, context.registry, |engine| progress.ended(engine)).await;
    progress.finish();
    Ok(Reviewed { decided: scanned?.decide(), loaded, commit, notices })
}

/// What the command line asks to have reviewed.
fn target(args: &ReviewArgs, repository: &Repository) -> Result<Target, Refusal> {
    let compared = if args.staged {
        Compared::Staged
    } else if args.worktree {
        Compared::Worktree
    } else {
        Compared::Commits { base: args.base.clone(), head: args.head.clone() }
    };
    let paths = args.paths.iter().map(|path| repository.locate(path)).collect::<Result<Vec<RepoPath>, _>>()?;
    Ok(Target { compared, paths, all: args.all })
}
