//! The baseline: the file of findings that were accepted as they are, one line each.
//!
//! It lets a team begin with the gate on a code base that has findings: those are listed once and mended in their own time, and every
//! new one counts. This room reads, writes and edits the file; which finding an entry accepts is decided by the gate. It must never
//! accept anything by itself, nor guess what an entry of another tool means.

mod edit;
mod entry;
mod error;
mod import;
mod read;
mod v1;
mod write;

#[cfg(test)]
mod tests;

pub use edit::{Accepting, accept, prune};
pub use entry::{Baseline, Entry, FILE};
pub use error::BaselineError;
pub use import::{Candidate, Foreign, Format, Imported, Unmatched, foreign, matched};
pub use read::{MAX_BYTES, load, parse};
pub use v1::schema as baseline_schema;
pub use write::text as baseline_text;
