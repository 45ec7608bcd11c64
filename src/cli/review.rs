//! `aurumcode review`: resolve the change, read the settings, run the engines, decide, deliver.

use std::sync::Arc;
use std::thread::available_parallelism;

use crate::config::Loaded;
use crate::process::{BaseEnvironment, SystemRunner};
use crate::report::{Notice, Progress};
use crate::review::{Collected, Decided, Host, Knowledge};
use crate::scanner::TIMEOUT;

use super::args::{Lang, ReviewArgs};
use super::asking::{self, Prepared};
use super::authority::{self, Judged};
use super::deliver::Delivery;
use super::output::Streams;
use super::policy::policy;
use super::refusal::Refusal;
use super::run::Context;
use super::{ExitStatus, model, subject};

/// Reviews, decides and delivers.
pub(super) fn run(context: &Context<'_>, args: &ReviewArgs, streams: &mut Streams<'_>) -> Result<ExitStatus, Refusal> {
    super::deliver::refuse_shared_file(&args.files)?;
    let prepared = Prepared::new(context, &args.model)?;
    let runtime = super::runtime::start()?;
    let reviewed = runtime.block_on(super::runtime::unless_interrupted(review(context, args, &prepared)));
    // An engine that passed its deadline may still be computing; its verdict is known and the process is about to end.
    runtime.shutdown_background();
    // What the model was told is wanted most where the review came to nothing.
    let told = prepared.deliver(context, streams);
    let Reviewed { decided, loaded, commit, notices } = reviewed??;

    let language = args.lang.map_or(decided.settings.language, Lang::language);
    // Before any dress is made: escaping and encoding would hide a secret from the filter.
    let mut model = model::of(decided, loaded.file());
    model.layers = loaded.files().to_vec();
    (model.judging_commit, model.notices) = (commit, notices);
    let model = model.redacted(&context.redactor);
    let delivered = Delivery { context, args, language, model: &model }.deliver(streams);
    Ok(ExitStatus::of_model(&model).after_delivery(delivered && told))
}

/// A finished review, and by whose settings it was made.
struct Reviewed {
    decided: Decided,
    loaded: Loaded,
    commit: Option<String>,
    notices: Vec<Notice>,
}

async fn review(context: &Context<'_>, args: &ReviewArgs, prepared: &Prepared) -> Result<Reviewed, Refusal> {
    let command = Arc::new(SystemRunner::new(BaseEnvironment::pick(context.environment.variables())));
    let repository = subject::open(context, &args.subject, command.clone()).await?;
    let policy = policy(context, args.subject.policy.as_deref(), &repository).await?;
    let change = subject::resolve(repository, &args.subject).await?;
    let judged = authority::judge(context, &args.subject, policy, &change).await?;
    let host = Host {
        command,
        redactor: Arc::clone(&context.redactor),
        timeout: TIMEOUT,
        parallel: available_parallelism().map_or(1, std::num::NonZero::get),
    };
    let commit = judged.commit();
    let Judged { loaded, judges, edited, notices } = judged;
    // A fresh clone without a configuration is reviewed without a model, whatever the environment names.
    let configured = loaded.file().is_some() || args.model.replay.is_some();
    let knowledge = if configured && prepared.is_there() {
        asking::knowledge(context, &judges, &change).await?
    } else {
        Knowledge::default()
    };
    let asking = if configured { prepared.asking(loaded.settings(), knowledge)? } else { None };
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
    let scanned = collected.scan_and_ask(&host, context.registry, asking.as_ref(), |engine| progress.ended(engine)).await;
    progress.finish();
    Ok(Reviewed { decided: scanned?.decide(), loaded, commit, notices })
}
