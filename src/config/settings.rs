//! What the rest of the program works with: the effective settings, after defaults, layering and validation.
//!
//! These types know no YAML and no positions; whoever holds a `Settings` need not ask whether a value is valid.

use std::collections::BTreeMap;

use crate::finding::{RuleId, Severity};

use super::{Inconclusive, Language, Scope};

/// The effective settings of a review.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// The engines to run, in the order of their names.
    pub scanners: Vec<Entry>,
    /// How findings become a verdict.
    pub gate: GateSettings,
    /// Gitignore-like patterns of paths that are not reviewed.
    pub ignore: Vec<String>,
    /// What the configuration says about single rules, by their published names.
    pub rules: BTreeMap<RuleId, RuleSetting>,
    /// The language of text shown to people.
    pub language: Language,
}

/// One engine of `quality_gates.scanners`.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The registered name.
    pub engine: String,
    /// Whether it runs.
    pub enabled: bool,
    /// In a policy: cannot be removed or relaxed. Under deliberation: not deferred to the model.
    pub required: bool,
    /// Findings of at least this rank reject: the entry's own threshold, else the gate's, else `error`.
    pub fail_on: Severity,
    /// Which findings count as new; nothing means the engine's own default.
    pub scope: Option<Scope>,
    /// The engine's options, valid under its schema: always an object.
    pub options: serde_json::Value,
    /// Who declared it.
    pub section: Section,
}

/// Who declared an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Section {
    /// Nobody: the engine is on by default and there is no configuration.
    Default,
    /// The repository's own configuration.
    Repository,
    /// The central policy.
    Policy,
}

impl Section {
    /// The word that reports and the audit use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Repository => "repo",
            Self::Policy => "policy",
        }
    }
}

/// The section `gate`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GateSettings {
    /// The threshold where an entry gives none.
    pub fail_on: Severity,
    /// What an inconclusive verdict does.
    pub inconclusive: Inconclusive,
    /// Which sources count, by engine name, category or origin; empty means all.
    pub sources: Vec<String>,
}

impl Default for GateSettings {
    fn default() -> Self {
        Self { fail_on: Severity::Error, inconclusive: Inconclusive::Block, sources: Vec::new() }
    }
}

/// What the configuration says about one rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RuleSetting {
    /// `Some(false)` takes the rule's findings out of the gate; they are counted and named in the report.
    pub enabled: Option<bool>,
    /// Replaces the severity that the engine gave.
    pub severity: Option<Severity>,
}
