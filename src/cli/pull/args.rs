//! The options of `review` that are about a pull request.

use clap::Args;

/// Which pull request, and what its forge is told.
///
/// `--repo` names the directory of the repository, as for every command; the repository's name on the forge is `--repo-slug`.
#[derive(Debug, Default, Args)]
pub struct PullArgs {
    /// Review this pull or merge request: the checkout must be its head, and its base decides
    #[arg(long, value_name = "N", conflicts_with_all = ["base", "head", "staged", "worktree", "all"])]
    pub pr: Option<u64>,
    /// The repository on the forge, as OWNER/NAME [default: what the CI says, else the address of `origin`]
    #[arg(long, value_name = "SLUG")]
    pub repo_slug: Option<String>,
    /// Write the result below the pull request: one comment, which the next run edits
    #[arg(long, requires = "pr")]
    pub publish: bool,
    /// Write new blocking findings on their lines too
    #[arg(long, requires = "publish")]
    pub inline: bool,
    /// Report the status `aurumcode/gate` of the reviewed commit
    #[arg(long, conflicts_with_all = ["staged", "worktree"])]
    pub check: bool,
}

impl PullArgs {
    /// Whether a forge has anything to do with this review.
    pub(super) fn any(&self) -> bool {
        self.pr.is_some() || self.check
    }
}
