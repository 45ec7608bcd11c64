//! What an entry of the configuration can set.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::scanner::OptionProblem;
use crate::scanner::wrapped::outside;

/// The options of this engine.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct GitleaksOptions {
    /// A configuration file of gitleaks, relative to the repository's root, in place of its built-in rules.
    pub(super) config: Option<String>,
}

impl GitleaksOptions {
    /// What the schema cannot say: the path stays inside the repository.
    pub(super) fn problems(&self) -> Vec<OptionProblem> {
        outside(self.config.as_deref()).into_iter().collect()
    }
}
