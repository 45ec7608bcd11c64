//! Completions and manual pages, made from the command line itself, so that they cannot say anything else.

use std::path::{Path, PathBuf};

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::finding::{Code, Diagnostic};

use super::output::{Streams, write_file};
use super::refusal::Refusal;
use super::run::Context;
use super::{Cli, ExitStatus};

/// For which shell.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    pub shell: Shell,
}

/// Where the pages go.
#[derive(Debug, Args)]
pub struct ManArgs {
    /// Write a page for every command into this directory, instead of the first one to standard output
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
}

/// Everybody may read a manual.
const MODE: u32 = 0o644;

/// Prints what makes a shell complete the command line.
pub(super) fn completions(
    context: &Context<'_>,
    args: &CompletionsArgs,
    streams: &mut Streams<'_>,
) -> Result<ExitStatus, Refusal> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "aurumcode", &mut script);
    context.deliver(&String::from_utf8_lossy(&script), streams)
}

/// Prints or writes the manual pages.
pub(super) fn man(context: &Context<'_>, args: &ManArgs, streams: &mut Streams<'_>) -> Result<ExitStatus, Refusal> {
    let mut command = Cli::command();
    command.build();
    let Some(directory) = &args.dir else { return context.deliver(&page(command)?, streams) };
    std::fs::create_dir_all(directory).map_err(|error| unwritten(directory, &error))?;
    write_all(context, &command, directory)?;
    Ok(ExitStatus::Success)
}

/// Writes the page of a command and of those below it. A page is named by the way to its command.
fn write_all(context: &Context<'_>, command: &clap::Command, directory: &Path) -> Result<(), Refusal> {
    let file = directory.join(format!("{}.1", command.get_display_name().unwrap_or(command.get_name())));
    let text = page(command.clone())?;
    write_file(&file, &context.redactor.redact(&text), MODE).map_err(|error| unwritten(&file, &error))?;
    command
        .get_subcommands()
        .filter(|below| below.get_name() != "help")
        .try_for_each(|below| write_all(context, below, directory))
}

fn page(command: clap::Command) -> Result<String, Refusal> {
    let mut text = Vec::new();
    let rendered = clap_mangen::Man::new(command).render(&mut text);
    rendered.map_err(|error| unwritten(Path::new("the page"), &error))?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

fn unwritten(file: &Path, error: &std::io::Error) -> Refusal {
    let message = format!("{} could not be written: {error}", file.display());
    Diagnostic::new(Code::CLI_WRITE, message).help("give a directory that can be written").into()
}
