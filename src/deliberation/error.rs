//! Why a tool has no result.

use crate::change::ChangeError;

/// Why a tool has no result. The model is told the text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ToolError {
    /// It must not or cannot give what was asked for.
    #[error("{0}")]
    Refused(String),
    /// It failed.
    #[error("{0}")]
    Failed(String),
}

impl From<ChangeError> for ToolError {
    fn from(error: ChangeError) -> Self {
        Self::Failed(error.to_string())
    }
}

/// The arguments passed the schema and are still not of the tool's type, which says the same.
impl From<serde_json::Error> for ToolError {
    fn from(error: serde_json::Error) -> Self {
        Self::Refused(error.to_string())
    }
}
