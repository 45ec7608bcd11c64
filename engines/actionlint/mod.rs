//! Lints GitHub Actions workflows with the program actionlint.
//!
//! The program looks for its configuration in the repository that a file lies in. The copies lie in none, so it reads the one that it
//! is given. Comments that silence, which a fork of it knows, are broken in the copies.

mod options;
mod parse;

use std::ffi::OsString;

use crate::finding::RepoPath;
use crate::scanner::wrapped::{Answer, Hearing, Linter, Marker, Meaning, Paths, Seen, Silencers, Stage, Wrapped, lint};
use crate::scanner::{Engine, Needs, Options, Program, Report, Request, ScanError, Scanner, Scope, async_trait};

use options::ActionlintOptions;

/// The author's settings, at the places where the program looks for them.
const SETTINGS: [&str; 2] = [".github/actionlint.yaml", ".github/actionlint.yml"];

/// A configuration that says nothing.
const NOTHING: &str = "self-hosted-runner:\n  labels: []\n";

const SILENCERS: Silencers =
    Silencers { settings: &["actionlint.yaml", "actionlint.yml"], comments: &[], broken: &[Marker::word("actionlint:ignore")] };

const PROGRAM: Program = Program {
    name: "actionlint",
    version_arguments: &["-version"],
    from: [1, 6, 26],
    below: Some([2, 0, 0]),
    install: "go install github.com/rhysd/actionlint/cmd/actionlint@latest",
    exits: &[
        (0, Meaning::Clean),
        (1, Meaning::Findings),
        (2, Meaning::Failed("it does not know an option")),
        (3, Meaning::Failed("it could not read a file or its configuration")),
    ],
};

/// The engine's line in the registry.
pub fn engine() -> Engine {
    Engine {
        scanner: Box::new(Actionlint),
        category: "lint",
        origin: None,
        default_on: false,
        default_scope: Scope::Added,
        fits: &[".github/workflows/*.yml", ".github/workflows/*.yaml"],
        needs: Needs { program: Some(PROGRAM) },
        options: Options::checked(ActionlintOptions::problems),
    }
}

struct Actionlint;

#[async_trait]
impl Scanner for Actionlint {
    fn name(&self) -> &str {
        "actionlint"
    }

    fn identity(&self) -> String {
        PROGRAM.identity()
    }

    async fn run(&self, request: &Request) -> Result<Report, ScanError> {
        let options: ActionlintOptions = request.options()?;
        let config = request.chosen_config(options.config.as_deref()).await?;
        lint(PROGRAM, &Asked { config }, request, is_workflow).await
    }
}

fn is_workflow(path: &RepoPath) -> bool {
    let name = path.as_str().and_then(|path| path.strip_prefix(".github/workflows/"));
    name.is_some_and(|name| !name.contains('/') && (name.ends_with(".yml") || name.ends_with(".yaml")))
}

/// One order.
struct Asked {
    config: Option<Vec<u8>>,
}

impl Linter for Asked {
    fn silencers(&self) -> Silencers {
        SILENCERS
    }

    fn arguments(&self, wrapped: &Wrapped<'_>, stage: &Stage, hearing: Hearing) -> Result<Vec<OsString>, ScanError> {
        // Other linters that it would start are engines of their own, or nobody's.
        let fixed = ["-no-color", "-shellcheck=", "-pyflakes=", "-format={{json .}}"];
        let mut arguments: Vec<OsString> = fixed.map(OsString::from).to_vec();
        let authors = SETTINGS.iter().find(|path| stage.settings().contains(&(**path).into()));
        let config = match (&self.config, authors.filter(|_| hearing == Hearing::Author)) {
            (None, Some(authors)) => OsString::from(*authors),
            (config, _) => {
                let text = config.as_deref().unwrap_or(NOTHING.as_bytes());
                wrapped.write(&format!("{hearing:?}/actionlint.yaml"), text)?.into_os_string()
            }
        };
        arguments.extend(["-config-file".into(), config, "--".into()]);
        Ok(arguments)
    }

    fn read(&self, answer: &Answer, files: &Paths) -> Result<Seen, ScanError> {
        parse::read(answer, files)
    }

    fn rules(&self) -> Vec<u8> {
        self.config.clone().unwrap_or_default()
    }
}
