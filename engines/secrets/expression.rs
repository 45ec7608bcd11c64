//! An expression that compiles when it is first needed.
//!
//! Most rules never get past the keyword filter, so compiling all of them at start would cost more than a small review.

use std::sync::OnceLock;

use regex::bytes::{Regex, RegexBuilder};

use super::pattern::{Translated, translate};

/// A checked expression in Go's syntax.
#[derive(Debug)]
pub(super) struct Expression {
    translated: Translated,
    compiled: OnceLock<Option<Regex>>,
}

impl Expression {
    /// Takes an expression that the reader has checked; `keywords` are those of its rule.
    ///
    /// Nothing when the expression does not translate, which the reader excludes.
    pub(super) fn new(pattern: &str, keywords: &[String]) -> Option<Self> {
        let translated = translate(pattern, keywords).ok()?;
        Some(Self { translated, compiled: OnceLock::new() })
    }

    /// What is known about the matches.
    pub(super) fn facts(&self) -> &Translated {
        &self.translated
    }

    /// The compiled expression; nothing when it does not compile, which the reader (and a test, for embedded rules) excludes.
    pub(super) fn regex(&self) -> Option<&Regex> {
        let compile = || RegexBuilder::new(&self.translated.rust).unicode(self.translated.unicode).build().ok();
        self.compiled.get_or_init(compile).as_ref()
    }

    /// Whether the expression matches anywhere in `text`.
    pub(super) fn is_match(&self, text: &[u8]) -> bool {
        self.regex().is_some_and(|regex| regex.is_match(text))
    }
}
