//! What can be explained.

use crate::finding::{CodeEntry, Severity};

/// One thing, explained.
#[derive(Debug, Clone)]
pub enum Explanation {
    /// A rule.
    Rule(RuleExplanation),
    /// A finding that an audit records, with its rule as far as anybody describes it.
    Finding {
        /// The finding.
        finding: RecordedFinding,
        /// Its rule.
        rule: Option<RuleExplanation>,
    },
    /// An error code.
    Error {
        /// The code's own entry.
        entry: &'static CodeEntry,
        /// What the exit status means that it ends with.
        exit_meaning: &'static str,
    },
    /// Why a source has no answer.
    Reason {
        /// The reason token.
        token: String,
        /// The engines whose token it can be, by name.
        engines: Vec<String>,
    },
    /// An exit status.
    Exit {
        /// The number.
        status: u8,
        /// When the program ends so.
        meaning: &'static str,
        /// Why it is a status of its own.
        reason: &'static str,
    },
    /// An engine: its manual.
    Engine {
        /// Its name.
        name: String,
        /// What it does, in one sentence.
        summary: String,
        /// The manual, Markdown.
        manual: String,
    },
    /// An engine that this binary was built without.
    Absent {
        /// Its name.
        name: String,
        /// What it does, in one sentence.
        summary: String,
        /// The cargo feature that compiles it in.
        feature: String,
    },
}

/// A rule, as its engine describes it.
#[derive(Debug, Clone)]
pub struct RuleExplanation {
    /// The published name.
    pub name: String,
    /// The engine and its category; nothing for a rule of the gate itself.
    pub engine: Option<(String, String)>,
    /// The severity that it gives; nothing where it depends on the place, or where nobody says.
    pub severity: Option<Severity>,
    /// One line: what it finds.
    pub title: String,
    /// What to do about it, Markdown.
    pub help: String,
    /// Tags such as `CWE-798`.
    pub tags: Vec<String>,
}

/// A finding in an audit, at one or more places with the same code.
#[derive(Debug, Clone)]
pub struct RecordedFinding {
    /// Its identity.
    pub fingerprint: String,
    /// The engine.
    pub engine: String,
    /// The rule's published name.
    pub rule: String,
    /// The severity that the gate used.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// The reviewed commit, when one was reviewed.
    pub head: Option<String>,
    /// Where, at least one.
    pub places: Vec<Place>,
}

/// One place of a finding.
#[derive(Debug, Clone)]
pub struct Place {
    /// The path, as reports show it.
    pub path: String,
    /// The line, from 1; nothing when the whole file is meant.
    pub line: Option<u32>,
    /// The column, from 1.
    pub column: Option<u32>,
    /// What became of it there: the audit's word.
    pub disposition: String,
}
