//! What an entry of the configuration can set.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::scanner::OptionProblem;
use crate::scanner::wrapped::outside;

/// The options of this engine.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct BanditOptions {
    /// A configuration file of bandit (YAML, or a `pyproject.toml`), relative to the repository's root.
    pub(super) config: Option<String>,
    /// The least confidence with which bandit must be sure of a finding.
    pub(super) min_confidence: Confidence,
}

/// How sure bandit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Confidence {
    /// Everything is told.
    #[default]
    Low,
    /// What it is not sure of is left out.
    Medium,
    /// Only what it is sure of is told.
    High,
}

impl Confidence {
    /// The spelling of the program, and of the configuration.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }
}

impl BanditOptions {
    /// What the schema cannot say.
    pub(super) fn problems(&self) -> Vec<OptionProblem> {
        outside(self.config.as_deref()).into_iter().collect()
    }
}
