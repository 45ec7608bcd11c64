//! An outcome in its dresses: terminal, Markdown, JSON, SARIF, audit, annotations, code quality; and how an error looks.
//!
//! Every dress is made from one model, so they cannot disagree. A dress is text for the redaction filter, never for a sink: what
//! leaves is decided by `cli`, which writes only `Redacted`.

mod model;

pub use model::{EngineRun, Model, Row, Subject, SubjectKind};
