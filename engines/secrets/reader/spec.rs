//! What a rule file says, before it is merged with other files and compiled.

use std::ops::Range;

use super::document::Source;
use super::error::{Place, closest};
use super::{RulesError, document::At};
use crate::finding::Severity;

/// One rule file.
#[derive(Debug)]
pub(crate) struct FileSpec<'f> {
    pub(super) source: Source<'f>,
    /// The rules, in the file's order.
    pub rules: Vec<RuleSpec>,
    /// The allow lists of the whole file.
    pub allow: Vec<AllowSpec>,
    /// `[extend] useDefault`, when it is written.
    pub use_default: Option<bool>,
    /// `[extend] disabledRules`.
    pub disabled: Vec<Written>,
}

impl FileSpec<'_> {
    /// A refusal of something that only shows when files are merged.
    pub(crate) fn bad_value(&self, span: &Range<usize>, message: String, help: &str) -> RulesError {
        RulesError::BadValue { place: self.place(span), message, help: help.to_owned() }
    }

    /// The refusal of a name that none of `known` is.
    pub(crate) fn unknown_rule<'c>(&self, written: &Written, known: impl IntoIterator<Item = &'c str>) -> RulesError {
        let similar = closest(&written.value, known);
        RulesError::UnknownRule { place: self.place(&written.span), id: written.value.clone(), similar }
    }

    fn place(&self, span: &Range<usize>) -> Place {
        self.source.place(span.clone())
    }
}

/// A text with its byte range in the file.
pub(crate) type Written = At<String>;

/// One `[[rules]]` table. What is not written is nothing, so that a file can change single values of an embedded rule.
#[derive(Debug, Clone)]
pub(crate) struct RuleSpec {
    /// The name.
    pub id: Written,
    /// One line: what the rule finds.
    pub description: Option<String>,
    /// Whose secret it is (a key of this engine, not of gitleaks).
    pub provider: Option<String>,
    /// What to do about a finding (a key of this engine).
    pub help: Option<String>,
    /// How bad a finding is (a key of this engine); `error` when not written.
    pub severity: Option<Severity>,
    /// The expression, in Go's syntax; already checked.
    pub regex: Option<String>,
    /// The expression that the path must match; already checked.
    pub path: Option<String>,
    /// At least one of these must be in the text, in any case. Lower case here.
    pub keywords: Vec<String>,
    /// The secret's Shannon entropy must be above this, in bits a byte.
    pub entropy: Option<f64>,
    /// The capture group that holds the secret.
    pub secret_group: Option<At<usize>>,
    /// Free words; `generic` ranks the rule behind all others.
    pub tags: Vec<String>,
    /// What the rule does not report.
    pub allow: Vec<AllowSpec>,
}

/// One allow list.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct AllowSpec {
    /// All of the checks must hold (`condition = "AND"`), not just one.
    pub all: bool,
    /// What `regexes` look at.
    pub target: Target,
    /// Expressions; already checked.
    pub regexes: Vec<String>,
    /// Expressions for the path; already checked.
    pub paths: Vec<String>,
    /// Texts inside the secret, lower case.
    pub stopwords: Vec<String>,
    /// Commits are named. A file's content has no commit here, so this check never holds.
    pub commits: bool,
    /// The rules that a list of the whole file is for; all when empty.
    pub target_rules: Vec<Written>,
}

/// What the expressions of an allow list look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    /// The secret.
    Secret,
    /// The whole match of the rule.
    Match,
    /// The lines that the match is on.
    Line,
}
