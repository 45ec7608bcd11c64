//! What an entry of the configuration can set.

use std::path::{Component, Path};

use schemars::JsonSchema;
use serde::Deserialize;

use super::rules::Rules;
use crate::scanner::OptionProblem;

/// The options of this engine.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Options {
    /// A rule file in the gitleaks format, relative to the repository's root. It adds to the embedded rules.
    pub rules: Option<String>,
    /// Names of rules to leave out.
    pub disable: Vec<String>,
    /// The size in bytes beyond which a file is listed as not reviewed.
    #[schemars(range(min = 1))]
    pub max_file_bytes: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { rules: None, disable: Vec::new(), max_file_bytes: 32 * 1024 * 1024 }
    }
}

impl Options {
    /// What the schema cannot say: a path stays inside the repository, and disabled rules exist.
    ///
    /// With an extra rule file the names are only checked when it is read, since it may define them.
    pub(super) fn problems(&self) -> Vec<OptionProblem> {
        let mut problems = Vec::new();
        if let Some(path) = self.rules.as_deref().filter(|path| !stays_inside(path)) {
            problems.push(OptionProblem {
                pointer: "/rules".to_owned(),
                message: format!("`{path}` is not a path inside the repository"),
                help: "give the path from the repository's root, without `..`".to_owned(),
            });
        }
        if self.rules.is_none() {
            for (index, id) in self.disable.iter().enumerate() {
                if let Err(error) = Rules::assemble(None, std::slice::from_ref(id)) {
                    let pointer = format!("/disable/{index}");
                    problems.push(OptionProblem { pointer, message: error.message(), help: error.help() });
                }
            }
        }
        problems
    }
}

fn stays_inside(path: &str) -> bool {
    !path.is_empty() && Path::new(path).components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(options: &str) -> Vec<String> {
        let options: Options = serde_json::from_str(options).expect("the options are of their type");
        options
            .problems()
            .into_iter()
            .map(|problem| format!("{}: {}; {}", problem.pointer, problem.message, problem.help))
            .collect()
    }

    #[test]
    fn paths_stay_inside_and_disabled_rules_exist() {
        assert!(problems("{}").is_empty());
        assert!(problems(r#"{"rules": "policy/secrets.toml", "disable": ["only-in-the-file"]}"#).is_empty());
        assert!(problems(r#"{"disable": ["github-pat", "private-key"]}"#).is_empty());
        for path in ["../up.toml", "/etc/rules.toml", "a/../../b.toml", ""] {
            let found = problems(&format!(r#"{{"rules": "{path}"}}"#));
            assert!(found.len() == 1 && found[0].starts_with("/rules: "), "{path}: {found:?}");
        }
        let found = problems(r#"{"disable": ["private-key", "github-pta"]}"#);
        assert!(found.len() == 1 && found[0].starts_with("/disable/1: ") && found[0].contains("`github-pat`"), "{found:?}");
    }

    #[test]
    fn an_unknown_option_is_refused() {
        assert!(serde_json::from_str::<Options>(r#"{"rule": "x"}"#).is_err());
    }
}
