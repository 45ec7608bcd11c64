//! What an engine is, and what it returns.
//!
//! A complete report without findings means "looked, found nothing". An error, or a report that is not complete, means "no
//! answer"; there is no third way to say nothing.

use crate::change::Authority;
use crate::config::Scope;
use crate::finding::{Finding, Origin, RepoPath, RuleInfo, Unreviewed};

use super::wrapped::Meaning;
use super::{Options, Request, ScanError};

/// Deterministic evidence: looks at the reviewed content and reports findings.
#[super::async_trait]
pub trait Scanner: Send + Sync {
    /// The registered name: the name of its folder and of its line in `engines.toml`.
    fn name(&self) -> &str;

    /// Looks, and reports. Panics, deadlines and output bounds are the host's business.
    async fn run(&self, request: &Request) -> Result<Report, ScanError>;

    /// The rules that it can cite with these options, as far as it knows them before it runs.
    fn rules(&self, options: &serde_json::Value) -> Rules {
        let _ = options;
        Rules::default()
    }

    /// The files and folders of the repository by which it judges with these options: rule files, and what silences its findings.
    /// A change that edits one of them edits its own gate, and the host says so. By default the file that the option `config` names.
    fn judging(&self, options: &serde_json::Value) -> Vec<RepoPath> {
        let chosen = options.get("config").and_then(serde_json::Value::as_str);
        chosen.map(|path| RepoPath::from(path.trim_start_matches("./"))).into_iter().collect()
    }

    /// Reads the rule files that these options name as a run reads them, and refuses what a run would refuse: for `aurumcode config
    /// check` and `aurumcode doctor`, before anything runs. By default there is nothing to read.
    ///
    /// # Errors
    /// A rule file is not there, cannot be read, or holds what the engine does not take.
    async fn check(&self, options: &serde_json::Value, judge: &Authority) -> Result<(), ScanError> {
        let _ = (options, judge);
        Ok(())
    }

    /// Who it is before it has run: program and rules, for `aurumcode engines`.
    fn identity(&self) -> String {
        format!("{} {}", self.name(), env!("CARGO_PKG_VERSION"))
    }
}

/// Who ordered the scan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trust {
    /// The repository configured it; the author's suppressions count, and are listed.
    Repository,
    /// A central policy ordered it; the author's suppressions in the tree do not count.
    Policy,
}

/// What an engine saw.
#[derive(Debug, Default)]
pub struct Report {
    /// What it found.
    pub findings: Vec<Finding>,
    /// Whether it looked at everything it was asked to look at, apart from the files in `unreviewed`.
    pub complete: bool,
    /// Program and rules that answered; the same version on the same content gives the same findings.
    pub version: String,
    /// Files that it could not look at. Those in its scope make the review incomplete, and its findings still count.
    pub unreviewed: Vec<Unreviewed>,
    /// The rules that ran, as far as it knows them, and in any case those behind the findings. Of a rule in this list, silence means
    /// that there is nothing to find: a comment that silences it in vain is reported as unused.
    pub rules: Vec<RuleInfo>,
}

/// What an engine can cite. By default nothing is known, and any name can come.
#[derive(Debug, Default)]
pub struct Rules {
    /// What is known of them: for `aurumcode explain`.
    pub known: Vec<RuleInfo>,
    /// Whether no other can come, so that a configuration that names another one is refused.
    pub closed: bool,
}

/// What an engine needs from the machine, beyond the reviewed content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Needs {
    /// The external program that it wraps.
    pub program: Option<Program>,
}

/// An external program that an engine wraps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Program {
    /// What it is called on the `PATH`.
    pub name: &'static str,
    /// The arguments with which it prints its version.
    pub version_arguments: &'static [&'static str],
    /// The oldest version that the engine understands, inclusive.
    pub from: [u64; 3],
    /// The first version that it does not understand any more.
    pub below: Option<[u64; 3]>,
    /// One command that installs it.
    pub install: &'static str,
    /// What its exit codes mean, in the order of the manual's table; any other code is a failure.
    pub exits: &'static [(i32, Meaning)],
}

/// An engine as the registry holds it: the scanner and all that the host must know about it.
pub struct Engine {
    /// The scanner.
    pub scanner: Box<dyn Scanner>,
    /// Its category, the first half of its failure reasons; `gate.sources` also accepts it (`secrets`, `sast`, `lint`, …).
    pub category: &'static str,
    /// Its typed origin, when that is not its name.
    pub origin: Option<&'static str>,
    /// Whether it runs when there is no configuration.
    pub default_on: bool,
    /// Which of its findings count as new, unless its entry says otherwise.
    pub default_scope: Scope,
    /// Globs, from the repository's root, of the files that make it worth running there: `**/*.py`; `**` for any file. None: a
    /// team that wants it says so. `aurumcode init` proposes engines by it, and it never limits what an engine looks at.
    pub fits: &'static [&'static str],
    /// What it needs from the machine.
    pub needs: Needs,
    /// The type of its options: JSON Schema and validation come from it.
    pub options: Options,
}

impl Engine {
    /// The origin that its findings carry in the gate, the audit and SARIF: the declared one, else its name.
    pub fn typed_origin(&self) -> Origin {
        Origin::new(self.origin.unwrap_or_else(|| self.scanner.name()))
    }
}
