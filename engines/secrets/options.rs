//! The options of the engine, as the configuration gives them.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::scanner::OptionProblem;

use super::rules::Rules;

/// What `options` of the entry may say.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct SecretsOptions {
    /// A file of further rules in the gitleaks TOML format, by its path from the repository's root.
    pub rules: Option<String>,
    /// Rules to leave out, by their names without `secrets:`.
    pub disable: Vec<String>,
    /// A larger file is listed as not reviewed, in bytes.
    #[schemars(range(min = 1))]
    pub max_file_bytes: u64,
}

impl Default for SecretsOptions {
    fn default() -> Self {
        Self { rules: None, disable: Vec::new(), max_file_bytes: 5 * 1024 * 1024 }
    }
}

/// What the schema cannot say. Names of rules that a further file may bring are checked when that file is read.
pub(super) fn check(options: &SecretsOptions) -> Vec<OptionProblem> {
    let mut problems = Vec::new();
    let problem = |pointer: &str, message: String, help: &str| OptionProblem {
        pointer: pointer.to_owned(),
        message,
        help: help.to_owned(),
    };
    if let Some(path) = &options.rules {
        if path.is_empty() || path.starts_with('/') || path.split('/').any(|part| matches!(part, "" | "." | "..")) {
            problems.push(problem(
                "/rules",
                format!("`{path}` is no path inside the repository"),
                "write it from the repository's root",
            ));
        }
    } else if let Err(error) = Rules::assemble(None, &options.disable) {
        problems.push(problem("/disable", error.diagnostic().message, "the engine's manual lists the rules"));
    }
    problems
}
