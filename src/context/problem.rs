//! A file that was to inform the model and does not.

use crate::config::Section;
use crate::finding::RepoPath;

/// Such a file, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Whose it is.
    pub layer: Section,
    /// The file.
    pub path: RepoPath,
    /// What is wrong, in one sentence.
    pub message: String,
    /// Whether it is no mistake: it gives way to the policy's, or is switched off.
    pub gives_way: bool,
    /// Whether the configuration is refused for it: the policy's own, and what is listed as required. Anything else is a notice.
    pub refused: bool,
}

impl Problem {
    /// A mistake; one of the policy's is refused.
    pub(super) fn of(layer: Section, path: &RepoPath, message: String) -> Self {
        Self { layer, path: path.clone(), message, gives_way: false, refused: layer == Section::Policy }
    }
}
