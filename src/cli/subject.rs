//! What the command line asks to have reviewed: the repository, and the change in it.

use std::sync::Arc;

use crate::change::{Change, Compared, Repository, Target};
use crate::finding::RepoPath;
use crate::process::Runner;

use super::args::SubjectArgs;
use super::refusal::Refusal;
use super::run::Context;

/// The repository.
pub(super) async fn open(context: &Context<'_>, args: &SubjectArgs, command: Arc<dyn Runner>) -> Result<Repository, Refusal> {
    // A hook of `git commit -a` is given an index of its own.
    let index = context.environment.get("GIT_INDEX_FILE").map(std::path::Path::new);
    Ok(Repository::open_with_index(&args.repo, command, index).await?)
}

/// The change.
pub(super) async fn resolve(repository: Repository, args: &SubjectArgs) -> Result<Change, Refusal> {
    let target = target(args, &repository)?;
    Ok(Change::resolve(repository, target).await?)
}

fn target(args: &SubjectArgs, repository: &Repository) -> Result<Target, Refusal> {
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
