//! The decision: evidence and configuration in, verdict out.
//!
//! Pure: no IO, no clock, no environment. It imports only `finding` and `config`, so it cannot know that models exist; that is
//! what makes "data is never authority" checkable. It must never drop an issue: each one leaves with a disposition.

mod baseline;
mod comment;
mod decide;
mod decision;
mod evidence;
mod exception;
mod own;
#[cfg(test)]
mod tests;

pub use baseline::{Accepted, Baseline};
pub use comment::{Cited, Comment};
pub use decide::decide;
pub use decision::{Completeness, Decision, Disposition, Judged, Own, Policy, Reason, Verdict};
pub use evidence::{Evidence, Gap, Source};
pub use exception::Exception;
