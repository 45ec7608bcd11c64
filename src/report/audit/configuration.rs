//! The effective settings in an audit.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
