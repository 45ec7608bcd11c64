//! The two programs that speak this language, and the scanner that runs either.

use crate::change::Authority;
use crate::finding::RepoPath;
use crate::scanner::{self, Engine, Needs, Options, Program, Report, Request, ScanError, Scanner, Scope, async_trait};

use super::options::{SemgrepOptions, is_of_registry};
use super::packs::{self, Packs};
use super::scan::{IGNORE_FILE, Scan};

/// In what one program differs from the other.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Dialect {
    /// The program; its name is the engine's.
    pub(in super::super) program: Program,
    /// Arguments that only it knows.
    pub(in super::super) arguments: &'static [&'static str],
    /// Variables that only it knows.
    pub(in super::super) environment: &'static [(&'static str, &'static str)],
}

/// What the host must know about the engine.
pub(in super::super) fn registered(dialect: Dialect) -> Engine {
    Engine {
        scanner: Box::new(Semgrep(dialect)),
        category: "sast",
        origin: None,
        default_on: false,
        default_scope: Scope::Added,
        fits: &[], // it needs rules, which a team chooses
        needs: Needs { program: Some(dialect.program) },
        options: Options::checked(SemgrepOptions::problems),
    }
}

struct Semgrep(Dialect);

#[async_trait]
impl Scanner for Semgrep {
    fn name(&self) -> &str {
        self.0.program.name
    }

    fn identity(&self) -> String {
        self.0.program.identity()
    }

    fn judging(&self, options: &serde_json::Value) -> Vec<RepoPath> {
        let packs = options.get("rule_packs").and_then(serde_json::Value::as_array);
        let packs = packs.into_iter().flatten().filter_map(serde_json::Value::as_str).filter(|pack| !is_of_registry(pack));
        packs.map(packs::place).chain([RepoPath::from(IGNORE_FILE)]).collect()
    }

    async fn check(&self, options: &serde_json::Value, judge: &Authority) -> Result<(), ScanError> {
        let options: SemgrepOptions = scanner::typed(options)?;
        Packs::read(judge, &options.rule_packs).await.map(drop)
    }

    async fn run(&self, request: &Request) -> Result<Report, ScanError> {
        let options: SemgrepOptions = request.options()?;
        let packs = Packs::read(&request.judge, &options.rule_packs).await?;
        Scan { dialect: self.0, request, packs, rule_timeout: options.rule_timeout }.report().await
    }
}
