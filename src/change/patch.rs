//! Reads git's patch text for one thing only: which line numbers were added and which were removed.
//!
//! The body of a hunk is passed over by counting its lines, so that a line that looks like a header is none. Names are not
//! read here: a file is known by its place in the order, and its `index` line proves that the place is right.

use bstr::ByteSlice;

use super::raw::Malformed;
use super::{LineRanges, Oid};

/// What the patch says about one pair of files.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Section {
    /// The ids of the old and the new content; nothing where the content is the same.
    pub(super) index: Option<(Option<Oid>, Option<Oid>)>,
    /// Whether git only says that the contents differ.
    pub(super) opaque: bool,
    pub(super) added: LineRanges,
    pub(super) removed: LineRanges,
}

/// The sections of a patch, in its order. After an error there is nothing more to read.
pub(super) struct Sections<'a> {
    rest: &'a [u8],
}

/// Reads a patch that `git diff-tree -p --full-index` or its relatives printed, with any number of context lines.
pub(super) fn sections(patch: &[u8]) -> Sections<'_> {
    Sections { rest: patch }
}

impl Iterator for Sections<'_> {
    type Item = Result<Section, Malformed>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let section = self.section();
        if section.is_err() {
            self.rest = b"";
        }
        Some(section)
    }
}

impl<'a> Sections<'a> {
    fn section(&mut self) -> Result<Section, Malformed> {
        let mut section = Section::default();
        if !self.line()?.starts_with(b"diff --git ") {
            return Err(Malformed("a patch that does not start with its header"));
        }
        while !self.rest.is_empty() && !self.rest.starts_with(b"diff --git ") {
            let line = self.line()?;
            if let Some(header) = line.strip_prefix(b"@@ -") {
                self.hunk(header, &mut section)?;
            } else if let Some(index) = line.strip_prefix(b"index ") {
                section.index = Some(parse_index(index).ok_or(Malformed("an index line without two ids"))?);
            } else if line.starts_with(b"Binary files ") {
                section.opaque = true;
            }
        }
        Ok(section)
    }

    /// Reads the lines of a hunk after its header `-a[,b] +c[,d] @@`.
    fn hunk(&mut self, header: &[u8], section: &mut Section) -> Result<(), Malformed> {
        let (mut old, mut new) = parse_header(header).ok_or(Malformed("a hunk header without its four numbers"))?;
        while old.count > 0 || new.count > 0 {
            let line = self.line()?;
            match line.first() {
                Some(b'-') if old.count > 0 => old.take(Some(&mut section.removed))?,
                Some(b'+') if new.count > 0 => new.take(Some(&mut section.added))?,
                // An empty context line loses its blank under diff.suppressBlankEmpty.
                Some(b' ') | None if old.count > 0 && new.count > 0 => {
                    old.take(None)?;
                    new.take(None)?;
                }
                Some(b'\\') => {}
                _ => return Err(Malformed("a line that its hunk does not announce")),
            }
        }
        while self.rest.starts_with(b"\\") {
            self.line()?;
        }
        Ok(())
    }

    fn line(&mut self) -> Result<&'a [u8], Malformed> {
        let (line, rest) = self.rest.split_once_str("\n").ok_or(Malformed("a patch that breaks off"))?;
        self.rest = rest;
        Ok(line)
    }
}

/// What is left of one side of a hunk.
struct SideOfHunk {
    line: u32,
    count: u32,
}

impl SideOfHunk {
    /// Passes one line, which belongs to `changed` when it is not context.
    fn take(&mut self, changed: Option<&mut LineRanges>) -> Result<(), Malformed> {
        if let Some(ranges) = changed {
            ranges.push(self.line, 1).ok_or(Malformed("hunks that are not in order"))?;
        }
        self.count -= 1;
        self.line = self.line.checked_add(1).ok_or(Malformed("a line number that is too large"))?;
        Ok(())
    }
}

fn parse_header(header: &[u8]) -> Option<(SideOfHunk, SideOfHunk)> {
    let (old, rest) = header.split_once_str(" +")?;
    let (new, _) = rest.split_once_str(" @@")?;
    Some((parse_side(old)?, parse_side(new)?))
}

fn parse_side(text: &[u8]) -> Option<SideOfHunk> {
    let (line, count) = text.split_once_str(",").unwrap_or((text, b"1"));
    Some(SideOfHunk { line: parse_number(line)?, count: parse_number(count)? })
}

fn parse_number(text: &[u8]) -> Option<u32> {
    text.iter().all(u8::is_ascii_digit).then(|| text.to_str().ok()?.parse().ok())?
}

fn parse_index(text: &[u8]) -> Option<(Option<Oid>, Option<Oid>)> {
    let (old, rest) = text.split_once_str("..")?;
    let new = rest.split_str(" ").next()?;
    Some((Oid::parse_or_null(old)?, Oid::parse_or_null(new)?))
}

#[cfg(test)]
mod tests;
