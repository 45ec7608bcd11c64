//! A command that could not do its work: what to tell, and how to end.

use crate::change::ChangeError;
use crate::finding::{CODES, Code, Diagnostic};

use super::ExitStatus;

/// Why a command ends without a result.
pub(super) struct Refusal {
    pub(super) status: ExitStatus,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl Refusal {
    /// A refusal by its diagnostics; the first one's code decides the exit status.
    pub(super) fn of(diagnostics: Vec<Diagnostic>) -> Self {
        let status = diagnostics.first().map_or(ExitStatus::Failure, |first| status_of(first.code));
        Self { status, diagnostics }
    }
}

impl From<Diagnostic> for Refusal {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::of(vec![diagnostic])
    }
}

impl From<ChangeError> for Refusal {
    fn from(error: ChangeError) -> Self {
        error.diagnostic().into()
    }
}

fn status_of(code: Code) -> ExitStatus {
    CODES.iter().find(|entry| entry.code == code).map_or(ExitStatus::Failure, |entry| ExitStatus::of_error(entry.exit))
}
