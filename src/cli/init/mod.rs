//! `aurumcode init`: looks at the repository and writes a first configuration for it.
//!
//! It proposes and decides nothing: what it writes is a file that people read, commit and change. It never writes over anything.

mod args;
mod command;
mod page;
mod proposal;

pub(super) use args::InitArgs;
pub(super) use command::run;
