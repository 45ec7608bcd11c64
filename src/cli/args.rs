//! The command line: what can be asked, in one place, from which help and completions come.

use std::path::PathBuf;

use crate::config::Language;

use super::doctor::DoctorArgs;
use super::explain::ExplainArgs;
use super::init::InitArgs;
use super::pr::{PrArgs, ServeArgs};
use clap::{Args, Parser, Subcommand, ValueEnum};

use super::asking::ModelArgs;
use super::baseline::BaselineArgs;
use super::deliver::FileArgs;
use super::exceptions::ExceptionsArgs;
use super::generated::{CompletionsArgs, ManArgs};
use super::hook::HookArgs;
use super::mcp::McpArgs;
use super::pull::PullArgs;
use super::schema::SchemaArgs;

/// Decides whether a change in a git repository may pass.
#[derive(Debug, Parser)]
#[command(name = "aurumcode", version, about, propagate_version = true, max_term_width = 100)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Look at the repository and write a configuration that fits it
    Init(InitArgs),
    /// Review a change and decide whether it may pass
    #[command(after_help = super::exit::below_help())]
    Review(Box<ReviewArgs>),
    /// Say what would stand in the way of a review, and the command that mends it; exit 1 when a review would fail
    Doctor(Box<DoctorArgs>),
    /// List the engines of this binary, and those it was built without
    Engines(EnginesArgs),
    /// Explain a rule, an error code, a reason, an exit status, an engine or a finding
    Explain(ExplainArgs),
    /// Check the configuration, or show what is in effect and where it came from
    Config(ConfigArgs),
    /// Print a JSON Schema
    Schema(SchemaArgs),
    /// List, check or show the skills of a repository
    Skills(SkillsArgs),
    /// Accept findings as they are, and keep the list of them true
    Baseline(BaselineArgs),
    /// Say who answers for which findings, and whether they are still there
    Exceptions(ExceptionsArgs),
    /// Take a pull request through its gates: QA, then SecOps, then you
    Pr(Box<PrArgs>),
    /// Answer coding agents that ask the gate, as an MCP server on standard input and output
    Mcp(Box<McpArgs>),
    /// Show the pull requests and their gates in a browser
    Serve(Box<ServeArgs>),
    /// Recompute the verdict of an audit file and say whether it holds
    Verify(VerifyArgs),
    /// Let git ask for a review before it commits or pushes
    Hook(HookArgs),
    /// Print what makes a shell complete this command line
    Completions(CompletionsArgs),
    /// Print the manual page, or write one for every command
    Man(ManArgs),
}

/// What to review, by which rules, and where the result goes.
#[derive(Debug, Args)]
pub struct ReviewArgs {
    /// What to review, and by which rules.
    #[command(flatten)]
    pub subject: SubjectArgs,
    /// Which pull request, and what its forge is told.
    #[command(flatten)]
    pub pull: PullArgs,
    /// Where the result goes.
    #[command(flatten)]
    pub files: FileArgs,
    /// Which model takes part.
    #[command(flatten)]
    pub model: ModelArgs,
    /// What to print on standard output
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// The language of text shown to people [default: review.language, else en]
    #[arg(long, value_enum, value_name = "LANG")]
    pub lang: Option<Lang>,
    /// When to use colour
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub color: Color,
    /// Print only what blocks
    #[arg(long, short, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Print everything: pre-existing findings, versions, times
    #[arg(long, short)]
    pub verbose: bool,
}

