//! The ordered gates from outside: what may never happen to a pull request, whatever is asked and in which order.

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods,
    clippy::print_stderr,
    reason = "a test stops where its own set-up fails, looks for programs, starts a server, and says when one is absent"
)]

mod fixtures;
mod order;
mod proofs;
mod store;
