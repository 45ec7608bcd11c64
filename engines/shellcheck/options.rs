//! What an entry of the configuration can set.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::scanner::OptionProblem;
use crate::scanner::wrapped::outside;

/// The options of this engine.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ShellcheckOptions {
    /// A configuration file of ShellCheck, relative to the repository's root, in place of those that the tree holds. It needs version
    /// 0.10.0 or newer.
    pub(super) config: Option<String>,
    /// Optional checks to run as well, by name; `all` is all of them.
    pub(super) enable: Vec<String>,
    /// The least severity that is looked for.
    pub(super) severity: Least,
}

/// The program's own ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Least {
    /// Everything.
    #[default]
    Style,
    /// All but matters of style.
    Info,
    /// Warnings and errors.
    Warning,
    /// Errors.
    Error,
}

impl Least {
    /// The spelling of the program, and of the configuration.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Style => "style",
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl ShellcheckOptions {
    /// What the schema cannot say: the path stays inside, and a check is a word.
    pub(super) fn problems(&self) -> Vec<OptionProblem> {
        let word = |check: &str| !check.is_empty() && check.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        let wrong = self.enable.iter().enumerate().filter(|(_, check)| !word(check));
        let wrong = wrong.map(|(index, check)| OptionProblem {
            pointer: format!("/enable/{index}"),
            message: format!("`{check}` is no name of a check"),
            help: "`shellcheck --list-optional` lists them".to_owned(),
        });
        outside(self.config.as_deref()).into_iter().chain(wrong).collect()
    }
}
