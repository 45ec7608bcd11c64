//! Finds credentials with the program gitleaks: in the commits under review, or in the reviewed files.
//!
//! A secret that one commit adds and the next removes is still public, so commits are searched one by one. The program is given
//! nothing in which an author can silence it; what its ignore file and comments would have silenced is found by asking twice.

mod config;
mod locate;
mod options;
mod parse;
mod report;
mod scan;

use crate::change::Authority;
use crate::finding::RepoPath;
use crate::scanner::wrapped::{Meaning, Wrapped};
use crate::scanner::{self, Engine, Needs, Options, Program, Report, Request, ScanError, Scanner, Scope, async_trait};

use options::GitleaksOptions;

/// The exit code for "found something": the program's own, 1, also means that it failed.
const FOUND: i32 = 77;

const PROGRAM: Program = Program {
    name: "gitleaks",
    version_arguments: &["version"],
    from: [8, 19, 0], // the first with the commands `git` and `dir`
    below: Some([9, 0, 0]),
    install: "brew install gitleaks",
    exits: &[
        (0, Meaning::Clean),
        (FOUND, Meaning::Findings),
        (1, Meaning::Failed("it could not read its configuration, the files or the history")),
        (2, Meaning::Failed("a rule of its configuration is broken")),
        (126, Meaning::Failed("this version does not know an option")),
    ],
};

/// The engine's line in the registry.
pub fn engine() -> Engine {
    Engine {
        scanner: Box::new(Gitleaks),
        category: "secrets",
        origin: None,
        default_on: false,
        default_scope: Scope::Range,
        fits: &["**"],
        needs: Needs { program: Some(PROGRAM) },
        options: Options::checked(GitleaksOptions::problems),
    }
}

struct Gitleaks;

#[async_trait]
impl Scanner for Gitleaks {
    fn name(&self) -> &str {
        "gitleaks"
    }

    fn judging(&self, options: &serde_json::Value) -> Vec<RepoPath> {
        let chosen = options.get("config").and_then(serde_json::Value::as_str);
        let config = chosen.map_or(config::AUTHORS, |path| path.trim_start_matches("./"));
        vec![RepoPath::from(config), RepoPath::from(scan::IGNORE_FILE)]
    }

    async fn check(&self, options: &serde_json::Value, judge: &Authority) -> Result<(), ScanError> {
        let options: GitleaksOptions = scanner::typed(options)?;
        match &options.config {
            Some(path) => config::chosen_rules(judge, path).await.map(drop),
            None => Ok(()),
        }
    }

    fn identity(&self) -> String {
        PROGRAM.identity()
    }

    async fn run(&self, request: &Request) -> Result<Report, ScanError> {
        let options: GitleaksOptions = request.options()?;
        let gitleaks = Wrapped::find(PROGRAM, request).await?.quoting(parse::is_error);
        let rules = config::rules(request, options.config.as_deref()).await?;
        let scan = scan::Scan::new(&gitleaks, request, &rules).await?;
        let mut seen = Vec::new();
        for (leak, silenced) in scan.leaks().await? {
            let finding = scan.finding(&leak, silenced).await?;
            seen.push((leak, finding));
        }
        Ok(Report {
            rules: report::infos(seen.iter().map(|(leak, _)| leak)),
            findings: seen.into_iter().map(|(_, finding)| finding).collect(),
            complete: true,
            version: gitleaks.identity([Some(&rules.text), rules.authors.as_ref()].into_iter().flatten().map(String::as_bytes)),
            unreviewed: scan.unreviewed(),
        })
    }
}
