//! What can be asked of `aurumcode exceptions`.

use clap::{Args, Subcommand};

use crate::cli::args::RepoArgs;

/// What to do with the exceptions.
#[derive(Debug, Args)]
pub struct ExceptionsArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: ExceptionsCommand,
}

/// The commands of `exceptions`.
#[derive(Debug, Subcommand)]
pub enum ExceptionsCommand {
    /// List the exceptions: who answers for what, until when, and whether that counts here
    List(RepoArgs),
    /// Say which exceptions still have something to except; exit 3 when one has nothing or has ended
    Check(RepoArgs),
}
