//! The settings and the baseline, read from the tree that has the power to give them.

use std::io;

use crate::baseline::{self, Baseline};
use crate::change::{Authority, Content, JudgingFiles};
use crate::config::{self, Files, Loaded, Section};
use crate::context::Sources;
use crate::finding::{Code, Diagnostic, RepoPath};
use crate::process::{BaseEnvironment, SystemRunner};
use crate::scanner::{Judges, ScanError};

use super::args::RepoArgs;
use super::policy::{Policy, policy};
use super::refusal::Refusal;
use super::rule_files;
use super::run::Context;

/// A larger configuration is refused, and need not be read: 1 MiB.
const MAX_BYTES: u64 = 1024 * 1024;

/// The files that a configuration can be read from, fetched beforehand.
pub(super) struct Fetched(JudgingFiles);

impl Fetched {
    pub(super) async fn from(authority: &Authority) -> Result<Self, Refusal> {
        let names: Vec<RepoPath> = config::looked_for().map(RepoPath::from).collect();
        Ok(Self(authority.read(&names, MAX_BYTES).await?))
    }

    async fn one(authority: &Authority, name: &str, max_bytes: usize) -> Result<Self, Refusal> {
        let max_bytes = u64::try_from(max_bytes).unwrap_or(u64::MAX);
        Ok(Self(authority.read(&[RepoPath::from(name)], max_bytes).await?))
    }
}

impl Files for Fetched {
    fn read(&self, path: &str, limit: usize) -> io::Result<Option<Vec<u8>>> {
        match self.0.get(&RepoPath::from(path)) {
            None | Some(Content::Missing) => Ok(None),
            Some(Content::Bytes(bytes)) => Ok(Some(bytes.to_vec())),
            // That it is too large is all that is asked of a larger file.
            Some(Content::TooLarge { .. }) => Ok(Some(vec![b' '; limit + 1])),
            Some(Content::Unreadable { why }) => Err(io::Error::other(why.clone())),
            Some(Content::Submodule) => Err(io::Error::other("it is a submodule")),
        }
    }
}

/// The settings that the files of `authority` give, under a central policy where there is one.
pub(super) async fn load(context: &Context<'_>, policy: Option<&Policy>, authority: &Authority) -> Result<Loaded, Refusal> {
    let files = Fetched::from(authority).await?;
    config::load_under(policy.map(|policy| &policy.configuration), &files, context.registry).map_err(Refusal::of)
}

/// What the files of `authority` accept.
pub(super) async fn baseline(authority: &Authority) -> Result<Option<Baseline>, Refusal> {
    let files = Fetched::one(authority, baseline::FILE, baseline::MAX_BYTES).await?;
    Ok(baseline::load(&files).map_err(|error| error.diagnostic())?)
}

/// What informs the model under these settings. A file that must be there and is not is a refused configuration.
pub(super) async fn sources(loaded: &Loaded, judges: &Judges) -> Result<Sources, Refusal> {
    let sources = Sources::read(&loaded.settings().context, &judges.repository, judges.policy.as_ref()).await?;
    let refused = sources.problems.iter().filter(|problem| problem.refused).map(|problem| {
        let whose = if problem.layer == Section::Policy { "the central policy's " } else { "" };
        let message = format!("{whose}`{}` cannot inform the model: {}", problem.path, problem.message);
        let told = Diagnostic::new(Code::CONFIG_CONTEXT_FILE, message).help("mend the file, or take it out of the configuration");
        match loaded.context_file(problem.layer, &problem.path) {
            Some(excerpt) => told.at(excerpt.clone()),
            None => told,
        }
    });
    let refused: Vec<Diagnostic> = refused.collect();
    if refused.is_empty() { Ok(sources) } else { Err(Refusal::of(refused)) }
}

/// The settings of the working copy that `args` name, under their policy; of a bare repository the defaults.
pub(super) fn of_repository(context: &Context<'_>, args: &RepoArgs) -> Result<Loaded, Refusal> {
    super::runtime::start()?.block_on(async { Ok(of_working_copy(context, args).await?.0) })
}

/// The same, with the rule files and the files of the context that they name checked as well.
pub(super) fn checked(context: &Context<'_>, args: &RepoArgs) -> Result<Loaded, Refusal> {
    super::runtime::start()?.block_on(async {
        let (loaded, judges) = of_working_copy(context, args).await?;
        sources(&loaded, &judges).await?;
        let refused = rule_files::refused(loaded.settings(), context.registry, &judges).await;
        let refused: Vec<Diagnostic> = refused.iter().map(|(entry, _, error)| rule_files_refused(&entry.engine, error)).collect();
        if refused.is_empty() { Ok(loaded) } else { Err(Refusal::of(refused)) }
    })
}

fn rule_files_refused(engine: &str, error: &ScanError) -> Diagnostic {
    Diagnostic::new(Code::CONFIG_RULE_FILES, format!("the rule files of the engine `{engine}`: {error}"))
        .help(format!("mend the file, or the path in the engine's options; `aurumcode explain {engine}` describes both"))
}

async fn of_working_copy(context: &Context<'_>, args: &RepoArgs) -> Result<(Loaded, Judges), Refusal> {
    let runner = std::sync::Arc::new(SystemRunner::new(BaseEnvironment::pick(context.environment.variables())));
    let repository = crate::change::Repository::open(&args.repo, runner).await?;
    let policy = policy(context, args.policy.as_deref(), &repository).await?;
    let authority = repository.top_level().map_or_else(Authority::nothing, Authority::directory);
    let loaded = load(context, policy.as_ref(), &authority).await?;
    Ok((loaded, Judges { repository: authority, policy: policy.map(|policy| policy.authority) }))
}
