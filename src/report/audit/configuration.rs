//! The effective settings in an audit.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config;

use super::context::ContextSettings;
use super::words::{Inconclusive, Language, Scope, Section, Severity};

/// The settings that the review was made by, after defaults and layering.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Configuration {
    /// The repository's file; null when there was none.
    pub(super) source: Option<String>,
    /// The commit whose files say how to judge; null for the working copy, and where the change has no base commit.
    pub(super) commit: Option<String>,
    /// The files that the settings came from, the central policy's first.
    pub(super) layers: Vec<Layer>,
    /// The engines, by name.
    pub(super) scanners: Vec<Scanner>,
    /// How findings become a verdict.
    pub(super) gate: GateSettings,
    /// What is said about single rules, by name.
    pub(super) rules: Vec<RuleSetting>,
    /// Patterns of paths that are not reviewed.
    pub(super) ignore: Vec<String>,
    /// The language of text shown to people.
    pub(super) language: Language,
    /// The model's part.
    pub(super) model: ModelSettings,
    /// What bounds a model that may ask for tools.
    pub(super) deliberation: DeliberationSettings,
    /// What informs the model.
    pub(super) context: ContextSettings,
}

/// The sections `review.model`, `review.verification` and `batches`.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ModelSettings {
    /// Whether a model takes part, when the environment names one.
    pub(super) enabled: bool,
    /// Whether the review is inconclusive without its answer.
    pub(super) required: bool,
    /// How many seconds the whole conversation may take.
    pub(super) timeout_seconds: u64,
    /// How many of its findings it is asked about again; 0 for none.
    pub(super) verification_calls: u32,
    /// Prompts that a long change is split into at most.
    pub(super) max_batches: u32,
    /// Tokens of all prompts together.
    pub(super) max_prompt_tokens: u64,
}

/// The section `deliberation`.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DeliberationSettings {
    /// Whether the model is offered tools.
    pub(super) enabled: bool,
    /// Calls of the model.
    pub(super) max_rounds: u32,
    /// Tokens beyond the prompt; 0 for no ceiling.
    pub(super) max_cost_tokens: u64,
    /// How many seconds one tool may run.
    pub(super) per_tool_timeout_seconds: u64,
    /// Bytes that all tools together may read.
    pub(super) max_read_bytes: u64,
    /// Globs of files that no tool shows, besides the embedded ones.
    pub(super) secret_paths: Vec<String>,
}

impl ModelSettings {
    /// The wire form.
    pub(super) fn of(settings: config::ModelSettings) -> Self {
        Self {
            enabled: settings.enabled,
            required: settings.required,
            timeout_seconds: settings.timeout.as_secs(),
            verification_calls: settings.verification,
            max_batches: settings.max_batches,
            max_prompt_tokens: settings.max_prompt_tokens,
        }
    }
}

impl DeliberationSettings {
    /// The wire form.
    pub(super) fn of(settings: &config::DeliberationSettings) -> Self {
        Self {
            enabled: settings.enabled,
            max_rounds: settings.max_rounds,
            max_cost_tokens: settings.max_cost_tokens,
            per_tool_timeout_seconds: settings.per_tool_timeout.as_secs(),
            max_read_bytes: settings.max_read_bytes,
            secret_paths: settings.secret_paths.clone(),
        }
    }
}

/// A file that settings came from.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Layer {
    /// Whose it is.
    pub(super) section: Section,
    /// The file as the user would name it.
    pub(super) file: String,
    /// The SHA-256 of its text, in hexadecimal.
    pub(super) sha256: String,
}

/// One engine's entry.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Scanner {
    /// The engine's name.
    pub(super) engine: String,
    /// Whether it runs.
    pub(super) enabled: bool,
    /// Whether it is required.
    pub(super) required: bool,
    /// New findings of at least this severity block.
    pub(super) fail_on: Severity,
    /// Which findings count as new; null for the engine's own default.
    pub(super) scope: Option<Scope>,
    /// The engine's options.
    pub(super) options: serde_json::Map<String, serde_json::Value>,
    /// Who declared it.
    pub(super) section: Section,
}

/// The section `gate`.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GateSettings {
    /// The threshold where an entry gives none.
    pub(super) fail_on: Severity,
    /// What an inconclusive verdict does.
    pub(super) inconclusive: Inconclusive,
    /// The sources that count, by engine, category or origin; empty for all.
    pub(super) sources: Vec<String>,
}

/// What the configuration says about one rule.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RuleSetting {
    /// The rule's published name.
    pub(super) rule_id: String,
    /// False takes its findings out of the gate; null when nothing is said.
    pub(super) enabled: Option<bool>,
    /// Replaces the severity that the engine gave; null when nothing is said.
    pub(super) severity: Option<Severity>,
}
