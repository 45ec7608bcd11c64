//! What an entry of the configuration can set.

use std::path::Path;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::scanner::OptionProblem;
use crate::scanner::wrapped::outside;

/// The options of this engine.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct OsvOptions {
    /// A configuration file of OSV-Scanner, relative to the repository's root, in place of those that the tree holds.
    pub(super) config: Option<String>,
    /// The directory of a local database, absolute: nothing is asked over the network then.
    pub(super) database: Option<String>,
}

impl OsvOptions {
    /// What the schema cannot say.
    pub(super) fn problems(&self) -> Vec<OptionProblem> {
        let relative = self.database.as_deref().filter(|path| !Path::new(path).is_absolute());
        let relative = relative.map(|path| OptionProblem {
            pointer: "/database".to_owned(),
            message: format!("`{path}` is not an absolute path"),
            help: "give the directory that `osv-scanner --download-offline-databases` filled".to_owned(),
        });
        outside(self.config.as_deref()).into_iter().chain(relative).collect()
    }
}
