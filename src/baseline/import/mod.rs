//! What other tools accepted: read in their formats, and matched with what is found today.
//!
//! An entry of another tool accepts nothing by itself. It must be found again, at its place or with its code, and by an engine of this
//! program; what cannot be is told, so that nobody takes it for accepted.

mod format;
mod matching;

pub use format::{Foreign, Format, foreign};
pub use matching::{Candidate, Imported, Unmatched, matched};
