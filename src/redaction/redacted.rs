//! Text that has passed the filter.
//!
//! Every sink takes this type and nothing else, so that forgetting the filter is a compile error. It must never gain a public
//! constructor from foreign text, nor a way to change its text in place.

use std::fmt;

use serde::{Serialize, Serializer};

use super::harmless;

/// Text without the secrets that the filter knows. Made by [`Redactor`](super::Redactor) only, apart from our own literals.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Redacted(String);

impl Redacted {
    /// For the filter itself.
    pub(super) fn passed(text: String) -> Self {
        Self(text)
    }

    /// A literal of our own. It must be written in the source: a string leaked to `'static` would defeat the filter.
    pub fn from_static(text: &'static str) -> Self {
        Self(text.to_owned())
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text for a sink that wants to own it.
    pub fn into_string(self) -> String {
        self.0
    }

    /// Length in bytes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The lines, each still redacted.
    pub fn lines(&self) -> impl Iterator<Item = Self> + '_ {
        self.0.lines().map(|line| Self(line.to_owned()))
    }

    /// The parts one behind the other.
    ///
    /// Two halves of a secret in two parts meet only here: a text that is joined from foreign parts passes the filter again.
    pub fn concat<'a>(parts: impl IntoIterator<Item = &'a Self>) -> Self {
        Self::join(parts, "")
    }

    /// The parts with a literal of our own between them; see [`Redacted::concat`].
    pub fn join<'a>(parts: impl IntoIterator<Item = &'a Self>, separator: &'static str) -> Self {
        let mut text = String::new();
        for (index, part) in parts.into_iter().enumerate() {
            if index > 0 {
                text.push_str(separator);
            }
            text.push_str(&part.0);
        }
        Self(text)
    }

    /// The same text, safe for a terminal or a CI log: see [`harmless`].
    #[must_use]
    pub fn harmless(&self) -> Self {
        Self(harmless(&self.0).into_owned())
    }
}

impl fmt::Display for Redacted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for Redacted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl AsRef<str> for Redacted {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

/// Wire structs may hold redacted text; the document as a whole passes the filter again when it is written.
impl Serialize for Redacted {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_joined_in_order() {
        let parts = [Redacted::from_static("a"), Redacted::from_static(""), Redacted::from_static("b")];
        assert_eq!(Redacted::join(&parts, ", ").as_str(), "a, , b");
        assert_eq!(Redacted::concat(&parts).as_str(), "ab");
        assert_eq!(Redacted::concat(&[]), Redacted::default());
    }

    #[test]
    fn it_is_shown_as_text() {
        let text = Redacted::from_static("one\ntwo");
        assert_eq!(format!("{text}"), "one\ntwo");
        assert_eq!(format!("{text:?}"), "\"one\\ntwo\"");
        assert_eq!(format!("{:>4}", Redacted::from_static("ab")), "  ab");
        assert_eq!(text.lines().map(Redacted::into_string).collect::<Vec<_>>(), ["one", "two"]);
    }
}
