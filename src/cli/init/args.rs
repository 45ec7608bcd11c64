//! The arguments of `aurumcode init`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::args::Lang;

/// For which repository, and where the configuration goes.
#[derive(Debug, Args)]
pub struct InitArgs {
    /// Print the configuration and write nothing
    #[arg(long)]
    pub print: bool,
    /// The language of the comments, and of reports from then on [default: en]
    #[arg(long, value_enum, value_name = "LANG")]
    pub lang: Option<Lang>,
    /// The repository [default: the current directory]
    #[arg(long, value_name = "DIR", default_value = ".", hide_default_value = true)]
    pub repo: PathBuf,
}
