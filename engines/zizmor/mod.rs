//! Finds security problems in GitHub Actions with the program zizmor.
//!
//! It is offline: it asks no service and sees no token. It lists what a comment silences as such, so that one run tells both. A file
//! that it could not parse is only told in its log, which is why the log must name every file that it completed.

mod options;
mod parse;

use std::ffi::OsString;

use crate::finding::RepoPath;
use crate::scanner::wrapped::{Answer, Hearing, Linter, Meaning, Paths, Seen, Silencers, Stage, Wrapped, lint};
use crate::scanner::{Engine, Needs, Options, Program, Report, Request, ScanError, Scanner, Scope, async_trait};

use options::ZizmorOptions;

/// What a comment silences is listed in the report.
const SILENCERS: Silencers = Silencers { settings: &["zizmor.yml", "zizmor.yaml"], comments: &[], broken: &[] };

const PROGRAM: Program = Program {
    name: "zizmor",
    version_arguments: &["--version"],
    from: [1, 32, 0], // the first that was seen to list what a comment silences
    below: Some([2, 0, 0]),
    install: "pipx install zizmor",
    exits: &[
        (0, Meaning::Answered),
        (3, Meaning::Answered), // of nothing that it was given it could make anything
        (1, Meaning::Failed("it could not read a file or its configuration")),
        (2, Meaning::Failed("it does not know an option")),
    ],
};

/// The engine's line in the registry.
pub fn engine() -> Engine {
    Engine {
        scanner: Box::new(Zizmor),
        category: "sast",
        origin: None,
        default_on: false,
        default_scope: Scope::Added,
        fits: &[".github/workflows/*.yml", ".github/workflows/*.yaml", "**/action.yml", "**/action.yaml"],
        needs: Needs { program: Some(PROGRAM) },
        options: Options::checked(ZizmorOptions::problems),
    }
}

struct Zizmor;

#[async_trait]
impl Scanner for Zizmor {
    fn name(&self) -> &str {
        "zizmor"
    }

    fn identity(&self) -> String {
        PROGRAM.identity()
    }

    async fn run(&self, request: &Request) -> Result<Report, ScanError> {
        let options: ZizmorOptions = request.options()?;
        let config = request.chosen_config(options.config.as_deref()).await?;
        lint(PROGRAM, &Asked { options, config }, request, is_of_actions).await
    }
}

/// Workflows, and the definitions of actions.
fn is_of_actions(path: &RepoPath) -> bool {
    let Some(path) = path.as_str() else { return false };
    let workflow = path.strip_prefix(".github/workflows/").is_some_and(|name| !name.contains('/'));
    let name = path.rsplit('/').next().unwrap_or(path);
    name == "action.yml" || name == "action.yaml" || (workflow && (name.ends_with(".yml") || name.ends_with(".yaml")))
}

/// One order.
struct Asked {
    options: ZizmorOptions,
    config: Option<Vec<u8>>,
}

impl Linter for Asked {
    fn silencers(&self) -> Silencers {
        SILENCERS
    }

    fn arguments(&self, wrapped: &Wrapped<'_>, _: &Stage, hearing: Hearing) -> Result<Vec<OsString>, ScanError> {
        let fixed = ["--offline", "--no-progress", "--no-exit-codes", "--no-ignores", "--color=never", "--format=json-v1"];
        let mut arguments: Vec<OsString> = fixed.map(OsString::from).to_vec();
        arguments.push(format!("--persona={}", self.options.persona.as_str()).into());
        match (&self.config, hearing) {
            (Some(config), _) => {
                let path = wrapped.write(&format!("{hearing:?}/zizmor.yml"), config)?;
                arguments.extend(["--config".into(), path.into_os_string()]);
            }
            (None, Hearing::Deaf) => arguments.push("--no-config".into()),
            (None, Hearing::Author) => {}
        }
        arguments.push("--".into());
        Ok(arguments)
    }

    fn read(&self, answer: &Answer, files: &Paths) -> Result<Seen, ScanError> {
        parse::read(answer, files)
    }

    fn rules(&self) -> Vec<u8> {
        [self.options.persona.as_str().as_bytes(), self.config.as_deref().unwrap_or_default()].join(&0)
    }
}

#[cfg(test)]
mod tests {
    use super::is_of_actions;

    #[test]
    fn workflows_and_actions_are_known_by_their_places() {
        for path in [".github/workflows/ci.yml", ".github/workflows/x.yaml", "action.yml", "a/b/action.yaml"] {
            assert!(is_of_actions(&path.into()), "{path}");
        }
        for path in [".github/workflows/a/b.yml", "workflows/ci.yml", ".github/workflows/readme.md", "transaction.yml"] {
            assert!(!is_of_actions(&path.into()), "{path}");
        }
    }
}
