//! The registry generator: from `engines.toml` and the tree around it to the Rust text of the registry, or to refusals.
//!
//! Exists because the set of engines, tools and sources of context is closed at build time: what is not in the list is not in the binary, and
//! what is in the list must be there. `build.rs` includes this module by its path, and so do its tests; it is not part of the
//! library, and apart from `std` it imports only the TOML reader and the Rust syntax crates.
//! Must never use the network, git, the clock or the environment, and must never print or write: the same tree gives the same
//! text, and the caller decides where it goes.

mod generate;
mod refusal;

mod entry;
mod manifest;
mod order;

mod cargo;
mod check;
mod module;
mod tree;

mod emit;

mod nearest;
mod source;

pub use generate::{Generated, generate};
pub use refusal::Refusal;
