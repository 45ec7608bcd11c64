//! The filter itself: the only maker of [`Redacted`].
//!
//! One filter serves the whole run and all threads. It learns while the run goes on, as engines find secrets, and never forgets.

use std::fmt;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::registered::Registered;
use super::span::{Spans, replace};
use super::{Redacted, rules};

/// How often a text is looked at again after a change. What one pass leaves can only come from a mark that joined two texts, so
/// the second pass settles it; the bound is for hostile text.
pub(super) const PASSES: usize = 8;

/// The filter. Clones share what they have learned.
#[derive(Clone, Default)]
pub struct Redactor {
    registered: Arc<RwLock<Registered>>,
}

impl Redactor {
    /// A filter that knows names, headers and shapes, and no value yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Hides `value` from now on, wherever it stands: also broken over lines, escaped for JSON, percent-encoded or in Base64.
    /// Lines of at least 16 bytes of a longer value are hidden on their own too.
    ///
    /// Returns whether it is hidden. It is not when it says too little: shorter than 6 characters, a plain word of letters below
    /// 12, a number below 8 digits, three or fewer different characters, or part of a text that was [reserved](Self::reserve).
    /// Such a value is still hidden where a name or a shape gives it away, and by [`Redactor::redact_with`].
    pub fn register(&self, value: &str) -> bool {
        self.register_all([value]) == 1
    }

    /// Registers many values at once, which is much cheaper than one by one. Returns how many are hidden.
    pub fn register_all<'a>(&self, values: impl IntoIterator<Item = &'a str>) -> usize {
        self.write().add(values)
    }

    /// Names texts of our own (rule names, paths under review) that no value registered later may black out. The reviewed change
    /// chooses what scanners find, so without this it could hide the place of a finding.
    pub fn reserve<'a>(&self, texts: impl IntoIterator<Item = &'a str>) {
        self.write().reserve(texts);
    }

    /// The text without secrets. The number of lines stays the same, and filtering the result again changes nothing.
    pub fn redact(&self, text: &str) -> Redacted {
        Redacted::passed(self.settle(text, None))
    }

    /// As [`Redactor::redact`], for bytes that should be UTF-8; what is not becomes U+FFFD.
    pub fn redact_bytes(&self, bytes: &[u8]) -> Redacted {
        self.redact(&String::from_utf8_lossy(bytes))
    }

    /// As [`Redactor::redact`], and also hides `values` in this text, however ordinary they are; below 3 characters there is
    /// nothing to hide. For the text of a finding and the values that it reported itself.
    pub fn redact_with<'a>(&self, text: &str, values: impl IntoIterator<Item = &'a str>) -> Redacted {
        Redacted::passed(self.settle(text, Some(&Registered::of(values))))
    }

    fn settle(&self, text: &str, extra: Option<&Registered>) -> String {
        let registered = self.read();
        let mut text = text.to_owned();
        for _ in 0..PASSES {
            let mut spans = Spans::of(&text);
            rules::find(&text, &mut spans);
            registered.find(&text, &mut spans);
            if let Some(extra) = extra {
                extra.find(&text, &mut spans);
            }
            if spans.is_empty() {
                break;
            }
            let next = replace(&text, &spans.united());
            if next == text {
                break;
            }
            text = next;
        }
        text
    }

    /// What is registered, for reading. A thread that panicked while it held the lock left whole layers, or none.
    pub(super) fn read(&self) -> RwLockReadGuard<'_, Registered> {
        self.registered.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Registered> {
        self.registered.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Shows how many values are registered, never which.
impl fmt::Debug for Redactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Redactor").field("registered", &self.read().len()).finish()
    }
}
