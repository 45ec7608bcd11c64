//! The identity of a finding across edits: ours, never the engine's.
//!
//! Baselines, suppressions and comments find a known finding again by this value, so it depends only on the rule and on the
//! flagged code: not on the path, the line number, the indentation or the neighbouring lines. It travels further than the code does
//! (reports, a committed baseline), so it must not let anyone who guesses a secret find out that the guess is right.

use std::fmt;

use sha2::{Digest, Sha256};

use super::RuleId;

/// The first 128 bits of a SHA-256 over the rule and the flagged lines with their white space folded, in hexadecimal. Secrets in the
/// lines take part as one byte together.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(String);

impl Fingerprint {
    /// The identity of a finding of `rule` on the source lines `code`.
    ///
    /// For a finding without lines, `code` is its message: there is nothing else that survives a move.
    pub fn of(rule: &RuleId, code: &[u8]) -> Self {
        Self::written(&digest(rule, code, &[]))
    }

    /// The same for lines that hold secrets; `shown` are the lines without them.
    ///
    /// What is hidden takes part as one byte of a hash. So another secret in the same place is seen in 255 cases of 256, and a guess
    /// can never be confirmed: one guess in 256 fits.
    pub fn hiding(rule: &RuleId, code: &[u8], shown: &[u8]) -> Self {
        if words(code).eq(words(shown)) {
            return Self::of(rule, code);
        }
        let hidden = digest(rule, code, b"hidden");
        Self::written(&digest(rule, shown, &hidden[..1]))
    }

    fn written(digest: &[u8]) -> Self {
        Self(digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect())
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

fn words(code: &[u8]) -> impl Iterator<Item = &[u8]> {
    code.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

fn digest(rule: &RuleId, code: &[u8], more: &[u8]) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(rule.as_str().as_bytes());
    hash.update([0]);
    for word in words(code) {
        hash.update(word);
        hash.update(b" ");
    }
    if !more.is_empty() {
        hash.update([0]);
        hash.update(more);
    }
    hash.finalize().into()
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

    /// A hundred thousand guesses leave some four hundred that fit as well as the right one.
    #[test]
    fn a_guess_of_a_secret_is_never_confirmed() {
        let rule = RuleId::new("e:r");
        let of = |secret: &str| {
            Fingerprint::hiding(&rule, format!("password = \"{secret}\"").as_bytes(), b"password = \"[REDACTED]\"")
        };
        let known = of("hunter2");
        let fit = (0..100_000).filter(|guess| of(&format!("guess{guess}")) == known).count();
        assert!((250..550).contains(&fit), "{fit}");
    }

    #[test]
    fn another_secret_in_the_same_place_is_mostly_seen_and_other_code_always() {
        let rule = RuleId::new("e:r");
        let of = |code: &str, shown: &str| Fingerprint::hiding(&rule, code.as_bytes(), shown.as_bytes());
        let one = of("key = 'a'", "key = '*'");
        assert_eq!(one, of("  key  = 'a'\n", "\tkey = '*'"));
        assert_ne!(one, of("pass = 'a'", "pass = '*'"));
        assert_ne!(one, of("key = '*'", "key = '*'"));
        assert_eq!(of("f(x)", "f(x)"), Fingerprint::of(&rule, b"f(x)"));
        let same = (0..2560).filter(|other| of(&format!("key = '{other}'"), "key = '*'") == one).count();
        assert!((1..40).contains(&same), "{same}");
    }
}
