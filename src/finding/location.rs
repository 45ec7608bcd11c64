//! Where a finding lies: file, lines, columns, and which side of the diff.

use std::num::NonZeroU32;

use super::RepoPath;

/// The side of the diff that a line number counts on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Side {
    /// The old side: a removed line.
    Left,
    /// The new side: the reviewed content. Every scanner reports here.
    #[default]
    Right,
}

/// A place in the reviewed content. Lines and columns count from 1; columns count Unicode scalar values, the end column is
/// exclusive. A finding about a whole file has no line.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// The file.
    pub path: RepoPath,
    /// The first line, or nothing when the whole file is meant.
    pub line: Option<NonZeroU32>,
    /// The last line, when the finding spans several.
    pub end_line: Option<NonZeroU32>,
    /// The first column on `line`.
    pub column: Option<NonZeroU32>,
    /// The column behind the last one, on `end_line` (or `line`).
    pub end_column: Option<NonZeroU32>,
    /// The side of the diff.
    pub side: Side,
}

impl Location {
    /// The whole file.
    pub fn file(path: RepoPath) -> Self {
        Self { path, line: None, end_line: None, column: None, end_column: None, side: Side::Right }
    }

    /// One line of the new side. A line of 0, which some scanners give for "unknown", means the whole file.
    pub fn line(path: RepoPath, line: u32) -> Self {
        Self { line: NonZeroU32::new(line), ..Self::file(path) }
    }

    /// The same place, with columns on its line (both from 1, the end exclusive).
    #[must_use]
    pub fn columns(mut self, start: u32, end: u32) -> Self {
        self.column = NonZeroU32::new(start);
        self.end_column = NonZeroU32::new(end);
        self
    }

    /// The same place, up to and including `end`.
    #[must_use]
    pub fn through(mut self, end: u32) -> Self {
        self.end_line = NonZeroU32::new(end).filter(|end| Some(*end) != self.line);
        self
    }

    /// First and last line, both included; nothing when the whole file is meant.
    pub fn lines(&self) -> Option<(u32, u32)> {
        let first = self.line?.get();
        Some((first, self.end_line.map_or(first, |end| end.get().max(first))))
    }
}
