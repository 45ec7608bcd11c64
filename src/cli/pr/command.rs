//! From the command line of `pr` to the command.

use super::super::ExitStatus;
use super::super::output::Streams;
use super::super::refusal::Refusal;
use super::super::run::Context;
use super::args::{PrArgs, PrCommand};
use super::wired::Wired;
use super::{advance, decide, open, show};

/// Runs one command of `pr`.
pub(in crate::cli) fn run(context: &Context<'_>, args: &PrArgs, streams: &mut Streams<'_>) -> Result<ExitStatus, Refusal> {
    let runtime = super::super::runtime::start()?;
    let work = async {
        let wired = Wired::new(context, &args.place).await?;
        match &args.command {
            PrCommand::Open(args) => open::run(&wired, args).await,
            PrCommand::Run(args) => advance::run(&wired, args).await,
            PrCommand::Work(args) => advance::work(&wired, args).await,
            PrCommand::Show(args) => show::show(&wired, args).await,
            PrCommand::List(args) => show::list(&wired, args).await,
            PrCommand::Unblock(args) => decide::unblock(&wired, args).await,
            PrCommand::Rearm => decide::rearm(&wired).await,
            PrCommand::Approve(args) => decide::approve(&wired, args).await,
            PrCommand::Reject(args) => decide::reject(&wired, args).await,
        }
    };
    let done = runtime.block_on(super::super::runtime::unless_interrupted(work));
    runtime.shutdown_background();
    let (status, text) = done??;
    context.print(&context.redactor.redact(&text), streams)?;
    Ok(status)
}
