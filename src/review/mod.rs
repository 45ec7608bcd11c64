//! The pipeline of a review, as types: collected, scanned (and a model asked, where one is configured), decided.
//!
//! Each step consumes the one before it, so nothing can be decided before it was scanned, and nothing can be reported before it
//! was decided. No engine is named here.

mod accepted;
mod asking;
mod comments;
mod excepted;
mod looking;
mod pipeline;

pub use asking::{
    AnswerKey, Asked, Asking, BatchLimits, Dropped, Knowledge, Prompted, Proposed, Refuted, Remark, Unavailable, Verification,
    missing,
};
pub use pipeline::{Collected, Decided, Host, Scanned};
