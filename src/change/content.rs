//! What reading one path of the reviewed content gives.
//!
//! A file that was not read is an answer of its own, so that whoever asked can say that it was not looked at.

use std::borrow::Cow;
use std::fmt;

/// The content of a path, or why there is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content<'a> {
    /// All bytes of a file, or of a symbolic link the name of its target.
    Bytes(Cow<'a, [u8]>),
    /// The file is larger than the caller allowed, and was not read.
    TooLarge {
        /// How many bytes it holds.
        size: u64,
    },
    /// The file could not be read.
    Unreadable {
        /// Why.
        why: String,
    },
    /// The commit of another repository, which is never opened.
    Submodule,
    /// There is no such file: it is not part of the content, or a working file was removed in the meantime.
    Missing,
}

impl Content<'_> {
    /// The bytes, where there are any.
    pub fn bytes(&self) -> Option<&[u8]> {
        match self {
            Self::Bytes(bytes) => Some(bytes),
            Self::TooLarge { .. } | Self::Unreadable { .. } | Self::Submodule | Self::Missing => None,
        }
    }

    /// The same, independent of where it was read from.
    pub fn into_owned(self) -> Content<'static> {
        match self {
            Self::Bytes(bytes) => Content::Bytes(Cow::Owned(bytes.into_owned())),
            Self::TooLarge { size } => Content::TooLarge { size },
            Self::Unreadable { why } => Content::Unreadable { why },
            Self::Submodule => Content::Submodule,
            Self::Missing => Content::Missing,
        }
    }
}

/// Why there is nothing to look at, in a few words.
impl fmt::Display for Content<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bytes(bytes) => write!(f, "{} bytes", bytes.len()),
            Self::TooLarge { size } => write!(f, "too large: {size} bytes"),
            Self::Unreadable { why } => write!(f, "unreadable: {why}"),
            Self::Submodule => f.write_str("a submodule"),
            Self::Missing => f.write_str("it is no longer there"),
        }
    }
}

/// Whether content is binary by git's own rule: a NUL byte among the first 8000.
pub fn is_binary(bytes: &[u8]) -> bool {
    bytes.iter().take(8000).any(|byte| *byte == 0)
}
