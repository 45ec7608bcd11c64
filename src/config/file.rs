//! The shape of the configuration file, in one place: the JSON Schema, the reference page and the reading all come from these types.
//!
//! Their doc comments are shown to users. They know nothing of engines; what depends on the binary is added in `schema`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::threshold::{Rank, Threshold};
use super::{Inconclusive, Language, Scope};

/// The configuration of a review: `.aurumcode.yml` at the root of the repository, or `.aurumcode/config.yml`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(title = "aurumcode configuration")]
pub(super) struct File {
    /// Which engines look at the change.
    pub(super) quality_gates: QualityGates,
    /// How findings become a verdict.
    pub(super) gate: Gate,
    /// Patterns of paths that are not reviewed, in the manner of gitignore.
    #[schemars(inner(length(min = 1)))]
    pub(super) ignore: Vec<String>,
    /// What to do with single rules, by the name that reports show: `<engine>:<rule>`, or a rule of the gate itself such as
    /// `suppression/unused`.
    pub(super) rules: BTreeMap<String, Rule>,
    /// How the review is presented.
    pub(super) review: Review,
}

/// Which engines look at the change.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct QualityGates {
    /// The engines that run, one entry each. Once this key is written, only the listed engines run: also those that are on by
    /// default must be listed. An empty list runs nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "the engines that are on by default"))]
    pub(super) scanners: Option<Vec<Scanner>>,
}

/// One engine and how it is used.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Scanner {
    /// The name of the engine; `aurumcode engines` lists them.
    pub(super) engine: String,
    /// Whether it runs.
    #[serde(default = "yes")]
    pub(super) enabled: bool,
    /// In a central policy: a repository can neither remove nor relax the entry. In any configuration: the engine always runs and
    /// is never left to a model to ask for.
    #[serde(default)]
    pub(super) required: bool,
    /// The lowest severity of this engine's findings that rejects the change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "the value of `gate.fail_on`"))]
    pub(super) fail_on: Option<Threshold>,
    /// Which of its findings count as new.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "the engine's own"))]
    pub(super) scope: Option<Scope>,
    /// The engine's own options; its manual describes them.
    #[serde(default, skip_serializing_if = "serde_json::Map::is_empty")]
    pub(super) options: serde_json::Map<String, serde_json::Value>,
}

/// How findings become a verdict.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Gate {
    /// The lowest severity that rejects the change, where an entry gives none of its own.
    pub(super) fail_on: Threshold,
    /// What a verdict that could not be completed does to the exit status.
    pub(super) inconclusive: Inconclusive,
    /// Which sources the gate listens to: names, categories or origins of engines. An empty list means all of them.
    pub(super) sources: Vec<String>,
}

/// What to do with one rule.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Rule {
    /// `false` takes the rule's findings out of the gate; they are counted and named in the report.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "the engine's own"))]
    pub(super) enabled: Option<bool>,
    /// Replaces the severity that the engine gives.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "the engine's own"))]
    pub(super) severity: Option<Rank>,
}

/// How the review is presented.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Review {
    /// The language of text shown to people.
    pub(super) language: Language,
}

fn yes() -> bool {
    true
}
