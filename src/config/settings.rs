//! What the rest of the program works with: the effective settings, after defaults, layering and validation.
//!
//! These types know no YAML and no positions; whoever holds a `Settings` need not ask whether a value is valid.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::finding::{Day, RepoPath, RuleId, Severity};

use super::{ContextSettings, Inconclusive, Language, Scope};

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
    /// Findings that somebody answers for.
    pub exceptions: Vec<ExceptionSetting>,
    /// The language of text shown to people.
    pub language: Language,
    /// The model's part of the review.
    pub model: ModelSettings,
    /// What bounds a model that may ask for tools.
    pub deliberation: DeliberationSettings,
    /// What informs the model.
    pub context: ContextSettings,
}

/// One entry of `exceptions`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExceptionSetting {
    /// The rule's published name.
    pub rule: RuleId,
    /// The file.
    pub path: RepoPath,
    /// The repository that it is made for, `owner/name`.
    pub repository: String,
    /// Who answers for it.
    pub owner: String,
    /// Why.
    pub reason: String,
    /// The last day on which it counts.
    pub expires: Day,
}

/// The sections `review.model`, `review.verification` and `batches`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModelSettings {
    /// Whether a model reviews the change, when the environment names one.
    pub enabled: bool,
    /// Whether the review is inconclusive without its answer.
    pub required: bool,
    /// How long the whole conversation may take.
    pub timeout: Duration,
    /// How many of its findings it is asked about again, the worst first; 0: none.
    pub verification: u32,
    /// Prompts that a long change is split into at most.
    pub max_batches: u32,
    /// Tokens of all prompts together, estimated.
    pub max_prompt_tokens: u64,
}

impl Default for ModelSettings {
    fn default() -> Self {
        Self {
            enabled: true,
            required: false,
            timeout: Duration::from_secs(600),
            verification: 8,
            max_batches: 4,
            max_prompt_tokens: 480_000,
        }
    }
}

/// The section `deliberation`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliberationSettings {
    /// Whether the model is offered tools.
    pub enabled: bool,
    /// Calls of the model, the one that answers included.
    pub max_rounds: u32,
    /// Tokens beyond the prompt itself; 0: no ceiling.
    pub max_cost_tokens: u64,
    /// How long one tool may run.
    pub per_tool_timeout: Duration,
    /// Bytes that all tools together may read of the repository.
    pub max_read_bytes: u64,
    /// Globs of files that no tool shows, besides the embedded ones.
    pub secret_paths: Vec<String>,
}

impl Default for DeliberationSettings {
    fn default() -> Self {
        Self {
            enabled: false,
            max_rounds: 3,
            max_cost_tokens: 60_000,
            per_tool_timeout: Duration::from_secs(120),
            max_read_bytes: 262_144,
            secret_paths: Vec::new(),
        }
    }
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
