//! The only place that starts a program.
//!
//! Every child gets an explicit environment, a bound on what is read of its output, a deadline and a process group of its
//! own that is killed as a whole. Nothing else in the host may start a program: clippy refuses it.

mod contract;

pub use contract::{Command, Exit, Output, ProcessError, Runner};
