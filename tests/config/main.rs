//! The configuration from outside: what is refused and how it is told, what is accepted and what comes out of it.
#![expect(clippy::expect_used, clippy::panic, reason = "outside the test functions too, a broken expectation fails the test")]

mod accepted;
mod agreement;
mod ignored;
mod layers;
mod properties;
mod reference;
mod refused;
mod shown;
mod support;
mod trees;
