//! The command: nothing is written where a configuration is, and nothing that `config check` would refuse.

use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::change::{Change, Repository, Target};
use crate::cli::ExitStatus;
use crate::cli::args::Lang;
use crate::cli::output::{Streams, create_file, make_directory};
use crate::cli::refusal::Refusal;
use crate::cli::run::Context;
use crate::cli::runtime;
use crate::config::{self, Language, MAIN_FILE, SCHEMA_FILE};
use crate::finding::{Code, Diagnostic};
use crate::process::{BaseEnvironment, Runner, SystemRunner};
use crate::redaction::Redacted;
use crate::report::Text;

use super::args::InitArgs;
use super::page::page;
use super::proposal::Proposal;

/// The files are committed, like the code that they are about.
const MODE: u32 = 0o644;

/// Looks at the repository, and writes or prints a configuration.
pub(in crate::cli) fn run(context: &Context<'_>, args: &InitArgs, streams: &mut Streams<'_>) -> Result<ExitStatus, Refusal> {
    let command: Arc<dyn Runner> = Arc::new(SystemRunner::new(BaseEnvironment::pick(context.environment.variables())));
    let runtime = runtime::start()?;
    let looked = runtime.block_on(runtime::unless_interrupted(look(context, args, command)));
    runtime.shutdown_background();
    let (repository, proposal) = looked??;
    let language = args.lang.map_or(Language::default(), Lang::language);
    let text = Text::of(language).init;
    let written = context.redactor.redact(&page(&proposal, language, text));
    config::parse(MAIN_FILE, written.as_str().as_bytes(), context.registry).map_err(Refusal::of)?;
    if args.print {
        context.print(&written, streams)?;
        return Ok(ExitStatus::Success);
    }
    let top = top(&repository)?;
    // The configuration comes last: with it, everything is there.
    let schema = schema(context, top, text.schema)?;
    create(top, &written)?;
    let mut told = (text.written)(MAIN_FILE, proposal.running());
    told.push_str(&schema);
    let missing: Vec<&str> =
        proposal.engines.iter().filter(|one| one.missing.is_some()).map(|one| one.registered.entry.name).collect();
    if !missing.is_empty() {
        told.push_str(&(text.left_out)(&missing.join(", ")));
    }
    told.push_str(text.next);
    context.deliver(&told, streams)
}

/// The repository, and what fits its working files.
async fn look<'a>(
    context: &Context<'a>,
    args: &InitArgs,
    command: Arc<dyn Runner>,
) -> Result<(Repository, Proposal<'a>), Refusal> {
    let repository = Repository::open(&args.repo, Arc::clone(&command)).await?;
    let top = top(&repository)?;
    if !args.print {
        refuse_configured(top)?;
    }
    let change = Change::resolve(repository.clone(), Target::worktree().everything()).await?;
    let tree = change.tree().await?;
    let proposal = Proposal::of(context.registry, &tree, command).await;
    Ok((repository, proposal))
}

/// The working copy's directory, which a bare repository has not.
fn top(repository: &Repository) -> Result<&Path, Refusal> {
    repository.top_level().ok_or_else(|| {
        Diagnostic::new(Code::CHANGE_NO_WORKING_TREE, "a bare repository has no working copy to write a configuration into")
            .help("run the command in a clone")
            .into()
    })
}

/// Whatever would be taken for a configuration, or for a misnamed one, is there to stay.
fn refuse_configured(top: &Path) -> Result<(), Refusal> {
    for name in config::looked_for() {
        match std::fs::symlink_metadata(top.join(name)) {
            Ok(_) => return Err(configured(name)),
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {}
            Err(error) => return Err(unwritable(name, &error)),
        }
    }
    Ok(())
}

fn configured(name: &str) -> Refusal {
    Diagnostic::new(Code::CLI_ALREADY_CONFIGURED, format!("there is a `{name}` already, and nothing is written over it"))
        .help("edit it, or remove it and run the command again; `aurumcode init --print` shows what would be written")
        .into()
}

fn create(top: &Path, text: &Redacted) -> Result<(), Refusal> {
    create_file(&top.join(MAIN_FILE), text, MODE).map_err(|error| match error.kind() {
        // It came there since it was looked for.
        io::ErrorKind::AlreadyExists => configured(MAIN_FILE),
        _ => unwritable(MAIN_FILE, &error),
    })
}

/// The schema for editors, which the first line of the configuration names. One that is there stays; without one, only completion is missing.
fn schema(context: &Context<'_>, top: &Path, told: fn(&str) -> String) -> Result<String, Refusal> {
    let path = top.join(SCHEMA_FILE);
    let text = context.redactor.redact_json_text(&format!("{:#}\n", config::json_schema(context.registry)));
    let made = path.parent().map_or(Ok(()), make_directory).and_then(|()| create_file(&path, &text, MODE));
    match made {
        Ok(()) => Ok(told(SCHEMA_FILE)),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(String::new()),
        Err(error) => Err(unwritable(SCHEMA_FILE, &error)),
    }
}

fn unwritable(name: &str, error: &io::Error) -> Refusal {
    Diagnostic::new(Code::CLI_WRITE, format!("`{name}` could not be written: {error}"))
        .help("make the directory one that this user may write to, and that no link stands in for")
        .into()
}
