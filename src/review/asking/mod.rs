//! The model's part of a review: what it is told, what it may ask for, and what becomes of its answer.
//!
//! It decides nothing. What an answer adds is listed beside the engines' findings; the gate is never shown it. Only that something was
//! asked for and is missing can keep a review from being complete.

mod asked;
mod deferred;
mod prompt;
mod template;

mod admission;
mod catalogue;
mod extract;
mod reply;

mod ask;

pub use ask::{Asking, Knowledge};
pub use asked::{Asked, Dropped, Proposed, Remark, Unavailable, missing};

pub(super) use ask::{Asker, settle};
pub(super) use deferred::DeferredScan;
