//! Names of objects and the reviewed range.
//!
//! An object id is kept as bytes, so that "is it the same content" is one comparison and nothing that is not an id can be
//! handed to git in its place.

use std::fmt;

/// The id of a git object: 40 hexadecimal digits (SHA-1 repository) or 64 (SHA-256 repository).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Oid {
    bytes: [u8; 32],
    length: u8,
}

impl Oid {
    /// Reads 40 or 64 hexadecimal digits, in either case; nothing for any other text.
    pub fn parse(text: impl AsRef<[u8]>) -> Option<Self> {
        let digits = text.as_ref();
        if !matches!(digits.len(), 40 | 64) {
            return None;
        }
        let mut oid = Self { bytes: [0; 32], length: 0 };
        for (byte, pair) in oid.bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = (digit(pair[0])? << 4) | digit(pair[1])?;
            oid.length += 1;
        }
        Some(oid)
    }

    /// Reads an id as git prints it where there may be no object: all zeros mean nothing.
    pub(super) fn parse_or_null(text: &[u8]) -> Option<Option<Self>> {
        let oid = Self::parse(text)?;
        Some(oid.bytes.iter().any(|byte| *byte != 0).then_some(oid))
    }

    /// The first 12 digits, for people.
    pub fn short(&self) -> String {
        let mut text = self.to_string();
        text.truncate(12);
        text
    }
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

/// All digits, in lower case.
impl fmt::Display for Oid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.bytes.iter().take(usize::from(self.length)).try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Oid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Oid({self})")
    }
}

/// The two commits that bound the reviewed history: `base` is not part of it, `head` is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Range {
    /// The commit that the change is compared with. Nothing when everything counts as added.
    pub base: Option<Oid>,
    /// The last reviewed commit. Nothing when the index or the working files are reviewed.
    pub head: Option<Oid>,
}

impl Range {
    /// Whether an end is missing. Who needs a range of commits treats an empty one as a failure, never as "everything".
    pub fn is_empty(&self) -> bool {
        self.base.is_none() || self.head.is_none()
    }
}

/// Which hash names a repository's objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ObjectFormat {
    /// 40 hexadecimal digits.
    Sha1,
    /// 64 hexadecimal digits.
    Sha256,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_full_ids_are_ids() {
        let sha1 = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
        let sha256 = "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321";
        for text in [sha1, sha256] {
            assert_eq!(Oid::parse(text).map(|oid| oid.to_string()).as_deref(), Some(text));
            assert_eq!(Oid::parse(text.to_uppercase()), Oid::parse(text));
        }
        for text in ["", "4b825dc", &sha1[1..], &format!("{sha1}0"), "HEAD", &"g".repeat(40), &"é".repeat(20), &"+1".repeat(20)]
        {
            assert_eq!(Oid::parse(text), None, "{text}");
        }
        assert_eq!(Oid::parse_or_null(&[b'0'; 40]), Some(None));
        assert_eq!(Oid::parse(sha1).map(|oid| oid.short()).as_deref(), Some("4b825dc642cb"));
    }

    #[test]
    fn a_range_needs_both_ends() {
        let oid = Oid::parse([b'a'; 40]);
        assert!(!Range { base: oid, head: oid }.is_empty());
        for range in [Range::default(), Range { base: oid, head: None }, Range { base: None, head: oid }] {
            assert!(range.is_empty());
        }
    }
}
