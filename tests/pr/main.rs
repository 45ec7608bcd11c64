//! A pull request through its gates at the command line: real git with a remote, a real test runner, real scanners, and a developer
//! who is a script.

#![expect(
    clippy::expect_used,
    clippy::disallowed_methods,
    clippy::print_stderr,
    reason = "a test stops where its own set-up fails, looks for programs and says when one is absent"
)]

#[path = "../support/browser.rs"]
mod browser;
#[path = "../support/repo.rs"]
mod repo;

mod acceptance;
mod endings;
mod stage;
