//! Finds security problems in Python with the program bandit.
//!
//! It runs as if no `# nosec` were there, and a second time with the author's word where that counts, so that what is silenced is
//! known. A file that it left out, or could not parse, is not reviewed.

mod options;
mod parse;

use std::ffi::OsString;

use crate::finding::RepoPath;
use crate::scanner::wrapped::{Answer, Hearing, Linter, Marker, Meaning, Paths, Seen, Silencers, Stage, Wrapped, lint};
use crate::scanner::{Engine, Needs, Options, Program, Report, Request, ScanError, Scanner, Scope, async_trait};

use options::BanditOptions;

/// The author's settings, which count at the root.
const SETTINGS: &str = ".bandit";

const SILENCERS: Silencers = Silencers { settings: &[SETTINGS], comments: &[Marker::word("nosec")], broken: &[] };

const PROGRAM: Program = Program {
    name: "bandit",
    version_arguments: &["--version"],
    from: [1, 7, 3], // the first whose report names the weakness
    below: Some([2, 0, 0]),
    install: "pipx install bandit",
    exits: &[
        (0, Meaning::Clean),
        (1, Meaning::Findings),
        (2, Meaning::Failed("it does not know an option, or could not read its configuration")),
    ],
};

/// The engine's line in the registry.
pub fn engine() -> Engine {
    Engine {
        scanner: Box::new(Bandit),
        category: "sast",
        origin: None,
        default_on: false,
        default_scope: Scope::Added,
        fits: &["**/*.py"],
        needs: Needs { program: Some(PROGRAM) },
        options: Options::checked(BanditOptions::problems),
    }
}

struct Bandit;

#[async_trait]
impl Scanner for Bandit {
    fn name(&self) -> &str {
        "bandit"
    }

    fn identity(&self) -> String {
        PROGRAM.identity()
    }

    async fn run(&self, request: &Request) -> Result<Report, ScanError> {
        let options: BanditOptions = request.options()?;
        let config = request.chosen_config(options.config.as_deref()).await?;
        lint(PROGRAM, &Asked { options, config }, request, is_python).await
    }
}

fn is_python(path: &RepoPath) -> bool {
    path.extension().is_some_and(|extension| extension == "py" || extension == "pyw")
}

/// One order.
struct Asked {
    options: BanditOptions,
    config: Option<Vec<u8>>,
}

impl Linter for Asked {
    fn silencers(&self) -> Silencers {
        SILENCERS
    }

    fn arguments(&self, wrapped: &Wrapped<'_>, stage: &Stage, hearing: Hearing) -> Result<Vec<OsString>, ScanError> {
        let confidence = format!("--confidence-level={}", self.options.min_confidence.as_str());
        let mut arguments: Vec<OsString> = vec!["--quiet".into(), "--format=json".into(), confidence.into()];
        // Its default leaves out folders by their names.
        arguments.push("--exclude=".into());
        if let Some(config) = &self.config {
            // It tells the format by the name.
            let name = if self.options.config.as_deref().is_some_and(|path| path.ends_with(".toml")) { "toml" } else { "yml" };
            let path = wrapped.write(&format!("{hearing:?}/config.{name}"), config)?;
            arguments.extend(["--configfile".into(), path.into_os_string()]);
        }
        match hearing {
            Hearing::Deaf => arguments.push("--ignore-nosec".into()),
            Hearing::Author if stage.settings().contains(&SETTINGS.into()) => {
                arguments.extend(["--ini".into(), SETTINGS.into()]);
            }
            Hearing::Author => {}
        }
        Ok(arguments)
    }

    fn read(&self, answer: &Answer, files: &Paths) -> Result<Seen, ScanError> {
        parse::read(answer, files)
    }

    fn rules(&self) -> Vec<u8> {
        [self.options.min_confidence.as_str().as_bytes(), self.config.as_deref().unwrap_or_default()].join(&0)
    }
}
