//! What can be asked of `aurumcode baseline`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use crate::baseline;
use crate::cli::args::RepoArgs;
use crate::finding::Day;

/// What to do with the baseline.
#[derive(Debug, Args)]
pub struct BaselineArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: BaselineCommand,
}

/// The commands of `baseline`.
#[derive(Debug, Subcommand)]
pub enum BaselineCommand {
    /// Accept the findings of the last change, or of the whole tree, beside what is accepted already
    Write(BaselineWriteArgs),
    /// Say which entries still hold; exit 3 when one is stale or has expired
    Check(RepoArgs),
    /// Remove the entries whose finding is gone
    Prune(RepoArgs),
    /// Take over what another tool accepted, as far as it is found today
    Import(BaselineImportArgs),
}

/// What to accept, and how.
#[derive(Debug, Args)]
pub struct BaselineWriteArgs {
    /// Accept the findings of the whole tree
    #[arg(long)]
    pub all: bool,
    /// Compare with the merge base of this commit [default: the remote's default branch, else the previous commit]
    #[arg(long, value_name = "REF", conflicts_with = "all")]
    pub base: Option<String>,
    /// Why they are accepted; reports show it beside each
    #[arg(long, value_name = "TEXT")]
    pub reason: Option<String>,
    /// The last day on which they are, YYYY-MM-DD
    #[arg(long, value_name = "DAY")]
    pub expires: Option<Day>,
    /// Which repository.
    #[command(flatten)]
    pub repo: RepoArgs,
}

/// What to take over.
#[derive(Debug, Args)]
pub struct BaselineImportArgs {
    /// The file's format
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub from: ImportFrom,
    /// The file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Why the findings are accepted [default: that they were imported from the file]
    #[arg(long, value_name = "TEXT")]
    pub reason: Option<String>,
    /// The last day on which they are, YYYY-MM-DD
    #[arg(long, value_name = "DAY")]
    pub expires: Option<Day>,
    /// Which repository.
    #[command(flatten)]
    pub repo: RepoArgs,
}

/// The formats that can be imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ImportFrom {
    /// .gitleaksignore
    GitleaksIgnore,
    /// The JSON report of gitleaks, its own baseline format
    GitleaksReport,
    /// The JSON report of semgrep
    Semgrep,
}

impl ImportFrom {
    /// The format.
    pub(super) const fn format(self) -> baseline::Format {
        match self {
            Self::GitleaksIgnore => baseline::Format::GitleaksIgnore,
            Self::GitleaksReport => baseline::Format::GitleaksReport,
            Self::Semgrep => baseline::Format::Semgrep,
        }
    }
}
