//! Lints Python with the program ruff.
//!
//! Where the repository orders the scan its own configuration chooses the rules, as the team is used to; a policy's entry runs
//! without it. Comments such as `# noqa` are never believed alone: what they hide is reported as silenced.

mod options;
mod parse;

use std::ffi::OsString;

use crate::finding::RepoPath;
use crate::scanner::wrapped::{Answer, Hearing, Linter, Marker, Meaning, Paths, Seen, Silencers, Stage, Wrapped, lint};
use crate::scanner::{Engine, Needs, Options, Program, Report, Request, ScanError, Scanner, Scope, async_trait};

use options::RuffOptions;

const SILENCERS: Silencers = Silencers {
    settings: &["ruff.toml", ".ruff.toml", "pyproject.toml"],
    comments: &[Marker::word("noqa"), Marker::with("ruff:", &["ignore", "disable"])],
    broken: &[Marker::with("isort:", &["skip", "off", "split"])],
};

const PROGRAM: Program = Program {
    name: "ruff",
    version_arguments: &["--version"],
    from: [0, 5, 0],
    below: Some([1, 0, 0]),
    install: "pipx install ruff",
    exits: &[
        (0, Meaning::Clean),
        (1, Meaning::Findings),
        (2, Meaning::Failed("it does not know an option or a rule, or could not read its configuration")),
    ],
};

/// The engine's line in the registry.
pub fn engine() -> Engine {
    Engine {
        scanner: Box::new(Ruff),
        category: "lint",
        origin: None,
        default_on: false,
        default_scope: Scope::Added,
        fits: &["**/*.py", "**/*.pyi"],
        needs: Needs { program: Some(PROGRAM) },
        options: Options::checked(RuffOptions::problems),
    }
}

struct Ruff;

#[async_trait]
impl Scanner for Ruff {
    fn name(&self) -> &str {
        "ruff"
    }

    fn identity(&self) -> String {
        PROGRAM.identity()
    }

    async fn run(&self, request: &Request) -> Result<Report, ScanError> {
        let options: RuffOptions = request.options()?;
        let config = request.chosen_config(options.config.as_deref()).await?;
        lint(PROGRAM, &Asked { options, config }, request, is_python).await
    }
}

fn is_python(path: &RepoPath) -> bool {
    path.extension().is_some_and(|extension| ["py", "pyi", "pyw"].iter().any(|known| extension == *known))
}

/// One order.
struct Asked {
    options: RuffOptions,
    config: Option<Vec<u8>>,
}

impl Linter for Asked {
    fn silencers(&self) -> Silencers {
        SILENCERS
    }

    fn arguments(&self, wrapped: &Wrapped<'_>, stage: &Stage, hearing: Hearing) -> Result<Vec<OsString>, ScanError> {
        // A configuration may ask for fixes, which would hide what they fix.
        let fixed = ["check", "--no-cache", "--no-fix", "--no-fix-only", "--quiet", "--output-format=json"];
        let mut arguments: Vec<OsString> = fixed.map(OsString::from).to_vec();
        match (&self.config, stage.settings().is_empty()) {
            (Some(config), _) => {
                let name = if self.options.is_project() { "pyproject.toml" } else { "ruff.toml" };
                let path = wrapped.write(&format!("{hearing:?}/{name}"), config)?;
                arguments.extend(["--no-force-exclude".into(), "--config".into(), path.into_os_string()]);
            }
            // What the team's configuration excludes is left out, although the files are named.
            (None, false) => arguments.push("--force-exclude".into()),
            (None, true) => arguments.extend(["--no-force-exclude".into(), "--isolated".into()]),
        }
        for (option, rules) in [("--select", &self.options.select), ("--extend-select", &self.options.extend_select)] {
            if !rules.is_empty() {
                arguments.push(format!("{option}={}", rules.join(",")).into());
            }
        }
        if hearing == Hearing::Deaf {
            arguments.push("--ignore-noqa".into());
        }
        arguments.push("--".into());
        Ok(arguments)
    }

    fn read(&self, answer: &Answer, files: &Paths) -> Result<Seen, ScanError> {
        parse::read(answer, files)
    }

    fn rules(&self) -> Vec<u8> {
        let (select, extend) = (self.options.select.join(","), self.options.extend_select.join(","));
        [select.as_bytes(), extend.as_bytes(), self.config.as_deref().unwrap_or_default()].join(&0)
    }
}
