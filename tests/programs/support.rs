//! A change in a real repository, and an engine run over it: with a scripted program, or with the real one.

use std::sync::Arc;
use std::time::{Duration, Instant};

use aurumcode::change::{Side, Target};
use aurumcode::config::{Ignore, Scope};
use aurumcode::finding::Finding;
use aurumcode::process::Runner;
use aurumcode::scanner::{Report, Request, ScanError, Scanner, Trust, registry};

use crate::repo::Repo;

/// An order for an engine, with defaults that a test changes.
pub(crate) struct Order<'a> {
    pub(crate) repo: &'a Repo,
    pub(crate) target: Target,
    pub(crate) trust: Trust,
    pub(crate) scope: Scope,
    pub(crate) options: serde_json::Value,
    pub(crate) ignore: &'a [&'a str],
}

impl<'a> Order<'a> {
    /// The last commit of `repo`, ordered by the repository itself.
    pub(crate) fn of(repo: &'a Repo) -> Self {
        Self {
            repo,
            target: Target::commits(Some("HEAD~1"), None),
            trust: Trust::Repository,
            scope: Scope::ChangedFiles,
            options: serde_json::json!({}),
            ignore: &[],
        }
    }

    /// The request that the host would make of it.
    pub(crate) async fn request(&self, command: Arc<dyn Runner>) -> Request {
        let change = self.repo.change(self.target.clone()).await;
        Request {
            trust: self.trust,
            options: self.options.clone(),
            range: change.range(),
            scope: self.scope,
            judge: change.authority(Side::Base),
            change: Arc::new(change),
            command,
            ignored: Arc::new(Ignore::new(self.ignore).expect("patterns")),
            deadline: Instant::now() + Duration::from_secs(110),
        }
    }

    /// Runs `scanner`.
    pub(crate) async fn run(&self, scanner: &dyn Scanner, command: Arc<dyn Runner>) -> Result<Report, ScanError> {
        scanner.run(&self.request(command).await).await
    }

    /// Runs the engine of that name with its real program; nothing when that is absent.
    pub(crate) async fn really(&self, engine: &str) -> Option<Result<Report, ScanError>> {
        let registry = registry();
        let registered = registry.get(engine).expect("the engine is compiled in");
        is_installed(registered.engine.needs.program.expect("a program").name)?;
        Some(self.run(&*registered.engine.scanner, self.repo.runner()).await)
    }
}

/// Whether the program is on the `PATH`. Its absence is said, and in CI a failure.
pub(crate) fn is_installed(program: &str) -> Option<()> {
    let path = std::env::var_os("PATH").expect("a PATH");
    let found = std::env::split_paths(&path).any(|directory| directory.join(program).is_file());
    if !found {
        assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "`{program}` is not on the PATH: run scripts/test");
        eprintln!("skipped: `{program}` is not on the PATH; scripts/test installs it");
    }
    found.then_some(())
}

/// A token that the rules of secret scanners know, made here so that no file of the project holds one.
pub(crate) fn token() -> String {
    ["ghp", "_", "x7Kq2mVt9BzLr4Wd8YscN1Fh6Jp3GaEoU5Tv"].concat()
}

/// The findings as `rule path:line`, sorted.
pub(crate) fn found(report: &Report) -> Vec<String> {
    let shown = |finding: &Finding| {
        let line = finding.location.line.map_or(String::new(), |line| format!(":{line}"));
        format!("{} {}{line}", finding.rule, finding.location.path)
    };
    let mut found: Vec<String> = report.findings.iter().map(shown).collect();
    found.sort();
    found
}
