//! What an entry of the configuration can set.

use std::path::{Component, Path};

use schemars::JsonSchema;
use serde::Deserialize;

use crate::scanner::OptionProblem;

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
        let inside = |path: &str| {
            !path.is_empty() && Path::new(path).components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
        };
        let outside = self.config.iter().filter(|path| !inside(path));
        let problem = |path: &String| OptionProblem {
            pointer: "/config".to_owned(),
            message: format!("`{path}` is not a path inside the repository"),
            help: "give the path from the repository's root, without `..`".to_owned(),
        };
        outside.map(problem).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_stays_inside_the_repository() {
        let problems = |path: &str| GitleaksOptions { config: Some(path.to_owned()) }.problems().len();
        assert_eq!(GitleaksOptions::default().problems().len(), 0);
        assert_eq!((problems("policy/gitleaks.toml"), problems("./a.toml")), (0, 0));
        for path in ["", "/etc/a.toml", "../a.toml", "a/../../b.toml"] {
            assert_eq!(problems(path), 1, "{path}");
        }
    }
}
