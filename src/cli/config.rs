//! `aurumcode config`: is the configuration accepted, and what does it come to?

use crate::config::{self, Loaded};

use super::args::ConfigCommand;
use super::output::Streams;
use super::refusal::Refusal;
use super::run::Context;
use super::{ExitStatus, settings};

/// Checks or shows the configuration of a repository.
pub(super) fn run(context: &Context<'_>, command: &ConfigCommand, streams: &mut Streams<'_>) -> Result<ExitStatus, Refusal> {
    match command {
        ConfigCommand::Check(args) => {
            let loaded = settings::checked(context, args)?;
            context.deliver(&accepted(&loaded), streams)
        }
        ConfigCommand::Show(args) => {
            let loaded = settings::of_repository(context, &args.repo)?;
            let text = if args.json { format!("{:#}\n", config::show_json(&loaded)) } else { config::show(&loaded, args.origin) };
            context.deliver(&text, streams)
        }
    }
}

/// One line: which file was accepted, and how many engines it switches on.
fn accepted(loaded: &Loaded) -> String {
    let engines = loaded.settings().scanners.iter().filter(|entry| entry.enabled).count();
    let engines = if engines == 1 { "1 engine runs".to_owned() } else { format!("{engines} engines run") };
    match loaded.file() {
        Some(file) => format!("{file} is accepted: {engines}\n"),
        None => format!("there is no {}: the defaults apply, {engines}\n", config::MAIN_FILE),
    }
}
