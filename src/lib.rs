//! `aurumcode` reviews a change in a git repository and decides whether it may pass.

pub mod config;
pub mod finding;
pub mod gate;
pub mod process;
pub mod report;
