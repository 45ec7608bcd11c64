//! `aurumcode` reviews a change in a git repository and decides whether it may pass.

pub mod baseline;
pub mod cache;
pub mod change;
pub mod cli;
pub mod config;
pub mod context;
pub mod deliberation;
pub mod delivery;
pub mod finding;
pub mod forge;
pub mod gate;
pub mod llm;
pub mod process;
pub mod redaction;
pub mod report;
pub mod review;
pub mod scanner;
pub mod suppression;
pub mod web;
