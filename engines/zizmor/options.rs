//! What an entry of the configuration can set.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::scanner::OptionProblem;
use crate::scanner::wrapped::outside;

/// The options of this engine.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ZizmorOptions {
    /// A configuration file of zizmor, relative to the repository's root, in place of those that the tree holds.
    pub(super) config: Option<String>,
    /// How much is told.
    pub(super) persona: Persona,
}

/// The program's own word for how strict it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Persona {
    /// What is worth mending, with few false alarms.
    #[default]
    Regular,
    /// Matters of hygiene as well.
    Pedantic,
    /// Everything that a person should look at.
    Auditor,
}

impl Persona {
    /// The spelling of the program, and of the configuration.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Regular => "regular",
            Self::Pedantic => "pedantic",
            Self::Auditor => "auditor",
        }
    }
}

impl ZizmorOptions {
    /// What the schema cannot say.
    pub(super) fn problems(&self) -> Vec<OptionProblem> {
        outside(self.config.as_deref()).into_iter().collect()
    }
}
