//! Why it cannot be said what is under review.
//!
//! Every error names its cause and the command that mends it. None of them may ever be taken for an empty change.

use std::io;
use std::path::PathBuf;

use crate::finding::{Code, Diagnostic, RepoPath};
use crate::process::ProcessError;

use super::git::MINIMUM_VERSION;

/// Fetches what a partial clone left out.
pub const FETCH_OBJECTS: &str = "git -c remote.origin.partialclonefilter= fetch --refetch origin";

/// Why a change could not be determined, or its content not be read.
#[derive(Debug, thiserror::Error)]
pub enum ChangeError {
    /// There is no git on the `PATH`.
    #[error("git was not found")]
    GitMissing,
    /// The git on the `PATH` lacks options that are needed here.
    #[error("git {found} is too old: {}.{} or newer is needed", MINIMUM_VERSION.0, MINIMUM_VERSION.1)]
    GitTooOld {
        /// The version it gave.
        found: String,
    },
    /// The directory to look into does not exist.
    #[error("there is no directory `{}`", directory.display())]
    NoDirectory {
        /// The directory that was asked for.
        directory: PathBuf,
    },
    /// The directory is not inside a repository.
    #[error("`{}` is not a git repository, and neither is a directory above it", directory.display())]
    NotARepository {
        /// The directory that was asked for.
        directory: PathBuf,
    },
    /// The repository belongs to another user, so git refuses to read it.
    #[error("the repository at {directory} belongs to another user, and git refuses to read it")]
    DubiousOwnership {
        /// The directory as git wants it in `safe.directory`, quoted for a shell.
        directory: String,
    },
    /// Git recognises the repository and cannot use it.
    #[error("git cannot use the repository at `{}`: {detail}", directory.display())]
    UnusableRepository {
        /// The directory that was asked for.
        directory: PathBuf,
        /// What git said.
        detail: String,
    },
    /// There is no commit yet.
    #[error("the repository has no commit yet")]
    NoCommit,
    /// The text names no commit of this repository.
    #[error("`{reference}` is not a commit of this repository")]
    UnknownRevision {
        /// The text that was asked for.
        reference: String,
        /// Names of branches and tags that look like it, best first.
        similar: Vec<String>,
        /// The remote that it could be fetched from, when there is one.
        remote: Option<String>,
        /// Whether the history is cut off, so that the commit may exist elsewhere.
        shallow: bool,
    },
    /// The history that is needed was cut off by a shallow clone.
    #[error("this is a shallow clone, and {missing} is not in it")]
    Shallow {
        /// What is missing.
        missing: String,
        /// The command that fetches it.
        command: String,
    },
    /// Base and head have no common ancestor.
    #[error("`{base}` and `{head}` have no common ancestor")]
    NoMergeBase {
        /// The base as it was asked for or found.
        base: String,
        /// The head as it was asked for.
        head: String,
    },
    /// The index or the working files are to be reviewed, and there are none.
    #[error("`{}` has no working files", directory.display())]
    NoWorkingTree {
        /// The repository's directory.
        directory: PathBuf,
    },
    /// The index holds unresolved conflicts.
    #[error("{} path(s) in the index have unresolved conflicts, the first is `{}`", paths.len(), first(paths))]
    Unmerged {
        /// The paths.
        paths: Vec<RepoPath>,
    },
    /// A path to restrict the review to is in neither the old nor the new content.
    #[error("no file of the reviewed content or its base is `{path}` or lies below it")]
    UnknownPath {
        /// The path, from the repository's root.
        path: RepoPath,
    },
    /// A path to restrict the review to lies outside the repository.
    #[error("`{}` lies outside the repository", path.display())]
    OutsideRepository {
        /// The path as it was given.
        path: PathBuf,
    },
    /// Objects that are needed were never fetched (partial clone) or are lost.
    #[error("the repository lacks objects of the reviewed content: {detail}")]
    MissingObjects {
        /// Which, or what git said.
        detail: String,
    },
    /// Git failed, or printed what its documentation does not describe.
    #[error("`git {command}` failed: {detail}")]
    GitFailed {
        /// The subcommand.
        command: String,
        /// What git said, or what was wrong with its output.
        detail: String,
    },
    /// Git could not be run to its end.
    #[error(transparent)]
    Process(ProcessError),
    /// A temporary file or directory could not be used.
    #[error("{action} failed: {source}")]
    Io {
        /// What was attempted.
        action: &'static str,
        /// Why it failed.
        source: io::Error,
    },
}

fn first(paths: &[RepoPath]) -> String {
    paths.first().map(ToString::to_string).unwrap_or_default()
}

