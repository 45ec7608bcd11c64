//! `aurumcode exceptions`: who answers for what, until when, and whether it is still there.

mod args;
mod run;

pub(super) use args::ExceptionsArgs;
pub(super) use run::run;
