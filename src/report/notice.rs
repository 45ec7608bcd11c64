//! What there is to say about whose settings a review was made by, and by what it was not informed.
//!
//! A notice decides nothing and is never a finding: it keeps a reader from believing that other settings had judged than did.

use crate::config::Override;
use crate::finding::RepoPath;

/// One notice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// The working copy judged, and these of its files differ from those of the base, which decides in CI.
    WorkingCopyDiffers {
        /// The files, by path.
        files: Vec<RepoPath>,
    },
    /// The base judged, and the change edits these files, whose edits count only after it is merged.
    EditsItsGate {
        /// The files, by path.
        files: Vec<RepoPath>,
    },
    /// The base has no configuration, so the defaults judged; the change brings one, which counts only after it is merged.
    NewConfiguration {
        /// The new file.
        file: RepoPath,
    },
    /// A setting of one layer does not count, since the other layer's does.
    Overridden(Override),
    /// A source of context informs nobody.
    Uninformed {
        /// The source: a file with its layer, or what the source is called.
        source: String,
        /// Why, in one sentence.
        why: String,
    },
}

impl Notice {
    /// The word that the audit uses.
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::WorkingCopyDiffers { .. } => "working-copy-differs",
            Self::EditsItsGate { .. } => "edits-its-gate",
            Self::NewConfiguration { .. } => "new-configuration",
            Self::Overridden(_) => "overridden",
            Self::Uninformed { .. } => "uninformed",
        }
    }

    /// The files that it is about.
    pub fn files(&self) -> &[RepoPath] {
        match self {
            Self::WorkingCopyDiffers { files } | Self::EditsItsGate { files } => files,
            Self::NewConfiguration { file } => std::slice::from_ref(file),
            Self::Overridden(_) | Self::Uninformed { .. } => &[],
        }
    }

    /// The same, to change their spelling.
    pub(super) fn files_mut(&mut self) -> &mut [RepoPath] {
        match self {
            Self::WorkingCopyDiffers { files } | Self::EditsItsGate { files } => files,
            Self::NewConfiguration { file } => std::slice::from_mut(file),
            Self::Overridden(_) | Self::Uninformed { .. } => &mut [],
        }
    }
}
