//! A file's text together with its name, and from a byte in it to a line and a column.
//!
//! Exists because the TOML reader answers in byte offsets and people in lines and columns.

use super::refusal::Refusal;

/// The text of one file that refusals point into.
#[derive(Debug, Clone, Copy)]
pub(super) struct Source<'a> {
    /// The name, relative to the root.
    pub(super) file: &'a str,
    /// The whole text.
    pub(super) text: &'a str,
}

impl Source<'_> {
    /// A refusal at the byte `offset`; an offset beyond the end counts as the end.
    pub(super) fn refuse(&self, offset: usize, message: impl Into<String>, help: impl Into<String>) -> Refusal {
        let (line, column) = self.place(offset);
        Refusal { file: self.file.to_owned(), line, column, message: message.into(), help: help.into() }
    }

    /// Line and column of the byte `offset`, both from 1, the column in characters.
    pub(super) fn place(&self, offset: usize) -> (usize, usize) {
        let before = &self.text[..self.text.floor_char_boundary(offset)];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }
}
