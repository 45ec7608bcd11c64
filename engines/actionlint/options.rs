//! What an entry of the configuration can set.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::scanner::OptionProblem;
use crate::scanner::wrapped::outside;

/// The options of this engine.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ActionlintOptions {
    /// A configuration file of actionlint, relative to the repository's root, in place of the one that the tree holds: for the labels of
    /// your own runners.
    pub(super) config: Option<String>,
}

impl ActionlintOptions {
    /// What the schema cannot say.
    pub(super) fn problems(&self) -> Vec<OptionProblem> {
        outside(self.config.as_deref()).into_iter().collect()
    }
}
