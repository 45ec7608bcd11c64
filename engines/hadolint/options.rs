//! What an entry of the configuration can set.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::scanner::OptionProblem;
use crate::scanner::wrapped::outside;

/// The options of this engine.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct HadolintOptions {
    /// A configuration file of hadolint, relative to the repository's root, in place of the one that the tree holds.
    pub(super) config: Option<String>,
    /// Registries from which images may come; with one, all others are reported (`DL3026`).
    pub(super) trusted_registries: Vec<String>,
}

impl HadolintOptions {
    /// What the schema cannot say: the path stays inside, and a registry is a name.
    pub(super) fn problems(&self) -> Vec<OptionProblem> {
        let name = |text: &str| !text.is_empty() && !text.contains(char::is_whitespace) && !text.contains(char::is_control);
        let wrong = self.trusted_registries.iter().enumerate().filter(|(_, registry)| !name(registry));
        let wrong = wrong.map(|(index, registry)| OptionProblem {
            pointer: format!("/trusted_registries/{index}"),
            message: format!("`{registry}` is no name of a registry"),
            help: "write a host such as `docker.io`; `*` stands for any part".to_owned(),
        });
        outside(self.config.as_deref()).into_iter().chain(wrong).collect()
    }
}
