//! `aurumcode explain`: what a rule, an error code, a reason, an exit status, an engine or a finding is, from what is compiled in.

mod args;
mod command;
mod rules;
mod topic;

pub(super) use args::ExplainArgs;
pub(super) use command::{page, run};
pub(super) use rules::all as rules;
