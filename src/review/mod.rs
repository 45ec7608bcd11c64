//! The pipeline of a review, as types: collected, scanned, decided.
//!
//! Each step consumes the one before it, so nothing can be decided before it was scanned, and nothing can be reported before it
//! was decided. No engine is named here.

mod comments;
mod pipeline;

pub use pipeline::{Collected, Decided, Host, Scanned};
