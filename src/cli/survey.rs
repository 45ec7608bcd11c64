//! A review without its delivery: from what is asked to what the gate decided. `review` and the commands of `baseline` share it.

use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use crate::baseline::Baseline;
use crate::config::Loaded;
use crate::gate::Completeness;
use crate::process::{BaseEnvironment, SystemRunner};
use crate::report::{Notice, Progress};
use crate::review::{Collected, Decided, Host, Knowledge};
use crate::scanner::TIMEOUT;

use super::args::{ConfigFrom, Lang, SubjectArgs};
use super::asking::{self, Prepared};
use super::authority::{self, Judged};
use super::clock::today;
use super::policy::policy;
use super::refusal::Refusal;
use super::run::Context;
use super::{identity, subject};

/// What is to be reviewed, by whose settings, and with which model.
pub(super) struct Survey<'a> {
    pub(super) subject: &'a SubjectArgs,
    pub(super) whose: Whose,
    /// The model that the operator names; nothing: none is to take part, whatever the settings require.
    pub(super) model: Option<&'a Prepared>,
    pub(super) quiet: bool,
    pub(super) lang: Option<Lang>,
}

/// Whose files say how to judge.
#[derive(Clone, Copy)]
pub(super) enum Whose {
    /// The side that has power over a verdict, or the one that the user names.
    Authority(Option<ConfigFrom>),
    /// The working copy, whose files a command is to check or to edit.
    WorkingCopy,
}

/// A finished review, and by whose settings it was made.
pub(super) struct Surveyed {
    pub(super) decided: Decided,
    pub(super) loaded: Loaded,
    pub(super) commit: Option<String>,
    pub(super) notices: Vec<Notice>,
    /// The baseline that it was judged by.
    pub(super) baseline: Option<Baseline>,
}

impl Survey<'_> {
    /// Reviews and decides.
    pub(super) fn run(&self, context: &Context<'_>) -> Result<Surveyed, Refusal> {
        let runtime = super::runtime::start()?;
        let surveyed = runtime.block_on(super::runtime::unless_interrupted(self.surveyed(context)));
        // An engine that passed its deadline may still be computing; its verdict is known and the process is about to end.
        runtime.shutdown_background();
        surveyed?
    }

    /// Reviews and decides, unless that takes longer than `limit`: then nothing.
    pub(super) fn run_within(&self, context: &Context<'_>, limit: Duration) -> Result<Option<Surveyed>, Refusal> {
        let runtime = super::runtime::start()?;
        let surveyed = runtime.block_on(async { tokio::time::timeout(limit, self.surveyed(context)).await });
        runtime.shutdown_background();
        surveyed.ok().transpose()
    }

    async fn surveyed(&self, context: &Context<'_>) -> Result<Surveyed, Refusal> {
        let command = Arc::new(SystemRunner::new(BaseEnvironment::pick(context.environment.variables())));
        let repository = subject::open(context, self.subject, command.clone()).await?;
        let cache = self.model.and_then(Prepared::cache);
        if let Some(cache) = cache {
            cache.refuse_inside(&repository)?;
        }
        let policy = policy(context, self.subject.policy.as_deref(), &repository).await?;
        let name = identity::of(&repository).await?;
        let change = subject::resolve(repository, self.subject).await?;
        let judged = authority::judge(context, self.whose, policy, &change).await?;
        let host = Host {
            command,
            redactor: Arc::clone(&context.redactor),
            timeout: TIMEOUT,
            parallel: available_parallelism().map_or(1, std::num::NonZero::get),
        };
        let commit = judged.commit();
        let Judged { loaded, judges, baseline, sources, edited, mut notices } = judged;
        // A fresh clone without a configuration is reviewed without a model, whatever the environment names.
        let prepared = self.model.filter(|prepared| loaded.file().is_some() || prepared.is_replayed());
        if let Some(cache) = cache {
            cache.read_for(&loaded);
        }
        let asking = match prepared {
            Some(prepared) if prepared.is_there() => {
                let (knowledge, uninformed) =
                    asking::knowledge(context, &sources, &loaded.settings().context.mcp, &judges, &change).await;
                notices.extend(uninformed);
                prepared.asking(loaded.settings(), knowledge)?
            }
            Some(prepared) => prepared.asking(loaded.settings(), Knowledge::default())?,
            None => None,
        };
        let collected = Collected {
            change: Arc::new(change),
            settings: loaded.settings().clone(),
            ignored: Arc::new(loaded.ignore().clone()),
            judges,
            edited,
            baseline: baseline.clone(),
            today: today(),
            repository: name,
        };
        let enabled = collected.settings.scanners.iter().filter(|entry| entry.enabled).count();
        let language = self.lang.map_or(collected.settings.language, Lang::language);
        let progress = Progress::start(enabled, context.progress(self.quiet), language, Box::new(std::io::stderr()));
        let scanned = collected.scan_and_ask(&host, context.registry, asking.as_ref(), |engine| progress.ended(engine)).await;
        progress.finish();
        let decided = scanned?.decide();
        let answered = decided.asked.as_ref().is_some_and(|asked| asked.unavailable.is_none());
        if let Some(cache) = cache.filter(|_| answered && decided.decision.completeness == Completeness::Complete) {
            cache.keep();
        }
        Ok(Surveyed { decided, loaded, commit, notices, baseline })
    }
}
