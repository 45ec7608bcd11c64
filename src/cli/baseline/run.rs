//! The commands, and the review that each of them begins with.

use crate::cli::ExitStatus;
use crate::cli::args::{RepoArgs, SubjectArgs};
use crate::cli::output::Streams;
use crate::cli::refusal::Refusal;
use crate::cli::run::Context;
use crate::cli::survey::{Survey, Surveyed, Whose};

use super::args::{BaselineCommand, BaselineWriteArgs};
use super::{check, import, prune, write};

/// Runs one of them.
pub(in crate::cli) fn run(
    context: &Context<'_>,
    command: &BaselineCommand,
    streams: &mut Streams<'_>,
) -> Result<ExitStatus, Refusal> {
    let (page, status) = match command {
        BaselineCommand::Write(args) => write::run(context, args)?,
        BaselineCommand::Check(args) => check::run(context, args)?,
        BaselineCommand::Prune(args) => prune::run(context, args)?,
        BaselineCommand::Import(args) => import::run(context, args)?,
    };
    context.deliver(&page, streams)?;
    Ok(status)
}

/// Reviews the whole tree of `HEAD`.
pub(super) fn whole_tree(context: &Context<'_>, repo: &RepoArgs) -> Result<Surveyed, Refusal> {
    reviewed(context, SubjectArgs { all: true, ..of(repo) })
}

/// Reviews the whole tree of `HEAD`, or what it changes.
pub(super) fn asked_for(context: &Context<'_>, args: &BaselineWriteArgs) -> Result<Surveyed, Refusal> {
    reviewed(context, SubjectArgs { base: args.base.clone(), all: args.all, ..of(&args.repo) })
}

fn of(repo: &RepoArgs) -> SubjectArgs {
    SubjectArgs { repo: repo.repo.clone(), policy: repo.policy.clone(), ..SubjectArgs::default() }
}

fn reviewed(context: &Context<'_>, subject: SubjectArgs) -> Result<Surveyed, Refusal> {
    Survey { subject: &subject, whose: Whose::WorkingCopy, model: None, quiet: false, lang: None }.run(context)
}
