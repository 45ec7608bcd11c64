//! Reads what test runners print: which tests ran, and how each ended.
//!
//! A runner prints for people, so each reader takes only lines of a shape that its runner alone writes, and passes over the rest. What
//! nobody reads is no test; a suite whose tests are not known by name proves less, never more.

mod cargo;
mod go;
mod javascript;
mod junit;
mod pytest;
mod tap;

mod read;

pub use read::{TestsRead, read_junit, read_printed};
