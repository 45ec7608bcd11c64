//! SARIF 2.1.0, shaped so that GitHub's code scanning takes it.
//!
//! One run per engine, because code scanning closes the alerts of a category (`automationDetails.id`) when a later run of that
//! category does not repeat them: an engine that ran clean must appear with no result, and an engine that was not asked must not
//! appear at all. What code scanning would refuse (too many runs, results, tags, bytes) is cut here, the least important first,
//! and counted in a notification. It must never hide an issue without that count, and holds no source text and no time.

mod wire;

mod plan;

mod limits;

mod result;
mod rule;
mod text;
mod uri;

mod notification;

mod document;

pub use document::sarif;
