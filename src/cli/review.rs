//! `aurumcode review`: resolve the change, read the settings, run the engines, decide, deliver.

use std::path::Path;
use std::sync::Arc;
use std::thread::available_parallelism;

use crate::change::{Change, Repository, Target};
use crate::config::{self, Language, Loaded};
use crate::finding::{Code, Diagnostic, RepoPath};
use crate::gate::Verdict;
use crate::process::SystemRunner;
use crate::report::{self, Model, Progress, Style, Verbosity};
use crate::review::{Collected, Decided, Host};
use crate::scanner::TIMEOUT;

use super::args::{Color, Format, Lang, ReviewArgs};
use super::output::{Streams, write_file};
use super::refusal::Refusal;
use super::run::Context;
use super::{ExitStatus, settings};

/// The mode of the audit file: it may quote the reviewed code, so only its owner reads it.
const AUDIT_MODE: u32 = 0o600;
/// The mode of other files.
const FILE_MODE: u32 = 0o644;

/// Reviews and decides.
pub(super) fn run(context: &Context<'_>, args: &ReviewArgs, streams: &mut Streams<'_>) -> Result<ExitStatus, Refusal> {
    let runtime = super::run::runtime()?;
    let (decided, loaded) = runtime.block_on(review(context, args, streams))?;
    // An engine that passed its deadline may still be computing; its verdict is known and the process is about to end.
    runtime.shutdown_background();

    let language = args.lang.map_or(decided.settings.language, language);
    let model = Model::of(&decided, loaded.source());
    let status = status(&model);
    let delivered = deliver(context, args, &model, language, streams)?;
    Ok(status.after_delivery(delivered))
}

async fn review(context: &Context<'_>, args: &ReviewArgs, streams: &mut Streams<'_>) -> Result<(Decided, Loaded), Refusal> {
    let command = Arc::new(SystemRunner::new(context.environment.variables()));
    let repository = Repository::open(&args.repo, command.clone()).await.map_err(|error| error.diagnostic())?;
    let loaded = settings::load(context, repository.top_level()).map_err(Refusal::of)?;
    let change = Change::resolve(repository, target(args)).await.map_err(|error| error.diagnostic())?;
    let host = Host {
        command,
        redactor: Arc::clone(&context.redactor),
        timeout: TIMEOUT,
        parallel: available_parallelism().map_or(1, std::num::NonZero::get),
    };
    let collected = Collected { change: Arc::new(change), settings: loaded.settings().clone(), ignored: loaded.ignore() };
    let mut progress = Progress::start(context.progress(args.quiet), &mut *streams.err);
    let scanned = collected.scan(&host, context.registry, |engine| progress.ended(engine)).await;
    progress.finish();
    Ok((scanned.decide(), loaded))
}
