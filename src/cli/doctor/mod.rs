//! `aurumcode doctor`: what would stand in the way of a review, and what mends it.
//!
//! It takes the options of `review` and goes the same way with the same code, up to the point where the engines would run.

mod args;
mod command;
mod engines;
mod model;
mod outputs;
mod way;
mod words;

pub(super) use args::DoctorArgs;
pub(super) use command::run;
