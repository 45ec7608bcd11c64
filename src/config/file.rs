//! The shape of the configuration file, in one place: the JSON Schema, the reference page and the reading all come from these types.
//!
//! Their doc comments are shown to users. They know nothing of engines; what depends on the binary is added in `schema`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::context::Context;
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
    /// Findings that somebody answers for: each for one rule in one file, until a day.
    pub(super) exceptions: Vec<Exception>,
    /// How the review is presented, and whether a model takes part.
    pub(super) review: Review,
    /// Whether a model may ask for tools before it answers, and how much.
    pub(super) deliberation: Deliberation,
    /// How much of a long change a model is shown.
    pub(super) batches: Batches,
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

/// A finding that somebody answers for. It stays in every report, with the owner and the reason.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Exception {
    /// The rule, exactly as reports name it: `<engine>:<rule>`, or a rule of the gate itself. No `*`.
    #[schemars(length(min = 1))]
    pub(super) rule: String,
    /// The file, exactly as reports name it. No `*`.
    #[schemars(length(min = 1))]
    pub(super) path: String,
    /// The repository, as the address of its remote `origin` ends: `owner/name`. In another repository it counts for nothing.
    #[schemars(length(min = 1))]
    pub(super) repository: String,
    /// Who answers for it.
    #[schemars(length(min = 1))]
    pub(super) owner: String,
    /// Why.
    #[schemars(length(min = 1))]
    pub(super) reason: String,
    /// The last day on which it counts, UTC: `YYYY-MM-DD`.
    #[schemars(length(min = 1))]
    pub(super) expires: String,
}

/// How the review is presented, and what informs it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Review {
    /// The language of text shown to people.
    pub(super) language: Language,
    /// The model's review. Which model it is, where it is and by which key is said by the operator's environment, never here.
    pub(super) model: ReviewModel,
    /// The second look at what the model found.
    pub(super) verification: Verification,
    /// What the model is told besides the change.
    pub(super) context: Context,
}

/// The model's review.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct ReviewModel {
    /// Whether a model reviews the change, when the environment names one.
    pub(super) enabled: bool,
    /// Whether the review is inconclusive without an answer of the model.
    pub(super) required: bool,
    /// How many seconds the whole conversation may take.
    #[schemars(range(min = 1, max = 86_400))]
    pub(super) timeout_seconds: u32,
}

impl Default for ReviewModel {
    fn default() -> Self {
        Self { enabled: true, required: false, timeout_seconds: 600 }
    }
}

/// The second look at what a model found: each of its findings goes back to it with the code that it cites, before it is shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Verification {
    /// Whether the findings are looked at again.
    pub(super) enabled: bool,
    /// How many findings are looked at again, the worst first; 0: none.
    #[schemars(range(max = 100))]
    pub(super) max_calls: u32,
}

impl Default for Verification {
    fn default() -> Self {
        Self { enabled: true, max_calls: 8 }
    }
}

/// How much of a long change a model is shown: what one prompt has no room for is split by directory.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Batches {
    /// Prompts. What they have no room for is not reviewed by the model, and named.
    #[schemars(range(min = 1, max = 100))]
    pub(super) max_batches: u32,
    /// Tokens of all prompts together, estimated.
    #[schemars(range(min = 1, max = 1_000_000_000))]
    pub(super) max_prompt_tokens: u64,
}

impl Default for Batches {
    fn default() -> Self {
        Self { max_batches: 4, max_prompt_tokens: 480_000 }
    }
}

/// A model's questions before its answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Deliberation {
    /// Whether the model is offered tools. Engines that are not `required` then wait for it to ask for them, as `scanner_<engine>`.
    pub(super) enabled: bool,
    /// Calls of the model, the one that answers included.
    #[schemars(range(min = 1, max = 100))]
    pub(super) max_rounds: u32,
    /// Tokens that the deliberation may cost beyond the prompt itself; 0: no ceiling.
    #[schemars(range(max = 1_000_000_000))]
    pub(super) max_cost_tokens: u64,
    /// How many seconds one tool may run.
    #[schemars(range(min = 1, max = 86_400))]
    pub(super) per_tool_timeout_seconds: u32,
    /// Bytes that all tools together may read of the repository.
    #[schemars(range(min = 1, max = 1_000_000_000))]
    pub(super) max_read_bytes: u64,
    /// Globs of files that no tool shows, besides those whose names tell that they hold secrets.
    #[schemars(inner(length(min = 1)))]
    pub(super) secret_paths: Vec<String>,
}

impl Default for Deliberation {
    fn default() -> Self {
        Self {
            enabled: false,
            max_rounds: 3,
            max_cost_tokens: 60_000,
            per_tool_timeout_seconds: 120,
            max_read_bytes: 262_144,
            secret_paths: Vec::new(),
        }
    }
}

fn yes() -> bool {
    true
}
