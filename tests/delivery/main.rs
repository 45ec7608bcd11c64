//! The ordered gates from outside: what may never happen to a pull request, whatever is asked and in which order.

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a test stops where its own set-up fails, looks for programs, starts a server, says when one is absent, and tells its parent of its steps"
)]

mod crash;
mod fixtures;
mod interleaving;
mod order;
mod proofs;
mod runners;
mod store;
mod world;
