//! The options of `hook`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

/// What to do about hooks.
#[derive(Debug, Args)]
pub struct HookArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: HookCommand,
}

/// The commands of `hook`.
#[derive(Debug, Subcommand)]
pub enum HookCommand {
    /// Write the hooks to where git takes them from
    Install {
        /// Which hooks [default: both]
        #[arg(value_enum, value_name = "HOOK")]
        hooks: Vec<HookName>,
        /// The repository [default: the current directory]
        #[arg(long, value_name = "DIR", default_value = ".", hide_default_value = true)]
        repo: PathBuf,
        /// Replace hooks that something else wrote
        #[arg(long)]
        force: bool,
    },
}

/// The hooks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum HookName {
    /// Reviews what is staged, before it is committed
    PreCommit,
    /// Reviews each branch, before it is pushed
    PrePush,
}

impl HookName {
    /// Both.
    pub(super) const ALL: [Self; 2] = [Self::PreCommit, Self::PrePush];

    /// The name of the file that git looks for (githooks(5)).
    pub(super) const fn file(self) -> &'static str {
        match self {
            Self::PreCommit => "pre-commit",
            Self::PrePush => "pre-push",
        }
    }
}
