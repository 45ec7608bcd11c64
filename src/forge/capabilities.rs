//! What a forge can do, as data: limits with their sources, and which of the finer things it has.
//!
//! Nothing outside a forge's own folder asks which forge it is.

use crate::redaction::{Redacted, Redactor};

/// The name that the gate's status has on every forge. Branch protection rules name it, so it must never change.
pub const GATE_STATUS: &str = "aurumcode/gate";

/// What a forge can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capabilities {
    /// What the forge calls itself.
    pub name: &'static str,
    /// How long a comment may be.
    pub comment: Room,
    /// How many characters the one line of a status may have.
    pub status_title: usize,
    /// How many comments on lines are written in one run. More would be noise, and the forge slows down who writes many.
    pub inline: usize,
    /// How a block begins that offers other lines in place of the commented ones; nothing where there is no such thing.
    pub suggestion: Option<Suggestion>,
    /// The scopes or permissions that a token needs, for whoever has to give them.
    pub permissions: &'static str,
}

/// How a block that offers other lines says which ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Suggestion {
    /// ```` ```suggestion ````: the lines of the comment.
    OfTheComment,
    /// ```` ```suggestion:-N+0 ````: so many lines above the commented one, which is the last.
    LinesAbove,
}

impl Suggestion {
    /// The kind of the block that offers other lines in place of the first through the last.
    pub fn block(self, lines: (u32, u32)) -> String {
        match self {
            Self::OfTheComment => "suggestion".to_owned(),
            Self::LinesAbove => format!("suggestion:-{}+0", lines.1.saturating_sub(lines.0)),
        }
    }
}

/// How long a text may be. Forges count in different units, and a text has to fit by each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// In UTF-16 code units, in which JavaScript counts characters.
    pub utf16: usize,
    /// In bytes of UTF-8.
    pub bytes: usize,
}

impl Room {
    /// What `text` takes.
    pub fn of(text: &str) -> Self {
        Self { utf16: text.encode_utf16().count(), bytes: text.len() }
    }

    /// Whether `text` fits.
    pub fn holds(self, text: &str) -> bool {
        let needed = Self::of(text);
        needed.utf16 <= self.utf16 && needed.bytes <= self.bytes
    }

    /// What is left when `text` stands there already.
    #[must_use]
    pub fn without(self, text: &str) -> Self {
        let taken = Self::of(text);
        Self { utf16: self.utf16.saturating_sub(taken.utf16), bytes: self.bytes.saturating_sub(taken.bytes) }
    }
}

/// A title that has passed the filter, on one line of at most `limit` characters. The filter has nothing to learn from a cut text.
pub(super) fn one_line(title: &Redacted, limit: usize) -> Redacted {
    Redactor::new().redact(&cut(title.as_str(), limit))
}

/// `title` on one line of at most `limit` characters, cut with an ellipsis.
fn cut(title: &str, limit: usize) -> String {
    let line = title.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= limit {
        return line;
    }
    line.chars().take(limit.saturating_sub(1)).chain(['…']).take(limit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_units_count() {
        let room = Room { utf16: 4, bytes: 6 };
        let table = [("abcd", true), ("abcde", false), ("ééé", true), ("éééé", false), ("😀😀", false), ("😀", true), ("", true)];
        for (text, fits) in table {
            assert_eq!(room.holds(text), fits, "{text}");
        }
        assert_eq!(room.without("😀"), Room { utf16: 2, bytes: 2 });
        assert_eq!(room.without("abcdefgh"), Room { utf16: 0, bytes: 0 });
    }

    #[test]
    fn a_title_is_one_line_and_cut_between_characters() {
        assert_eq!(cut("a\n b", 3), "a b");
        assert_eq!(cut("ééééé", 5), "ééééé");
        assert_eq!(cut("éééééé", 5), "éééé…");
        assert_eq!(cut("abc", 0), "");
    }
}
