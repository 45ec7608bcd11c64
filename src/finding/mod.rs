//! The shared vocabulary: what a finding is, where it lies, how bad it is and who says so.
//!
//! Every room speaks in these types, so that a severity or a path means the same in an engine, in the gate and in a report.
//! This room imports no other room and does no IO.

mod code;
mod codes;
mod day;
mod diagnostic;
mod example;
mod fingerprint;
mod fix;
mod issue;
mod location;
mod origin;
mod own;
mod path;
mod rule;
mod severity;
mod suppression;

pub use code::{Code, CodeEntry};
pub use codes::CODES;
pub use day::{Day, NoDay};
pub use diagnostic::{Diagnostic, Excerpt};
pub use example::{EXAMPLES, Example};
pub use fingerprint::Fingerprint;
pub use fix::Fix;
pub use issue::{Finding, Issue, LeftOut, LeftOutWhy, RuleInfo, Snippet, Standing, Unreviewed};
pub use location::{Location, Side};
pub use origin::Origin;
pub use own::{GATE, OwnRule};
pub use path::{RepoPath, is_invisible};
pub use rule::RuleId;
pub use severity::{Severity, UnknownSeverity};
pub use suppression::{SuppressedBy, Suppression};
