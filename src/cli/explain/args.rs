//! The arguments of `aurumcode explain`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::args::{Color, Lang};

/// What to explain.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// A rule (`<engine>:<rule>`), an error code (`config/unknown-key`), a reason (`sast_unavailable`), an exit status (`exit 4`), an
    /// engine, or the fingerprint of a finding
    #[arg(value_name = "TOPIC", required = true, num_args = 1..=2)]
    pub topic: Vec<String>,
    /// Look a finding, or its rule, up in this file, which `review --audit` wrote
    #[arg(long, value_name = "FILE")]
    pub audit: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// The language of text shown to people; rules, errors and manuals are in English
    #[arg(long, value_enum, value_name = "LANG")]
    pub lang: Option<Lang>,
    /// When to use colour
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub color: Color,
}
