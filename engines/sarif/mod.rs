//! Takes findings from SARIF files that an earlier step wrote: CodeQL, ESLint, Trivy, clippy and every other scanner.
//!
//! The files are build products in the working directory and no part of the reviewed commit. What they say is evidence only where
//! they can have seen that commit, so a file that is absent, older, tracked by git, cut off or not from a finished run is no
//! answer. Nothing in a file is executed, fetched or followed, and nothing in it changes what the configuration decides.

mod engine;
mod files;
mod options;

mod log;
mod wire;

mod finished;
mod run;
mod time;

mod level;
mod message;
mod place;
mod rule;
mod standing;
mod uri;

#[cfg(test)]
mod tests;

use crate::scanner::Engine;

/// The engine's line in the registry.
pub fn engine() -> Engine {
    engine::registered()
}
