//! `aurumcode baseline`: accept what is found today, say which entries still hold, remove those that do not, and take over what other
//! tools accepted.
//!
//! These commands read and write the working copy's file. Which baseline judges a change is another question: see `authority`.

mod args;
mod check;
mod file;
mod import;
mod prune;
mod run;
mod told;
mod write;

pub(super) use args::BaselineArgs;
pub(super) use run::run;
pub(super) use told::gaps;
