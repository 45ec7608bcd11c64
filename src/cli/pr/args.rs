//! The command line of `pr`.

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::{ArgGroup, Args, Subcommand};

/// What to do with pull requests.
#[derive(Debug, Args)]
pub struct PrArgs {
    /// Where they are.
    #[command(flatten)]
    pub(super) place: PlaceArgs,
    /// What to do.
    #[command(subcommand)]
    pub(super) command: PrCommand,
}

/// Where pull requests are.
#[derive(Debug, Args)]
pub(super) struct PlaceArgs {
    /// The repository [default: the current directory]
    #[arg(long, value_name = "DIR", default_value = ".", hide_default_value = true, global = true)]
    pub(super) repo: PathBuf,
    /// Where pull requests are kept: a file, or `postgres://…` [default: AURUMCODE_STORE, else a file in the git directory]
    #[arg(long, value_name = "STORE", global = true)]
    pub(super) store: Option<String>,
    /// The remote that branches are pushed to [default: `origin`, where there is one; else the local branch counts]
    #[arg(long, value_name = "NAME", global = true)]
    pub(super) remote: Option<String>,
    /// The central policy: a directory outside the repository, whose configuration stands above its own [default: AURUMCODE_POLICY]
    #[arg(long, value_name = "DIR", global = true)]
    pub(super) policy: Option<PathBuf>,
}

/// The commands of `pr`.
#[derive(Debug, Subcommand)]
pub(super) enum PrCommand {
    /// Open the gates of a branch: QA first
    Open(OpenArgs),
    /// Let the gates judge until a person is asked; exit 0 when both have approved
    Run(OneArgs),
    /// Work for every pull request of the repository, side by side with other workers of the store
    Work(WorkArgs),
    /// Show where a pull request stands, and everything that happened to it
    Show(ShowArgs),
    /// List the pull requests of the repository
    List(ListArgs),
    /// Let a blocked pull request go on
    Unblock(UnblockArgs),
    /// Let work go on after too many pull requests were blocked in a row
    Rearm,
    /// Approve what both gates have approved: the last word, after which you merge
    Approve(SayArgs),
    /// Reject what both gates have approved
    Reject(RejectArgs),
}

/// What to open.
#[derive(Debug, Args)]
pub(super) struct OpenArgs {
    /// The task: a file, or the name of one in `.aurumcode/tasks`
    #[arg(value_name = "TASK")]
    pub(super) task: String,
    /// The branch under review [default: the one that is checked out]
    #[arg(long, value_name = "NAME")]
    pub(super) branch: Option<String>,
    /// What it is to be merged into
    #[arg(long, value_name = "REF", default_value = "main")]
    pub(super) base: String,
    /// How many corrections each gate allows
    #[arg(long, value_name = "N", default_value = "3")]
    pub(super) max_corrections: NonZeroU32,
    /// How many minutes developer and gates may work on it together
    #[arg(long, value_name = "MINUTES", default_value_t = 480, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) budget_minutes: u32,
    /// How many tokens models may use for it
    #[arg(long, value_name = "TOKENS", default_value_t = 2_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) budget_tokens: u64,
    /// How many US dollars models may cost for it
    #[arg(long, value_name = "USD", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(super) budget_usd: u64,
}

/// Which pull request.
#[derive(Debug, Args)]
pub(super) struct OneArgs {
    /// Its number [default: the open one of the branch that is checked out]
    #[arg(value_name = "NUMBER")]
    pub(super) id: Option<u64>,
}

/// How to work.
#[derive(Debug, Args)]
pub(super) struct WorkArgs {
    /// End when nothing is left to do, instead of waiting for more
    #[arg(long)]
    pub(super) until_idle: bool,
}

/// What to show.
#[derive(Debug, Args)]
pub(super) struct ShowArgs {
    /// Which one.
    #[command(flatten)]
    pub(super) one: OneArgs,
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// How to list.
#[derive(Debug, Args)]
pub(super) struct ListArgs {
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// How to unblock.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("how").required(true))]
pub(super) struct UnblockArgs {
    /// Which one.
    #[command(flatten)]
    pub(super) one: OneArgs,
    /// Go on at the gate where it stopped, with no correction counted
    #[arg(long, group = "how")]
    pub(super) resume: bool,
    /// Begin again at QA
    #[arg(long, group = "how")]
    pub(super) restart: bool,
}

/// What to say.
#[derive(Debug, Args)]
pub(super) struct SayArgs {
    /// Which one.
    #[command(flatten)]
    pub(super) one: OneArgs,
    /// Why
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub(super) reason: String,
}

/// What to say against it.
#[derive(Debug, Args)]
pub(super) struct RejectArgs {
    /// Which one.
    #[command(flatten)]
    pub(super) one: OneArgs,
    /// Why
    #[arg(long, value_name = "TEXT")]
    pub(super) reason: String,
}
