//! Where a file could not be parsed, and when that makes it a file that was not reviewed.
//!
//! A tree-sitter grammar recovers from what it does not know and goes on behind it. So a construct that is newer than the
//! grammar, far from the change, must not make every change to the file inconclusive; but what the change itself adds must have
//! been understood.

use crate::change::Change;
use crate::finding::RepoPath;

/// Lines that the grammar did not understand, both included, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Misread {
    /// The first line.
    pub(super) first: u32,
    /// The last line.
    pub(super) last: u32,
}

/// The first misread place that counts: with `added_only`, one that meets a line which the change adds; else any.
pub(super) fn that_counts(misread: &[Misread], added_only: bool, change: &Change, path: &RepoPath) -> Option<Misread> {
    misread.iter().copied().find(|lines| !added_only || change.adds_any(path, lines.first, lines.last))
}
