//! Finds misconfigured infrastructure and vulnerable dependencies with the program Trivy.
//!
//! It runs offline, over the reviewed files alone, with the checks that are compiled into it. Of what an author can write only the
//! list of ignored findings counts where the repository orders the scan: Trivy's own configuration could have it load modules.

mod options;
mod parse;

use std::ffi::OsString;
use std::path::Path;

use crate::scanner::wrapped::{Answer, Hearing, Linter, Marker, Meaning, Paths, Seen, Silencers, Stage, Target, Wrapped, lint};
use crate::scanner::{Engine, Needs, Options, Program, Report, Request, ScanError, Scanner, Scope, async_trait};

use options::TrivyOptions;

/// The author's ignored findings, which count at the root.
const IGNORED: [&str; 2] = [".trivyignore", ".trivyignore.yaml"];

const SILENCERS: Silencers = Silencers {
    settings: &IGNORED,
    comments: &[],
    // Other words may stand between: `trivy:exp:2099-01-01:ignore:…`.
    broken: &[Marker::with("trivy:", &["ignore"]), Marker::with("tfsec:", &["ignore"])],
};

const PROGRAM: Program = Program {
    name: "trivy",
    version_arguments: &["--version"],
    from: [0, 50, 0],
    below: Some([1, 0, 0]),
    install: "brew install trivy",
    exits: &[(0, Meaning::Answered), (1, Meaning::Failed("it does not know an option, lacks its database, or could not look"))],
};

/// The engine's line in the registry.
pub fn engine() -> Engine {
    Engine {
        scanner: Box::new(Trivy),
        category: "sca",
        origin: None,
        default_on: false,
        default_scope: Scope::Added,
        fits: &["**/Dockerfile", "**/*.tf", "**/Chart.yaml"],
        needs: Needs { program: Some(PROGRAM) },
        options: Options::checked(TrivyOptions::problems),
    }
}

struct Trivy;

#[async_trait]
impl Scanner for Trivy {
    fn name(&self) -> &str {
        "trivy"
    }

    fn identity(&self) -> String {
        PROGRAM.identity()
    }

    async fn run(&self, request: &Request) -> Result<Report, ScanError> {
        let options: TrivyOptions = request.options()?;
        let database = match options.database.as_deref() {
            Some(path) => age(Path::new(path))?,
            None => Vec::new(),
        };
        lint(PROGRAM, &Asked { options, database }, request, |_| true).await
    }
}

/// What the database says of its own age, which is a part of what judges.
fn age(database: &Path) -> Result<Vec<u8>, ScanError> {
    let file = database.join("db").join("metadata.json");
    std::fs::read(&file).map_err(|error| {
        let remedy = "fill it with `trivy image --download-db-only --cache-dir DIR`";
        ScanError::Unavailable(format!("`options.database` holds no database of Trivy ({}: {error}); {remedy}", file.display()))
    })
}

/// One order.
struct Asked {
    options: TrivyOptions,
    database: Vec<u8>,
}

impl Linter for Asked {
    fn silencers(&self) -> Silencers {
        SILENCERS
    }

    fn target(&self) -> Target {
        // It passes over `dev`, `proc` and `sys` at the top, as if a whole machine were scanned.
        Target::Above
    }

    fn environment(&self) -> Vec<(&'static str, OsString)> {
        ["TRIVY_SKIP_VERSION_CHECK", "TRIVY_DISABLE_TELEMETRY"].map(|name| (name, "true".into())).to_vec()
    }

    fn arguments(&self, wrapped: &Wrapped<'_>, stage: &Stage, hearing: Hearing) -> Result<Vec<OsString>, ScanError> {
        let nothing = wrapped.write(&format!("{hearing:?}/nothing"), "")?.into_os_string();
        let fixed = ["filesystem", "--format=json", "--exit-code=0", "--no-progress", "--offline-scan", "--skip-check-update"];
        let mut arguments: Vec<OsString> = fixed.map(OsString::from).to_vec();
        arguments.push(format!("--scanners={}", self.options.scanners()).into());
        let cache = match &self.options.database {
            Some(path) => OsString::from(path),
            None => wrapped.empty_directory()?.into_os_string(),
        };
        arguments.extend(["--cache-dir".into(), cache]);
        arguments.extend(["--skip-db-update".into(), "--skip-java-db-update".into()]);
        let authors = IGNORED.iter().find(|name| stage.settings().contains(&(**name).into()));
        let ignored = authors.filter(|_| hearing == Hearing::Author);
        let ignored = ignored.map_or_else(|| nothing.clone(), |name| stage.path().join(name).into_os_string());
        arguments.extend(["--ignorefile".into(), ignored, "--config".into(), nothing]);
        Ok(arguments)
    }

    fn read(&self, answer: &Answer, files: &Paths) -> Result<Seen, ScanError> {
        parse::read(answer, files)
    }

    fn rules(&self) -> Vec<u8> {
        [self.options.scanners().as_bytes(), &self.database].join(&0)
    }
}
