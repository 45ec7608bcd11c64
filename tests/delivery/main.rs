//! The ordered gates from outside: what may never happen to a pull request, whatever is asked and in which order.

#![expect(clippy::expect_used, reason = "a test stops where its own set-up fails")]

mod fixtures;
mod order;
mod proofs;
