//! The model's part of a review: what it is told, what it may ask for, and what becomes of its answer.
//!
//! It decides nothing. What an answer adds is listed beside the engines' findings; the gate is never shown it. Only that something was
//! asked for and is missing can keep a review from being complete.

mod asked;
mod identity;

mod batches;
mod cut;
mod deferred;
mod prompt;
mod template;

mod admission;
mod catalogue;
mod extract;
mod reply;
mod second_look;
mod talk;

mod ask;

pub use ask::{Asking, Knowledge};
pub use asked::{Asked, Dropped, Prompted, Proposed, Refuted, Remark, Unavailable, Verification, missing};
pub use batches::BatchLimits;
pub use identity::AnswerKey;

pub(super) use ask::{Asker, settle};
pub(super) use deferred::DeferredScan;