impl ChangeError {
    /// The error's code, which decides the exit status.
    pub fn code(&self) -> Code {
        match self {
            Self::GitMissing => Code::CHANGE_GIT_MISSING,
            Self::GitTooOld { .. } => Code::CHANGE_GIT_TOO_OLD,
            Self::NoDirectory { .. } | Self::NotARepository { .. } => Code::CHANGE_NOT_A_REPOSITORY,
            Self::DubiousOwnership { .. } => Code::CHANGE_DUBIOUS_OWNERSHIP,
            Self::UnusableRepository { .. } => Code::CHANGE_UNUSABLE_REPOSITORY,
            Self::NoCommit => Code::CHANGE_NO_COMMIT,
            Self::UnknownRevision { .. } => Code::CHANGE_UNKNOWN_REVISION,
            Self::Shallow { .. } => Code::CHANGE_SHALLOW,
            Self::NoMergeBase { .. } => Code::CHANGE_NO_MERGE_BASE,
            Self::NoWorkingTree { .. } => Code::CHANGE_NO_WORKING_TREE,
            Self::Unmerged { .. } => Code::CHANGE_UNMERGED,
            Self::UnknownPath { .. } => Code::CHANGE_UNKNOWN_PATH,
            Self::OutsideRepository { .. } => Code::CHANGE_OUTSIDE_REPOSITORY,
            Self::MissingObjects { .. } => Code::CHANGE_MISSING_OBJECTS,
            Self::GitFailed { .. } | Self::Process(_) => Code::CHANGE_GIT_FAILED,
            Self::Io { .. } => Code::CHANGE_IO,
        }
    }

    /// The error with all that is known about it and what to do.
    pub fn diagnostic(&self) -> Diagnostic {
        let told = Diagnostic::new(self.code(), self.to_string());
        match self {
            Self::GitMissing => told.help("install git, or put it on the PATH"),
            Self::GitTooOld { .. } => told.help("install a newer git"),
            Self::NoDirectory { .. } => told.help("give an existing directory with `--repo DIR`"),
            Self::NotARepository { .. } => told.help("run inside a git repository, or name one with `--repo DIR`"),
            Self::DubiousOwnership { directory } => {
                let command = format!("git config --global --add safe.directory {directory}");
                told.note("containers and CI jobs often check out as one user and run as another")
                    .help(format!("if you trust it: {command}"))
                    .mended_by(command)
            }
            Self::UnusableRepository { .. } => told.help("`git status` in that directory shows the same problem"),
            Self::NoCommit => told.help("commit something, or review what is not committed: `--staged` or `--worktree`"),
            Self::UnknownRevision { reference, similar, remote, shallow } => {
                unknown_revision(told, reference, similar, remote.as_deref(), *shallow)
            }
            Self::Shallow { command, .. } => told
                .note("a CI checkout is shallow by default; its checkout step can fetch the whole history instead")
                .help(command.clone())
                .mended_by(command.clone()),
            Self::NoMergeBase { .. } => told.help("give a base that the head descends from, or review all of it with `--all`"),
            Self::NoWorkingTree { .. } => told.help("review commits instead: leave out `--staged` and `--worktree`"),
            Self::Unmerged { .. } => {
                told.help("resolve them and `git add` the files, or review the working files with `--worktree`")
            }
            Self::UnknownPath { .. } => told.help("paths are taken literally, without wildcards: check the spelling"),
            Self::OutsideRepository { .. } => told.help("give paths inside the repository"),
            Self::MissingObjects { .. } => told
                .note("nothing is fetched during a review")
                .help(format!("in a partial clone: {FETCH_OBJECTS}"))
                .mended_by(FETCH_OBJECTS),
            Self::GitFailed { .. } | Self::Process(_) => told.help("run `git fsck` to see whether the repository is intact"),
            Self::Io { .. } => told.help("check the free space and the permissions of the temporary directory"),
        }
    }
}

fn unknown_revision(
    mut told: Diagnostic,
    reference: &str,
    similar: &[String],
    remote: Option<&str>,
    shallow: bool,
) -> Diagnostic {
    if !similar.is_empty() {
        let names: Vec<_> = similar.iter().map(|name| format!("`{name}`")).collect();
        told = told.help(format!("did you mean {}?", names.join(" or ")));
    }
    if shallow {
        let command = "git fetch --unshallow";
        told = told.note("this is a shallow clone: older commits are not in it").help(command).mended_by(command);
    }
    told = told.help("give a branch, a tag or a commit: `git branch --all` and `git log` list them");
    let Some(remote) = remote else { return told };
    let branch = reference.strip_prefix(remote).and_then(|rest| rest.strip_prefix('/')).unwrap_or(reference);
    let plain = |character: char| character.is_ascii_alphanumeric() || "._-/".contains(character);
    if !branch.is_empty() && !branch.starts_with('-') && branch.chars().all(plain) {
        let command = format!("git fetch {remote} {branch}:refs/remotes/{remote}/{branch}");
        told = told.help(format!("if it is a branch of `{remote}`: {command}")).mended_by(command);
    }
    told
}
