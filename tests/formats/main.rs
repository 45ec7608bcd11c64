//! What machines read: SARIF, the audit and its verification, annotations and code quality, each made from the same fixtures.

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a test stops where its own set-up fails, and says aloud when it skips"
)]

#[path = "../support/generated.rs"]
mod generated;
#[path = "../support/model.rs"]
mod model;
#[path = "../support/tools.rs"]
mod tools;

mod fixtures;

mod audit;
mod github;
mod gitlab;
mod redaction;
mod sarif;
mod shown;
mod verify;
