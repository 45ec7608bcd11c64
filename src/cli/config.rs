//! `aurumcode config`: is the configuration accepted, and what does it come to?

use crate::config;

use super::args::ConfigCommand;
use super::output::Streams;
use super::refusal::Refusal;
use super::run::Context;
use super::{ExitStatus, settings};

/// Checks or shows the configuration of a repository.
pub(super) fn run(context: &Context<'_>, command: &ConfigCommand, streams: &mut Streams<'_>) -> Result<ExitStatus, Refusal> {
    match command {
        ConfigCommand::Check(args) => {
            let loaded = settings::load(context, &args.repo)?;
            context.deliver(&settings::accepted(&loaded), streams)
        }
        ConfigCommand::Show(args) => {
            let loaded = settings::load(context, &args.repo.repo)?;
            let text = if args.json { config::show_json(&loaded) } else { config::show(&loaded, args.origin) };
            context.deliver(&text, streams)
        }
    }
}
