//! Finds credentials in files: provider tokens, private keys, connection strings, passwords.

mod allow;
mod embedded;
mod engine;
mod entropy;
mod expression;
mod options;
mod overlap;
mod pattern;
mod position;
mod prefilter;
mod reader;
mod rule;
mod rules;
mod scan;
mod text;

#[cfg(test)]
mod tests;

use crate::scanner::Engine;

/// The engine's line in the registry.
pub fn engine() -> Engine {
    engine::engine()
}
