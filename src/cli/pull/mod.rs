//! Reviews for a pull request: which one, whether the checkout is it, and what its forge is told.

mod args;
mod connect;
mod deliver;
mod notes;
mod report;
mod verified;

pub(super) use args::PullArgs;
pub(super) use connect::Pull;
