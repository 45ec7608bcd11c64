//! Why a baseline, or a file of another tool, cannot be used.

use crate::finding::{Code, Diagnostic, Excerpt};

use super::FILE;

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BaselineError {
    /// The file cannot be read, or is no regular file.
    #[error("cannot read `{FILE}`: {0}")]
    Unreadable(String),
    /// The file is no baseline.
    #[error("{message}")]
    Invalid {
        /// What is wrong with it.
        message: String,
        /// Where.
        excerpt: Option<Box<Excerpt>>,
    },
    /// A file of another tool is not in the format that it should be in. The reason quotes nothing of it.
    #[error("it cannot be imported: {0}")]
    Foreign(String),
}

impl BaselineError {
    /// The problem with its remedy, for the renderer.
    pub fn diagnostic(&self) -> Diagnostic {
        match self {
            Self::Unreadable(_) => Diagnostic::new(Code::BASELINE_UNREADABLE, self.to_string())
                .help("make it a regular file that this user may read"),
            Self::Invalid { excerpt, .. } => {
                let problem = Diagnostic::new(Code::BASELINE_INVALID, self.to_string()).help(
                    "`aurumcode schema baseline` prints its shape; take the file from the last commit where it was right, or write it anew",
                );
                match excerpt {
                    Some(excerpt) => problem.at((**excerpt).clone()),
                    None => problem,
                }
            }
            Self::Foreign(_) => Diagnostic::new(Code::BASELINE_IMPORT, self.to_string())
                .help("name the format with `--from`, and give the file as that tool wrote it"),
        }
    }
}
