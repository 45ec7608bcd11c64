//! Finds dangerous shapes in source code: rules over the syntax tree, our own and the team's.
//!
//! It exists so that a review without any external program still sees command injection, SQL built from strings and their like,
//! and so that a team's own ast-grep rules are evidence. It reads rules only from where the author of the change cannot weaken
//! them, and never takes a file that it could not parse for a clean one.

mod embedded;
mod errors;
mod files;
mod language;
mod look;
mod options;
mod php;
mod refusal;
mod report;
mod rules;
mod team;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::change::{Authority, Content};
use crate::finding::RepoPath;
use crate::scanner::{self, Engine, Needs, Options, Report, Request, Rules, ScanError, Scanner, Scope, async_trait};

use options::AstGrepOptions;
use rules::RuleSet;

/// The version of the ast-grep crates: a test compares it with the lock file.
const VERSION: &str = "0.51.1";

/// The engine's line in the registry.
pub fn engine() -> Engine {
    Engine {
        scanner: Box::new(AstGrep),
        category: "sast",
        origin: None,
        default_on: true,
        default_scope: Scope::Added,
        fits: language::FILES,
        needs: Needs::default(),
        options: Options::checked::<AstGrepOptions>(options::check),
    }
}

struct AstGrep;

#[async_trait]
impl Scanner for AstGrep {
    fn name(&self) -> &str {
        "ast-grep"
    }

    fn rules(&self, options: &serde_json::Value) -> Rules {
        let teams = options.get("rules").and_then(serde_json::Value::as_array).is_some_and(|files| !files.is_empty());
        Rules { known: report::embedded_infos(), closed: !teams }
    }

    fn judging(&self, options: &serde_json::Value) -> Vec<RepoPath> {
        let teams = options.get("rules").and_then(serde_json::Value::as_array).into_iter().flatten();
        teams.filter_map(serde_json::Value::as_str).map(team::place).collect()
    }

    async fn check(&self, options: &serde_json::Value, judge: &Authority) -> Result<(), ScanError> {
        let options: AstGrepOptions = scanner::typed(options)?;
        RuleSet::new(&options, &team::read(&options.rules, judge).await?, &[]).map(drop)
    }

    fn identity(&self) -> String {
        format!("ast-grep {VERSION}, rules {}", rules::digest(&[]))
    }

    async fn run(&self, request: &Request) -> Result<Report, ScanError> {
        let options: AstGrepOptions = request.options()?;
        let files = request.files().await?;
        let team = team::read(&options.rules, &request.judge).await?;
        let version = format!("ast-grep {VERSION}, rules {}", rules::digest(&team));
        let rules = Arc::new(RuleSet::new(&options, &team, &files)?);
        let infos = report::rule_infos(&rules);
        let look = look::Look {
            rules,
            change: Arc::clone(&request.change),
            added_only: request.scope == Scope::Added,
            deadline: request.deadline,
        };
        let seen =
            request.map(options.max_file_bytes, move |path: &RepoPath, content: Content<'_>| look.file(path, &content)).await?;
        let mut report = Report { complete: true, version, rules: infos, ..Report::default() };
        for file in seen {
            report.findings.extend(file.findings);
            report.unreviewed.extend(file.unreviewed);
        }
        Ok(report)
    }
}
