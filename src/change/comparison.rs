//! The calls that compare two states, with everything said that the user could have configured otherwise.

use crate::finding::RepoPath;
use crate::process::Command;

use super::Oid;
use super::git::Git;

/// Everything that could be configured about a diff, said explicitly. A file moved when half of it is alike, as is git's
/// default; beyond 1000 new and removed files only moves of unchanged content are found.
const FLAGS: [&str; 19] = [
    "-r",
    "-z",
    "--full-index",
    "--find-renames=50%",
    "--find-copies=50%",
    "-l1000",
    "--diff-algorithm=myers",
    "--indent-heuristic",
    "--inter-hunk-context=0",
    "--no-ext-diff",
    "--no-textconv",
    "--no-color",
    "--no-relative",
    "--ignore-submodules=none",
    "--submodule=short",
    "--src-prefix=a/",
    "--dst-prefix=b/",
    "--ws-error-highlight=none",
    "--no-function-context",
];

/// What is compared.
#[derive(Debug, Clone)]
pub(super) enum Comparison {
    /// Two commits.
    Commits { base: Oid, head: Oid },
    /// A commit with the index.
    Index { base: Oid },
}

impl Comparison {
    /// A call that compares, with `more` options, restricted to `paths` (unless there are none).
    pub(super) fn command(&self, git: &Git, more: &[&str], paths: &[RepoPath]) -> Command {
        let (subcommand, between) = match self {
            Self::Commits { base, head } => (&["diff-tree"][..], vec![base.to_string(), head.to_string()]),
            Self::Index { base } => (&["diff-index", "--cached"][..], vec![base.to_string()]),
        };
        let flags = subcommand.iter().chain(&FLAGS).chain(more).map(|word| (*word).to_owned());
        git.on_paths(flags.chain(between), paths)
    }

    /// The subcommand.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Commits { .. } => "diff-tree",
            Self::Index { .. } => "diff-index",
        }
    }
}
