//! Lines and columns of byte offsets, in one pass over the text.
//!
//! Lines end at LF; a column counts characters from 1, and a maximal invalid part as one character, as a lossy decoding shows
//! it. Offsets are asked for in ascending order, so that many hits on one long line cost one pass together, not one each.

use bstr::ByteSlice;

/// A place in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Position {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

/// Walks over a text once.
pub(super) struct Cursor<'t> {
    text: &'t [u8],
    offset: usize,
    position: Position,
}

impl<'t> Cursor<'t> {
    /// Starts at the first character.
    pub(super) fn new(text: &'t [u8]) -> Self {
        Self { text, offset: 0, position: Position { line: 1, column: 1 } }
    }

    /// The place of `offset`, which must not lie before the last one asked for. An offset inside a character has the place
    /// behind that character.
    pub(super) fn at(&mut self, offset: usize) -> Position {
        let target = offset.min(self.text.len());
        if let Some(part) = self.text.get(self.offset..target) {
            let lines = part.find_iter(b"\n").count();
            if lines > 0 {
                self.position.line = self.position.line.saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
                self.position.column = 1;
                self.offset += part.rfind_byte(b'\n').map_or(0, |index| index + 1);
            }
            let mut columns = 0usize;
            let rest = &self.text[self.offset..];
            let ahead = target - self.offset;
            if rest[..ahead].is_ascii() {
                columns = ahead;
                self.offset = target;
            } else {
                for (start, end, _) in rest.char_indices() {
                    if start >= ahead {
                        break;
                    }
                    columns += 1;
                    self.offset = target - ahead + end;
                }
            }
            self.position.column = self.position.column.saturating_add(u32::try_from(columns).unwrap_or(u32::MAX));
        }
        self.position
    }
}