/// What to review, and by which rules.
#[derive(Debug, Default, Args)]
pub struct SubjectArgs {
    /// Compare with the merge base of this commit [default: the remote's default branch, else the previous commit]
    #[arg(long, value_name = "REF", conflicts_with_all = ["staged", "worktree"])]
    pub base: Option<String>,
    /// Review this commit [default: HEAD]
    #[arg(long, value_name = "REF", conflicts_with_all = ["staged", "worktree"])]
    pub head: Option<String>,
    /// Review what is staged for the next commit
    #[arg(long, conflicts_with = "worktree")]
    pub staged: bool,
    /// Review the working files as they are, untracked ones included
    #[arg(long)]
    pub worktree: bool,
    /// Review the whole tree, as if every line were new
    #[arg(long)]
    pub all: bool,
    /// Review only these paths; a relative one starts at the current directory, or at `--repo`
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// The repository [default: the current directory]
    #[arg(long, value_name = "DIR", default_value = ".", hide_default_value = true)]
    pub repo: PathBuf,
    /// Whose configuration, rules and accepted findings count [default: base in CI, else head]
    #[arg(long, value_enum, value_name = "SIDE")]
    pub config_from: Option<ConfigFrom>,
    /// The central policy: a directory outside the repository, whose configuration stands above its own [default: AURUMCODE_POLICY]
    #[arg(long, value_name = "DIR")]
    pub policy: Option<PathBuf>,
}

/// The sides of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ConfigFrom {
    /// The commit to merge into: nothing in the change can alter it
    Base,
    /// The working copy; refused in CI
    Head,
}

/// The formats of standard output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people at a terminal
    Text,
    /// The audit document, for programs
    Json,
    /// For a comment or a job summary
    Markdown,
    /// GitHub workflow annotations
    Github,
    /// GitLab Code Quality
    Gitlab,
}

/// The languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Lang {
    /// English
    En,
    /// Brazilian Portuguese
    #[value(name = "pt-BR")]
    PtBr,
}

impl Lang {
    /// The language of the catalogue.
    pub(super) const fn language(self) -> Language {
        match self {
            Self::En => Language::En,
            Self::PtBr => Language::PtBr,
        }
    }
}

/// When to use colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// Whether to use colour, where `auto` says what to do by itself.
    pub(super) fn decide(self, auto: impl FnOnce() -> bool) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => auto(),
        }
    }
}

/// How to list the engines.
#[derive(Debug, Args)]
pub struct EnginesArgs {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// What to do with the configuration.
#[derive(Debug, Args)]
pub struct ConfigArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: ConfigCommand,
}

/// The commands of `config`.
#[derive(Debug, Subcommand)]
pub enum ConfigCommand {
    /// Check the configuration; exit 5 when it is refused
    Check(RepoArgs),
    /// Show the effective settings
    Show(ShowArgs),
}

/// Which repository.
#[derive(Debug, Args)]
pub struct RepoArgs {
    /// The repository [default: the current directory]
    #[arg(long, value_name = "DIR", default_value = ".", hide_default_value = true)]
    pub repo: PathBuf,
    /// The central policy: a directory outside the repository, whose configuration stands above its own [default: AURUMCODE_POLICY]
    #[arg(long, value_name = "DIR")]
    pub policy: Option<PathBuf>,
}

/// What to do with skills.
#[derive(Debug, Args)]
pub struct SkillsArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: SkillsCommand,
}

/// The commands of `skills`.
#[derive(Debug, Subcommand)]
pub enum SkillsCommand {
    /// List the skills, and say which of them a change calls for and why
    List {
        /// Which repository.
        #[command(flatten)]
        of: RepoArgs,
        /// Compare with the merge base of this commit [default: as for `review`]
        #[arg(long, value_name = "REF")]
        base: Option<String>,
    },
    /// Check every skill; exit 5 when one cannot be read
    Check(RepoArgs),
    /// Show what a rule of a skill says
    Show {
        /// The rule, as `<skill>#<section>`
        #[arg(value_name = "RULE")]
        rule: String,
        /// Which repository.
        #[command(flatten)]
        of: RepoArgs,
    },
}

/// How to show the settings.
#[derive(Debug, Args)]
pub struct ShowArgs {
    /// Which repository.
    #[command(flatten)]
    pub repo: RepoArgs,
    /// Say where each value came from
    #[arg(long)]
    pub origin: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Which audit file.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// The audit file
    #[arg(value_name = "AUDIT")]
    pub audit: PathBuf,
}
