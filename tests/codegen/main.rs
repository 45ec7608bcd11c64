//! Tests of the registry generator, which is not part of the library: they include it by its path, as `build.rs` does.
//!
//! They see it only through its function, on trees written to a temporary directory, and once through cargo, on a small crate
//! that is built with this project's own `build.rs`.

#[path = "../../src/scanner/codegen/mod.rs"]
pub mod codegen;

// `cfg(test)` tells clippy that the helpers of these tests are tests as well.
#[cfg(test)]
mod tree;

#[cfg(test)]
mod generated;
#[cfg(test)]
mod order;
#[cfg(test)]
mod refusals;
#[cfg(test)]
mod small_crate;
