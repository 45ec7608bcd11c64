//! The decision: evidence and configuration in, verdict out.
//!
//! Pure: no IO, no clock, no environment. It imports only `finding` and `config`, so it cannot know that models exist; that is
//! what makes "data is never authority" checkable. It must never drop an issue: each one leaves with a disposition.

mod decide;
mod decision;
mod evidence;
#[cfg(test)]
mod tests;

pub use decide::decide;
pub use decision::{Completeness, Decision, Disposition, Judged, Policy, Reason, Verdict};
pub use evidence::{Evidence, Gap, Source};
