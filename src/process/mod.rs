//! The only place that starts a program.
//!
//! Every child gets an explicit environment, a bound on what is kept of its output, a deadline and a process group of its
//! own that is killed as a whole. Nothing else in the host may start a program: clippy refuses it.

mod contract;
mod error;

mod environment;
mod program;

mod adopted;
mod capture;
mod conversation;
mod interrupt;
mod runs;
mod system;

pub mod fake;

pub use contract::{Command, Exit, Output, RUN_VARIABLE, Runner};
pub use conversation::{Conversation, Ended, LAST_WORDS};
pub use environment::BaseEnvironment;
pub use error::ProcessError;
pub use interrupt::{Interruption, interrupted};
pub use system::{SystemRunner, WAIT_DELAY};
