//! An outcome in its dresses: terminal, Markdown, HTML, JSON, SARIF, audit, annotations, code quality; and how an error looks.
//!
//! Every dress is made from one model, so they cannot disagree. A dress is text for the redaction filter, never for a sink: what
//! leaves is decided by `cli`, which writes only `Redacted`.

mod model;
mod notice;
mod redact;

mod text;

mod foreign;
mod frame;
mod gap;
mod summary;

mod asked;
mod html;
mod manual;
mod markdown;

mod terminal;

mod diagnostic;
mod doctor;
mod error_codes;
mod explain;
mod progress;

mod json;

mod sarif;

mod audit;

mod github;
mod gitlab;

pub use audit::{AUDIT_LIMIT, Recorded, Verification, VerifyError, audit, audit_schema, recorded, verify};
pub use diagnostic::diagnostic;
pub use doctor::{Area, Check, CheckStatus, Checkup, ProgramFacts, checkup, checkup_json};
pub use error_codes::error_codes_page;
pub use explain::{Explanation, Place, RecordedFinding, RuleExplanation, explanation, explanation_json};
pub use github::github;
pub use gitlab::gitlab;
pub use html::html;
pub use manual::manual;
pub use markdown::{CommentPage, Link, Size, comment, finding_comment, gone, markdown};
pub use model::{EngineRun, Model, Row, Subject, SubjectKind};
pub use notice::Notice;
pub use progress::{Progress, ProgressMode};
pub use sarif::sarif;
pub use summary::{status_line, subject};
pub use terminal::{Style, Verbosity, terminal};
pub use text::{DoctorText, ExplainText, HtmlText, InitText, ReasonKind, Text};
