//! A path inside the reviewed repository, byte for byte as git stores it.
//!
//! Git paths are bytes, not text. They stay bytes from the diff to the report, and become text in one place and one way,
//! so that a hostile name can neither be lost nor break out of the line that shows it.

use std::ffi::OsStr;
use std::fmt;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use bstr::{BStr, BString, ByteSlice};

/// A slash-separated path relative to the repository's root.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RepoPath(BString);

impl RepoPath {
    /// Takes the bytes as git gives them.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Self {
        Self(BString::from(bytes.into()))
    }

    /// The raw bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The path as text, when it is UTF-8.
    pub fn as_str(&self) -> Option<&str> {
        self.0.to_str().ok()
    }

    /// The path for file-system calls, relative to the repository's root.
    pub fn as_path(&self) -> &Path {
        Path::new(OsStr::from_bytes(&self.0))
    }

    /// The last segment's bytes.
    pub fn file_name(&self) -> &BStr {
        self.0.rsplit_str("/").next().unwrap_or_default().as_bstr()
    }

    /// The extension of the last segment, without the dot, when there is one.
    pub fn extension(&self) -> Option<&BStr> {
        let name: &[u8] = self.file_name();
        let dot = name.rfind_byte(b'.')?;
        (dot > 0).then(|| name[dot + 1..].as_bstr())
    }
}

/// Text that is safe on one line and loses nothing: control characters and bidirectional marks as `\u{..}`, bytes that are
/// not UTF-8 as `\xNN`, a backslash as `\\`. Every other character stands as it is.
impl fmt::Display for RepoPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for chunk in self.0.utf8_chunks() {
            for character in chunk.valid().chars() {
                match character {
                    '\\' => f.write_str("\\\\")?,
                    c if c.is_control() || is_invisible(c) => write!(f, "\\u{{{:x}}}", c as u32)?,
                    c => write!(f, "{c}")?,
                }
            }
            for byte in chunk.invalid() {
                write!(f, "\\x{byte:02x}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for RepoPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RepoPath({self})")
    }
}

impl From<&str> for RepoPath {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

/// Characters that show nothing or change how others are shown: soft hyphen, zero-width and bidirectional marks (UAX #9), line and
/// paragraph separators, fillers, annotations, tags and the variation selectors beyond the two that emoji use.
pub fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180e}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0d}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn display_is_lossless_and_one_line() {
        let table: [(&[u8], &str); 6] = [
            (b"src/a.rs", "src/a.rs"),
            ("café.md".as_bytes(), "café.md"),
            (b"a\nb\tc", "a\\u{a}b\\u{9}c"),
            (b"bad\xff.txt", "bad\\xff.txt"),
            (b"back\\slash", "back\\\\slash"),
            ("x\u{202e}y\u{e0041}".as_bytes(), "x\\u{202e}y\\u{e0041}"),
        ];
        for (bytes, shown) in table {
            assert_eq!(RepoPath::new(bytes).to_string(), shown);
        }
    }

    #[test]
    fn name_and_extension() {
        let path = RepoPath::from("a/b/.env.local");
        assert_eq!(path.file_name(), ".env.local");
        assert_eq!(path.extension(), Some("local".into()));
        assert_eq!(RepoPath::from(".env").extension(), None);
    }
}
