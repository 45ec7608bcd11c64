//! The arguments of `aurumcode doctor`: those of `review` that decide whether it can run, and how to answer.

use clap::Args;

use crate::cli::args::{Color, Lang, SubjectArgs};
use crate::cli::deliver::FileArgs;

/// The review to be made, as it would be given to `review`.
#[derive(Debug, Args)]
pub struct DoctorArgs {
    /// What to review, and by which rules.
    #[command(flatten)]
    pub subject: SubjectArgs,
    /// Where the result would go.
    #[command(flatten)]
    pub files: FileArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Print only what is not well
    #[arg(long, short, conflicts_with = "json")]
    pub quiet: bool,
    /// The language of text shown to people [default: review.language, else en]
    #[arg(long, value_enum, value_name = "LANG")]
    pub lang: Option<Lang>,
    /// When to use colour
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub color: Color,
}
