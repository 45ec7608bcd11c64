//! Engines that wrap a program: what the host does for all of them, what each makes of recorded output, and each with its real program.
//!
//! `scripts/programs` installs the programs. A test of one that is absent is skipped with a line that says so; in CI it fails.

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods,
    clippy::print_stderr,
    reason = "a test stops where its own set-up fails, writes files, looks for programs and says when one is absent"
)]

#[path = "../support/generated.rs"]
mod generated;
#[path = "../support/repo.rs"]
mod repo;

mod absent;
mod facility;
mod gate;
mod hearing;
mod manuals;
mod played;
mod recorded;
mod silenced;
mod support;

mod gitleaks;
mod govet;
mod linters;
mod semgrep;
