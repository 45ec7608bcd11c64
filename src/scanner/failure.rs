//! The one inconclusive rule: how a run that gave no answer is named.

use std::fmt;

use crate::process::ProcessError;

use super::Report;

/// Why an engine has no answer.
#[derive(Debug, thiserror::Error)]
pub enum ScanError {
    /// What it needs is not there.
    #[error("{0}")]
    Unavailable(String),
    /// It answered with something that is not its format.
    #[error("{0}")]
    InvalidOutput(String),
    /// It did not look at everything, and says why. The same as a report that is not complete, with a reason.
    #[error("{0}")]
    Incomplete(String),
    /// Anything else.
    #[error("{0}")]
    Execution(String),
}

impl From<ProcessError> for ScanError {
    fn from(error: ProcessError) -> Self {
        match error {
            ProcessError::NotFound { .. } => Self::Unavailable(error.to_string()),
            ProcessError::Relative { .. }
            | ProcessError::NotExecutable { .. }
            | ProcessError::BadInterpreter { .. }
            | ProcessError::Directory { .. }
            | ProcessError::Start { .. }
            | ProcessError::TimedOut { .. }
            | ProcessError::Io { .. } => Self::Execution(error.to_string()),
        }
    }
}

/// How a run failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Kind {
    Unavailable,
    InvalidOutput,
    ExecutionError,
    Incomplete,
}

/// The reason token of a run without an answer: `<category>_unavailable`, `_invalid_output`, `_execution_error`, `_incomplete`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FailureReason {
    category: &'static str,
    kind: Kind,
}

impl FailureReason {
    /// The rule: nothing when the report is an answer, else why it is none.
    pub fn of(category: &'static str, result: &Result<Report, ScanError>) -> Option<Self> {
        let kind = match result {
            Ok(report) if report.complete => return None,
            Ok(_) | Err(ScanError::Incomplete(_)) => Kind::Incomplete,
            Err(ScanError::Unavailable(_)) => Kind::Unavailable,
            Err(ScanError::InvalidOutput(_)) => Kind::InvalidOutput,
            Err(ScanError::Execution(_)) => Kind::ExecutionError,
        };
        Some(Self { category, kind })
    }
}

impl fmt::Display for FailureReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let suffix = match self.kind {
            Kind::Unavailable => "unavailable",
            Kind::InvalidOutput => "invalid_output",
            Kind::ExecutionError => "execution_error",
            Kind::Incomplete => "incomplete",
        };
        write!(f, "{}_{suffix}", self.category)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_complete_report_is_an_answer() {
        let report = |complete| Ok(Report { complete, ..Report::default() });
        let table = [
            (report(true), None),
            (report(false), Some("sast_incomplete")),
            (Err(ScanError::Unavailable("x".into())), Some("sast_unavailable")),
            (Err(ScanError::InvalidOutput("x".into())), Some("sast_invalid_output")),
            (Err(ScanError::Incomplete("x".into())), Some("sast_incomplete")),
            (Err(ScanError::Execution("x".into())), Some("sast_execution_error")),
            (Err(ProcessError::NotFound { program: "x".into() }.into()), Some("sast_unavailable")),
            (
                Err(ProcessError::TimedOut { program: "x".into(), after: std::time::Duration::ZERO }.into()),
                Some("sast_execution_error"),
            ),
        ];
        for (result, token) in table {
            assert_eq!(FailureReason::of("sast", &result).map(|reason| reason.to_string()).as_deref(), token);
        }
    }
}
