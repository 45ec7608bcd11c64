//! The way of a review up to its engines: git, repository, policy, change, configuration.
//!
//! Every step is the review's own; what it would refuse is told with its own words and its own exit status.

use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::change::{Authority, Change, Content, Repository, git_version};
use crate::cli::args::SubjectArgs;
use crate::cli::policy::{Policy, policy};
use crate::cli::refusal::Refusal;
use crate::cli::run::Context;
use crate::cli::survey::Whose;
use crate::cli::{authority, settings, subject};
use crate::config::Loaded;
use crate::finding::{Code, Diagnostic, RepoPath};
use crate::process::Runner;
use crate::scanner::Judges;

/// How far a review would come; nothing for a step that was not reached.
#[derive(Default)]
pub(super) struct Way {
    pub(super) git: Option<Result<String, Refusal>>,
    pub(super) repository: Option<Result<Repository, Refusal>>,
    /// The policy's file; no answer at all where no policy was asked for.
    pub(super) policy: Option<Result<String, Refusal>>,
    pub(super) change: Option<Result<Change, Refusal>>,
    /// Changed files whose content the repository does not hold.
    pub(super) missing: Vec<RepoPath>,
    pub(super) settings: Option<Result<Loaded, Refusal>>,
    /// Where the rule files of the engines would be read.
    pub(super) judges: Option<Judges>,
}

/// The time that git has for all of it.
#[derive(Clone, Copy)]
struct Time {
    all: Duration,
    end: Instant,
}

impl Time {
    /// What `work` comes to, unless time runs out.
    async fn within<T, E: Into<Refusal>>(self, work: impl Future<Output = Result<T, E>>) -> Result<T, Refusal> {
        let left = self.end.saturating_duration_since(Instant::now());
        match tokio::time::timeout(left, work).await {
            Ok(done) => done.map_err(Into::into),
            Err(_) => {
                let message = format!("git gave no answer within {} s", self.all.as_secs_f32());
                Err(Diagnostic::new(Code::CHANGE_GIT_FAILED, message)
                    .help("run `git status` there by hand: a slow disk or a program that git starts may be the cause")
                    .into())
            }
        }
    }
}

impl Way {
    /// Goes as far as it leads.
    pub(super) async fn go(context: &Context<'_>, args: &SubjectArgs, command: Arc<dyn Runner>, limit: Duration) -> Self {
        let time = Time { all: limit, end: Instant::now() + limit };
        let version = time.within(git_version(Arc::clone(&command)));
        let (git, repository) = tokio::join!(version, time.within(subject::open(context, args, command)));
        let mut way = Self { git: Some(git), ..Self::default() };
        if let Ok(repository) = &repository {
            way.beyond(context, args, repository, time).await;
        }
        way.repository = Some(repository);
        way
    }

    async fn beyond(&mut self, context: &Context<'_>, args: &SubjectArgs, repository: &Repository, time: Time) {
        let policy = match time.within(policy(context, args.policy.as_deref(), repository)).await {
            Ok(policy) => policy,
            Err(refusal) => {
                self.policy = Some(Err(refusal));
                return;
            }
        };
        self.policy = policy.as_ref().map(|policy| Ok(policy.configuration.file().to_owned()));
        let change = time.within(subject::resolve(repository.clone(), args)).await;
        let loaded = match &change {
            Ok(change) => {
                self.missing = time.within(missing(change)).await.unwrap_or_default();
                time.within(authority::judge(context, Whose::Authority(args.config_from), policy, change))
                    .await
                    .map(|judged| (judged.loaded, judged.judges))
            }
            // Which side would decide is not known then; the working copy's configuration is there to be checked all the same.
            Err(_) => time.within(of_working_copy(context, policy, repository)).await,
        };
        self.change = Some(change);
        let (loaded, judges) = loaded.map_or_else(|refusal| (Err(refusal), None), |(loaded, judges)| (Ok(loaded), Some(judges)));
        self.settings = Some(loaded);
        self.judges = judges;
    }
}

async fn of_working_copy(
    context: &Context<'_>,
    policy: Option<Policy>,
    repository: &Repository,
) -> Result<(Loaded, Judges), Refusal> {
    let authority = repository.top_level().map_or_else(Authority::nothing, Authority::directory);
    let loaded = settings::load(context, policy.as_ref(), &authority).await?;
    Ok((loaded, Judges { repository: authority, policy: policy.map(|policy| policy.authority) }))
}

/// The changed files that cannot be read. No content is: the repository is asked whether it holds the objects.
async fn missing(change: &Change) -> Result<Vec<RepoPath>, Refusal> {
    let files = change.files().iter().filter(|file| file.exists() && file.kind.is_file());
    let look = |path: &RepoPath, content: Content<'_>| matches!(content, Content::Unreadable { .. }).then(|| path.clone());
    let seen = change.map_each(files.map(|file| file.path.clone()).collect(), 0, look).await?;
    Ok(seen.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::run::Terminals;
    use crate::cli::{Cli, Environment};
    use crate::process::fake::{Behaviour, ScriptedRunner};
    use crate::redaction::Redactor;
    use clap::Parser;

    #[tokio::test]
    async fn a_git_that_never_answers_is_told_and_not_waited_for() {
        let (registry, environment) = (crate::scanner::registry(), Environment::of([]));
        let redactor = Arc::new(Redactor::default());
        let context = Context { registry: &registry, environment: &environment, redactor, terminals: Terminals::default() };
        let cli = Cli::try_parse_from(["aurumcode", "doctor"]).expect("a command line");
        let crate::cli::args::Command::Doctor(args) = cli.command else { panic!() };
        let runner = ScriptedRunner::new().on("git", &[], Behaviour::Hangs);
        let way = Way::go(&context, &args.subject, Arc::new(runner), Duration::from_millis(20)).await;
        let Some(Err(refusal)) = &way.git else { panic!("git has answered") };
        assert!(refusal.diagnostics[0].message.contains("no answer within 0.02 s"), "{:?}", refusal.diagnostics);
        assert!(matches!(way.repository, Some(Err(_))) && way.change.is_none());
    }
}
