//! The arguments of `aurumcode mcp`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::asking::ModelArgs;

/// What is served.
#[derive(Debug, Args)]
pub struct McpArgs {
    /// The repository [default: the current directory]
    #[arg(long, value_name = "DIR", default_value = ".", hide_default_value = true)]
    pub repo: PathBuf,
    /// The central policy: a directory outside the repository [default: AURUMCODE_POLICY]
    #[arg(long, value_name = "DIR")]
    pub policy: Option<PathBuf>,
    /// How many minutes one review may take; then it is inconclusive
    #[arg(long, value_name = "MINUTES", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=120))]
    pub timeout: u64,
    /// Which model takes part.
    #[command(flatten)]
    pub model: ModelArgs,
}
