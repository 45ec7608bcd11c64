//! Engines that wrap a program: what the host does for all of them, and each with its real program.
//!
//! `scripts/programs` installs the programs. A test of one that is absent is skipped with a line that says so; in CI it fails.

#![expect(clippy::expect_used, reason = "a test stops where its own set-up fails")]

#[path = "../support/repo.rs"]
mod repo;

mod facility;
mod support;
