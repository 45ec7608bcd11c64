//! Finds credentials in the reviewed files: provider tokens, private keys, connection strings, passwords.
//!
//! Rules in the gitleaks TOML format say what a secret looks like. The core is pure: bytes and rules in, hits out. A found secret
//! is in no message, no log and no debug output; the host learns it as a value to hide.

mod engine;
mod extra;
mod options;

mod embedded;
mod pattern;
mod reader;

mod allow;
mod entropy;
mod expression;
mod prefilter;
mod rule;
mod rules;

mod binary;
mod overlap;
mod position;
mod scan;

#[cfg(test)]
mod tests;

use crate::scanner::Engine;

/// The engine's line in the registry.
pub fn engine() -> Engine {
    engine::registered()
}
