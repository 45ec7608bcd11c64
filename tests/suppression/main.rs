//! Scope, suppression comments and fingerprints from outside: a real repository, a small engine, the whole program.

#![expect(clippy::expect_used, reason = "a test stops where its own set-up fails")]

mod baseline;
mod comments;
mod exceptions;
mod finder;
mod fingerprints;
mod scope;

#[path = "../support/generated.rs"]
mod generated;
#[path = "../support/repo.rs"]
mod repo;
