//! The identity of a finding across edits: ours, never the engine's.
//!
//! Baselines, suppressions and comments find a known finding again by this value, so it depends only on the rule and on the
//! flagged code: not on the path, the line number, the indentation or the neighbouring lines.

use std::fmt;

use sha2::{Digest, Sha256};

use super::RuleId;

/// The first 128 bits of a SHA-256 over the rule and the flagged lines with their white space folded, in hexadecimal.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(String);

impl Fingerprint {
    /// The identity of a finding of `rule` on the source lines `code`.
    ///
    /// For a finding without lines, `code` is its message: there is nothing else that survives a move.
    pub fn of(rule: &RuleId, code: &[u8]) -> Self {
        let mut hash = Sha256::new();
        hash.update(rule.as_str().as_bytes());
        hash.update([0]);
        for word in code.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
            hash.update(word);
            hash.update(b" ");
        }
        Self(hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect())
    }

    /// Reads a fingerprint that [`Fingerprint::of`] wrote; nothing when it is not 32 hexadecimal digits.
    pub fn parse(text: &str) -> Option<Self> {
        let valid = text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        valid.then(|| Self(text.to_owned()))
    }

    /// The 32 hexadecimal digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_does_not_count_and_code_does() {
        let rule = RuleId::new("e:r");
        let one = Fingerprint::of(&rule, b"\tlet a  = f(b);\r\n");
        assert_eq!(one, Fingerprint::of(&rule, b"let a = f(b);"));
        assert_ne!(one, Fingerprint::of(&rule, b"let a = g(b);"));
        assert_ne!(one, Fingerprint::of(&RuleId::new("e:other"), b"let a = f(b);"));
        assert_ne!(one, Fingerprint::of(&rule, b"leta = f(b);"));
        assert_eq!(Fingerprint::parse(one.as_str()), Some(one));
        assert_eq!(Fingerprint::parse("xyz"), None);
    }
}
