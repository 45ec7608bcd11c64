//! `hook install`: writes hooks, and never over somebody else's unless it is told to.

use std::path::Path;
use std::sync::Arc;

use crate::change::Repository;
use crate::cli::ExitStatus;
use crate::cli::output::{Streams, write_file};
use crate::cli::refusal::Refusal;
use crate::cli::run::Context;
use crate::cli::runtime;
use crate::finding::{Code, Diagnostic};
use crate::process::{BaseEnvironment, SystemRunner};

use super::HookArgs;
use super::args::{HookCommand, HookName};
use super::script::{MARK, text};

/// Hooks are programs.
const MODE: u32 = 0o755;

/// Runs a command of `hook`.
pub(in crate::cli) fn run(context: &Context<'_>, args: &HookArgs, streams: &mut Streams<'_>) -> Result<ExitStatus, Refusal> {
    let HookCommand::Install { hooks, repo, force } = &args.command;
    let runner = Arc::new(SystemRunner::new(BaseEnvironment::pick(context.environment.variables())));
    let directory = runtime::start()?.block_on(async { Repository::open(repo, runner).await?.hooks_directory().await })?;
    let hooks = if hooks.is_empty() { HookName::ALL.to_vec() } else { hooks.clone() };
    for hook in &hooks {
        let file = directory.join(hook.file());
        if !force && is_anothers(&file) {
            return Err(taken(&file, *hook).into());
        }
    }
    let failed = |file: &Path, error: std::io::Error| {
        let message = format!("the hook {} could not be written: {error}", file.display());
        Refusal::from(Diagnostic::new(Code::CLI_HOOK, message).help("check the permissions of the directory"))
    };
    std::fs::create_dir_all(&directory).map_err(|error| failed(&directory, error))?;
    let mut told = String::new();
    for hook in hooks {
        let file = directory.join(hook.file());
        write_file(&file, &context.redactor.redact(&text(hook)), MODE).map_err(|error| failed(&file, error))?;
        told.push_str(&format!("{} reviews before git goes on: {}\n", hook.file(), file.display()));
    }
    context.deliver(&crate::redaction::harmless(&told), streams)
}

/// Whether there is something that `hook install` did not write.
fn is_anothers(file: &Path) -> bool {
    match std::fs::read(file) {
        Ok(bytes) => !String::from_utf8_lossy(&bytes).lines().any(|line| line == MARK),
        Err(error) => error.kind() != std::io::ErrorKind::NotFound || file.is_symlink(),
    }
}

fn taken(file: &Path, hook: HookName) -> Diagnostic {
    let line = match hook {
        HookName::PreCommit => "aurumcode review --staged",
        HookName::PrePush => "aurumcode review",
    };
    Diagnostic::new(Code::CLI_HOOK, format!("there is a hook of another origin already: {}", file.display()))
        .help(format!("let it call `{line}`, or replace it with `--force`"))
}
