//! What an entry of the configuration can set.

use std::path::Path;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::scanner::OptionProblem;

/// The options of this engine.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct TrivyOptions {
    /// What is looked for.
    pub(super) scanners: Vec<Look>,
    /// The directory in which Trivy keeps its database of vulnerabilities, absolute: `vulnerabilities` needs it.
    pub(super) database: Option<String>,
}

/// A kind of problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Look {
    /// Infrastructure as code that is set up dangerously: Dockerfiles, Kubernetes, Terraform, CloudFormation, Helm.
    Misconfigurations,
    /// Dependencies with known vulnerabilities, in lock files.
    Vulnerabilities,
}

impl Default for TrivyOptions {
    fn default() -> Self {
        Self { scanners: vec![Look::Misconfigurations], database: None }
    }
}

impl TrivyOptions {
    /// The scanners in the program's words.
    pub(super) fn scanners(&self) -> String {
        let word = |look: &Look| match look {
            Look::Misconfigurations => "misconfig",
            Look::Vulnerabilities => "vuln",
        };
        self.scanners.iter().map(word).collect::<Vec<_>>().join(",")
    }

    /// What the schema cannot say.
    pub(super) fn problems(&self) -> Vec<OptionProblem> {
        let problem = |pointer: &str, message: &str, help: &str| OptionProblem {
            pointer: pointer.to_owned(),
            message: message.to_owned(),
            help: help.to_owned(),
        };
        let mut problems = Vec::new();
        if self.scanners.is_empty() {
            problems.push(problem("/scanners", "nothing is looked for", "name a scanner, or set `enabled: false` on the entry"));
        }
        match &self.database {
            Some(path) if !Path::new(path).is_absolute() => {
                problems.push(problem("/database", "it is not an absolute path", "give the directory that CI keeps it in"));
            }
            None if self.scanners.contains(&Look::Vulnerabilities) => {
                let help = "fill a directory with `trivy image --download-db-only --cache-dir DIR` and name it in `database`";
                problems.push(problem(
                    "/scanners",
                    "`vulnerabilities` needs `database`: nothing is fetched during a review",
                    help,
                ));
            }
            Some(_) | None => {}
        }
        problems
    }
}

#[cfg(test)]
mod tests {
    use super::TrivyOptions;

    #[test]
    fn vulnerabilities_need_a_database() {
        let problems = |json: &str| -> Vec<String> {
            let options: TrivyOptions = serde_json::from_str(json).unwrap();
            options.problems().into_iter().map(|problem| problem.pointer).collect()
        };
        assert!(problems("{}").is_empty());
        assert!(problems(r#"{"scanners": ["misconfigurations", "vulnerabilities"], "database": "/var/cache/trivy"}"#).is_empty());
        assert_eq!(problems(r#"{"scanners": ["vulnerabilities"]}"#), ["/scanners"]);
        assert_eq!(problems(r#"{"scanners": [], "database": "trivy"}"#), ["/scanners", "/database"]);
    }
}
