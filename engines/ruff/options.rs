//! What an entry of the configuration can set.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::scanner::OptionProblem;
use crate::scanner::wrapped::outside;

/// The options of this engine.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct RuffOptions {
    /// A configuration file of ruff (`ruff.toml`, or a `pyproject.toml`), relative to the repository's root, in place of those that the
    /// tree holds.
    pub(super) config: Option<String>,
    /// The rules to check, by code or prefix, in place of those that the configuration selects.
    pub(super) select: Vec<String>,
    /// Rules to check as well.
    pub(super) extend_select: Vec<String>,
}

impl RuffOptions {
    /// Whether the configuration is a `pyproject.toml`, in which ruff has a table of its own.
    pub(super) fn is_project(&self) -> bool {
        self.config.as_deref().is_some_and(|path| path.rsplit('/').next() == Some("pyproject.toml"))
    }

    /// What the schema cannot say: paths stay inside, and a rule is a word.
    pub(super) fn problems(&self) -> Vec<OptionProblem> {
        let word = |rule: &str| !rule.is_empty() && rule.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        let lists = [("/select", &self.select), ("/extend_select", &self.extend_select)];
        let wrong = lists.into_iter().flat_map(|(list, rules)| {
            let wrong = rules.iter().enumerate().filter(move |(_, rule)| !word(rule));
            wrong.map(move |(index, rule)| OptionProblem {
                pointer: format!("{list}/{index}"),
                message: format!("`{rule}` is no code of a rule"),
                help: "write a code or a prefix such as `S`, `F401` or `ALL`".to_owned(),
            })
        });
        outside(self.config.as_deref()).into_iter().chain(wrong).collect()
    }
}
