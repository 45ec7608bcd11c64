//! What an entry of the configuration can set.

use std::path::{Component, Path};

use schemars::JsonSchema;
use serde::Deserialize;

use crate::scanner::OptionProblem;

/// The options of this engine.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct SemgrepOptions {
    /// The rules: files and folders of the repository (`*.yml`, `*.yaml`), and packs of semgrep's registry (`p/…`, `r/…`), which are
    /// fetched over the network at each run.
    #[schemars(length(min = 1))]
    pub(super) rule_packs: Vec<String>,
    /// How many seconds one rule may take for one file. A file for which one takes longer is listed as not reviewed.
    #[schemars(range(min = 1, max = 600))]
    pub(super) rule_timeout: u32,
}

impl Default for SemgrepOptions {
    fn default() -> Self {
        Self { rule_packs: ["p/security-audit", "p/owasp-top-ten"].map(str::to_owned).into(), rule_timeout: 10 }
    }
}

/// Whether a rule pack is one of the registry.
pub(super) fn is_of_registry(pack: &str) -> bool {
    let name = pack.strip_prefix("p/").or_else(|| pack.strip_prefix("r/")).unwrap_or_default();
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/'))
}

impl SemgrepOptions {
    /// What the schema cannot say.
    pub(super) fn problems(&self) -> Vec<OptionProblem> {
        let problem = |index: usize, message: String, help: &str| OptionProblem {
            pointer: format!("/rule_packs/{index}"),
            message,
            help: help.to_owned(),
        };
        let mut problems = Vec::new();
        for (index, pack) in self.rule_packs.iter().enumerate() {
            let inside = !pack.is_empty()
                && !pack.starts_with('-')
                && Path::new(pack).components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
            if pack == "auto" {
                let help = "name packs, such as `p/default`, or files of the repository";
                problems.push(problem(index, "`auto` sends facts about the project to the registry".to_owned(), help));
            } else if pack.contains("://") || !(inside || is_of_registry(pack)) {
                let help = "give a path from the repository's root, without `..`, or a pack of the registry such as `p/default`";
                problems.push(problem(index, format!("`{pack}` is neither a path inside the repository nor a pack"), help));
            }
        }
        problems
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packs_are_of_the_registry_or_inside_the_repository() {
        assert!(SemgrepOptions::default().problems().is_empty());
        let problems = |pack: &str| {
            SemgrepOptions { rule_packs: vec!["rules".to_owned(), pack.to_owned()], ..SemgrepOptions::default() }.problems()
        };
        for pack in ["p/default", "r/python.lang", "policy/rules.yml", "./p/x.yml", "."] {
            assert!(problems(pack).is_empty(), "{pack}");
        }
        for pack in ["auto", "", "../rules", "/etc/rules.yml", "-e", "https://example.org/rules.yml"] {
            let found = problems(pack);
            assert!(found.len() == 1 && found[0].pointer == "/rule_packs/1", "{pack}");
        }
        assert!(is_of_registry("p/ci") && !is_of_registry("p/") && !is_of_registry("p/x y") && !is_of_registry("rules/p/x"));
    }
}
