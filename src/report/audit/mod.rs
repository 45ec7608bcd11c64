//! The audit: what was reviewed, by which settings, what was found and what the gate said, as a versioned document.
//!
//! It holds the gate's whole input beside its output, so that anyone can decide again (`aurumcode verify`). Two audits of one
//! review differ in `duration_ms` alone. It must never drop an issue, whatever became of it.

mod v1;

mod configuration;
mod context;
mod notice;
mod suppression;
mod words;

mod asked;
mod build;
mod deliberation;

mod lookup;
mod rebuild;
mod verify;

pub use build::{audit, audit_schema};
pub use lookup::{Recorded, recorded};
pub use verify::{AUDIT_LIMIT, Verification, VerifyError, verify};
