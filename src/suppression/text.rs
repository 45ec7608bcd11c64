//! The lines of a file: split at LF, without the CR of a CRLF and without a byte order mark.

use std::borrow::Cow;

use bstr::ByteSlice;

/// A file's lines.
pub(super) struct Text<'a>(Vec<&'a [u8]>);

impl<'a> Text<'a> {
    pub(super) fn of(content: &'a [u8]) -> Self {
        let content = content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content);
        Self(content.split(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line)).collect())
    }

    /// The line at an index from 0. What is not UTF-8 in it is replaced; it lies in no comment of ours.
    pub(super) fn line(&self, index: usize) -> Option<Cow<'a, str>> {
        self.0.get(index).map(|line| line.to_str_lossy())
    }

    /// The bytes of all lines, in order.
    pub(super) fn lines(&self) -> impl Iterator<Item = &'a [u8]> + '_ {
        self.0.iter().copied()
    }

    /// How many lines there are. Behind the last line end stands no line.
    pub(super) fn len(&self) -> usize {
        if self.0.last().is_some_and(|last| last.is_empty()) { self.0.len() - 1 } else { self.0.len() }
    }
}
