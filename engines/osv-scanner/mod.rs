//! Finds dependencies with known vulnerabilities with the program OSV-Scanner.
//!
//! It is given lock files and nothing else, and believed only about those of which its log says that it scanned them. By default it asks
//! the service osv.dev, which learns the names and versions of the dependencies; with a database of its own it asks nobody.

mod lock_files;
mod options;
mod parse;

use std::ffi::OsString;

use crate::scanner::wrapped::{Answer, Hearing, Linter, Meaning, Paths, Seen, Silencers, Stage, Target, Wrapped, lint};
use crate::scanner::{Engine, Needs, Options, Program, Report, Request, ScanError, Scanner, Scope, async_trait};

use options::OsvOptions;

/// Says nothing, in place of the settings that the program would look for beside each lock file.
const NOTHING: &str = "IgnoredVulns = []\n";

const SILENCERS: Silencers = Silencers { settings: &["osv-scanner.toml"], comments: &[], broken: &[] };

const PROGRAM: Program = Program {
    name: "osv-scanner",
    version_arguments: &["--version"],
    from: [2, 0, 0],
    below: Some([3, 0, 0]),
    install: "brew install osv-scanner",
    exits: &[
        (0, Meaning::Clean),
        (1, Meaning::Findings),
        (127, Meaning::Answered), // something failed: only what the log names as scanned counts
        (128, Meaning::Answered), // nothing that it was given holds a package
    ],
};

/// The engine's line in the registry.
pub fn engine() -> Engine {
    Engine {
        scanner: Box::new(OsvScanner),
        category: "sca",
        origin: None,
        default_on: false,
        default_scope: Scope::Added,
        fits: &["**/package-lock.json", "**/yarn.lock", "**/Cargo.lock", "**/go.mod", "**/poetry.lock", "**/Gemfile.lock"],
        needs: Needs { program: Some(PROGRAM) },
        options: Options::checked(OsvOptions::problems),
    }
}

struct OsvScanner;

#[async_trait]
impl Scanner for OsvScanner {
    fn name(&self) -> &str {
        "osv-scanner"
    }

    fn identity(&self) -> String {
        PROGRAM.identity()
    }

    async fn run(&self, request: &Request) -> Result<Report, ScanError> {
        let options: OsvOptions = request.options()?;
        let config = request.chosen_config(options.config.as_deref()).await?;
        lint(PROGRAM, &Asked { options, config }, request, lock_files::is_one).await
    }
}

/// One order.
struct Asked {
    options: OsvOptions,
    config: Option<Vec<u8>>,
}

impl Linter for Asked {
    fn silencers(&self) -> Silencers {
        SILENCERS
    }

    fn target(&self) -> Target {
        Target::Directory
    }

    fn environment(&self) -> Vec<(&'static str, OsString)> {
        let database = self.options.database.as_ref();
        database.map(|path| ("OSV_SCANNER_LOCAL_DB_CACHE_DIRECTORY", path.into())).into_iter().collect()
    }

    fn arguments(&self, wrapped: &Wrapped<'_>, _: &Stage, hearing: Hearing) -> Result<Vec<OsString>, ScanError> {
        let fixed = ["scan", "source", "--recursive", "--no-ignore", "--format=json"];
        let mut arguments: Vec<OsString> = fixed.map(OsString::from).to_vec();
        if self.options.database.is_some() {
            arguments.push("--offline".into());
        }
        if self.config.is_some() || hearing == Hearing::Deaf {
            let text = self.config.as_deref().unwrap_or(NOTHING.as_bytes());
            let path = wrapped.write(&format!("{hearing:?}/osv-scanner.toml"), text)?;
            arguments.extend(["--config".into(), path.into_os_string()]);
        }
        Ok(arguments)
    }

    fn read(&self, answer: &Answer, files: &Paths) -> Result<Seen, ScanError> {
        parse::read(answer, files)
    }

    fn rules(&self) -> Vec<u8> {
        let database = self.options.database.as_deref().unwrap_or_default();
        [database.as_bytes(), self.config.as_deref().unwrap_or_default()].join(&0)
    }
}
