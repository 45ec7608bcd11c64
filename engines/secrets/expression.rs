//! An expression that compiles when it is first needed.
//!
//! Most rules never get past the keyword filter, so compiling all of them at start would cost more than a small review.

use std::sync::OnceLock;

use regex::bytes::Regex;

use super::pattern::translate;

/// A checked expression in Go's syntax.
#[derive(Debug)]
pub(super) struct Expression {
    pattern: String,
    compiled: OnceLock<Option<Regex>>,
}

impl Expression {
    /// Takes an expression that the reader (or a test, for embedded rules) has checked.
    pub(super) fn new(pattern: &str) -> Self {
        Self { pattern: pattern.to_owned(), compiled: OnceLock::new() }
    }

    /// The compiled expression; nothing when it is not valid, which the check excludes.
    pub(super) fn regex(&self) -> Option<&Regex> {
        self.compiled.get_or_init(|| translate(&self.pattern, &[]).ok()?.compile().ok()).as_ref()
    }

    /// Whether the expression matches anywhere in `text`.
    pub(super) fn is_match(&self, text: &[u8]) -> bool {
        self.regex().is_some_and(|regex| regex.is_match(text))
    }
}
