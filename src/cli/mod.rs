//! The commands: one file each, and the only place where the rooms are wired together.

mod args;
mod asking;
mod authority;
mod baseline;
mod clock;
mod config;
mod deliver;
mod doctor;
mod engines;
mod environment;
mod exceptions;
mod exit;
mod explain;
mod generated;
mod hook;
mod identity;
mod log;
mod model;
mod output;
mod policy;
mod pull;
mod refusal;
mod review;
mod run;
mod runtime;
mod schema;
mod settings;
mod skills;
mod subject;
mod survey;
mod verify;

pub use args::Cli;
pub use environment::Environment;
pub use exit::{EXIT_STATUSES, ExitEntry, ExitStatus, exit_codes_page};
pub use output::{Streams, write_file};
pub use run::{Terminals, main, run};
