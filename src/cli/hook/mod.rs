//! `aurumcode hook`: the review as a hook of git, at the desk where a finding is cheapest.

mod args;
mod install;
mod script;

pub(super) use args::HookArgs;
pub(super) use install::run;
