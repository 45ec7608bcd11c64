//! How git is called: one way for every call, so that neither the user's configuration nor the reviewed content can change
//! what comes back or have a program run.
//!
//! Only plumbing commands are used. No call may write to the repository, take a lock, use the network or start a hook, a
//! filter, an external diff or a file-system monitor.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use bstr::ByteSlice;

use crate::finding::RepoPath;
use crate::process::{Command, Exit, Output, ProcessError, Runner};

use super::ChangeError;
use super::raw::Malformed;

/// The oldest git whose documentation describes every option used here (`rev-parse --path-format`).
pub(super) const MINIMUM_VERSION: (u32, u32) = (2, 31);

/// How long one call may take. Comparing a million lines or hashing a gigabyte of working files takes minutes on a slow disk.
const TIMEOUT: Duration = Duration::from_secs(600);

/// How much of a listing is read: over two million paths.
pub(super) const LISTING_LIMIT: usize = 512 * 1024 * 1024;

/// Options in front of every subcommand. Configuration given here outranks all files.
const OPTIONS: [&str; 19] = [
    "--no-pager",
    "--no-replace-objects",
    "--literal-pathspecs",
    "-c",
    "core.fsmonitor=false", // may name a program
    "-c",
    "core.untrackedCache=false",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "core.splitIndex=false", // would write next to the repository's own index
    "-c",
    "core.safecrlf=false", // a warning about line ends is no reason to fail
    "-c",
    "core.looseCompression=0", // only the throw-away copy of working files is ever written
    "-c",
    "core.quotePath=false",
    "-c",
    "advice.graftFileDeprecated=false",
];

/// The environment of every call.
const ENVIRONMENT: [(&str, &str); 8] = [
    ("LC_ALL", "C"), // messages are recognised by their English text
    ("GIT_OPTIONAL_LOCKS", "0"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("GIT_NO_LAZY_FETCH", "1"),
    ("GIT_ALLOW_PROTOCOL", "none"), // the same for a git that does not know the line above
    ("GIT_NO_REPLACE_OBJECTS", "1"),
    ("GIT_GRAFT_FILE", "/dev/null"),
    ("GIT_LITERAL_PATHSPECS", "1"),
];

/// Git, run in one directory.
#[derive(Clone)]
pub(super) struct Git {
    runner: Arc<dyn Runner>,
    directory: PathBuf,
    options: Vec<OsString>,
    environment: Vec<(OsString, OsString)>,
}

impl Git {
    pub(super) fn new(runner: Arc<dyn Runner>, directory: impl Into<PathBuf>) -> Self {
        Self { runner, directory: directory.into(), options: Vec::new(), environment: Vec::new() }
    }

    /// The same git in another directory.
    pub(super) fn within(&self, directory: impl Into<PathBuf>) -> Self {
        Self { directory: directory.into(), ..self.clone() }
    }

    /// The same git with a variable more.
    pub(super) fn env(mut self, name: &str, value: impl Into<OsString>) -> Self {
        self.environment.push((name.into(), value.into()));
        self
    }

    /// The same git with options more, in front of the subcommand.
    pub(super) fn options(mut self, options: impl IntoIterator<Item = OsString>) -> Self {
        self.options.extend(options);
        self
    }

    /// A call of `arguments`, the subcommand first.
    pub(super) fn command<A: Into<OsString>>(&self, arguments: impl IntoIterator<Item = A>) -> Command {
        let mut command = Command::new("git", &self.directory).args(OPTIONS).args(self.options.iter().cloned()).args(arguments);
        for (name, value) in ENVIRONMENT {
            command = command.env(name, value);
        }
        for (name, value) in &self.environment {
            command = command.env(name, value);
        }
        command.timeout = TIMEOUT;
        command
    }

    /// A call of `words`, the subcommand first, restricted to `paths` (unless there are none).
    pub(super) fn on_paths<W: AsRef<OsStr>>(&self, words: impl IntoIterator<Item = W>, paths: &[RepoPath]) -> Command {
        let words = words.into_iter().map(|word| word.as_ref().to_owned());
        // The empty path is the root, with everything below it; git takes it for a mistake.
        let paths = if paths.iter().any(|path| path.as_bytes().is_empty()) { &[] } else { paths };
        let paths = paths.iter().map(|path| path.as_path().as_os_str().to_owned());
        self.command(words.chain([OsString::from("--")]).chain(paths))
    }

    /// Runs a call; what its exit status means is left to the caller.
    pub(super) async fn run(&self, command: Command) -> Result<Output, ChangeError> {
        self.runner.run(command).await.map_err(|error| match error {
            ProcessError::NotFound { .. } => ChangeError::GitMissing,
            other => ChangeError::Process(other),
        })
    }

    /// Runs a call that must succeed, and whose whole output is needed.
    pub(super) async fn read(&self, command: Command) -> Result<Vec<u8>, ChangeError> {
        let name = self.name_of(&command);
        let output = self.run(command).await?;
        if !output.success() {
            return Err(self.failure(&name, &output));
        }
        if output.stdout_truncated {
            return Err(ChangeError::GitFailed { command: name, detail: "its output is longer than what is read".to_owned() });
        }
        Ok(output.stdout)
    }

    /// The version, which must be new enough.
    pub(super) async fn version(&self) -> Result<String, ChangeError> {
        match parse_version(&self.read(self.command(["version"])).await?) {
            Some((version, true)) => Ok(version),
            Some((found, false)) => Err(ChangeError::GitTooOld { found }),
            None => Err(ChangeError::GitFailed { command: "version".to_owned(), detail: "it names no version".to_owned() }),
        }
    }

    /// Runs a call that must succeed and lists paths.
    pub(super) async fn list(&self, mut command: Command) -> Result<Vec<u8>, ChangeError> {
        command.output_limit = LISTING_LIMIT;
        self.read(command).await
    }

    /// What a failed call means.
    pub(super) fn failure(&self, command: &str, output: &Output) -> ChangeError {
        let stderr = output.stderr.to_str_lossy();
        if let Some((_, rest)) = stderr.split_once("--add safe.directory ") {
            return ChangeError::DubiousOwnership { directory: rest.lines().next().unwrap_or_default().to_owned() };
        }
        if stderr.contains("not a git repository") {
            return ChangeError::NotARepository { directory: self.directory.clone() };
        }
        let detail = detail(&stderr, output.exit);
        let missing = ["promisor remote", "lazy fetching", "bad object", "unable to read", "could not get object info"];
        if missing.iter().any(|text| detail.contains(text)) {
            return ChangeError::MissingObjects { detail };
        }
        ChangeError::GitFailed { command: command.to_owned(), detail }
    }

    /// What output means that cannot be read.
    pub(super) fn malformed(command: &str) -> impl Fn(Malformed) -> ChangeError {
        move |Malformed(what)| ChangeError::GitFailed { command: command.to_owned(), detail: format!("it printed {what}") }
    }

    /// The subcommand of a call made by [`Git::command`].
    fn name_of(&self, command: &Command) -> String {
        let subcommand = command.arguments.get(OPTIONS.len() + self.options.len());
        subcommand.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    }
}

/// The most telling line of what git wrote to standard error, cut to a length that fits a message.
fn detail(stderr: &str, exit: Exit) -> String {
    let lines: Vec<&str> = stderr.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let fatal = lines.iter().position(|line| line.starts_with("fatal:")).or(lines.len().checked_sub(1));
    match (fatal, exit) {
        (Some(position), _) => {
            let line = lines[position].strip_prefix("fatal: ").unwrap_or(lines[position]);
            // What a colon announces is on the next line.
            let next = lines.get(position + 1).filter(|_| line.ends_with(':'));
            let space = if next.is_some() { " " } else { "" };
            [line, space, next.unwrap_or(&"")].concat().chars().take(400).collect()
        }
        (None, Exit::Code(code)) => format!("it ended with exit code {code} and said nothing"),
        (None, Exit::Signal(signal)) => format!("it was ended by signal {signal}"),
    }
}

/// Reads `git version 2.47.3 (…)`: the version as printed, and whether it is new enough.
fn parse_version(output: &[u8]) -> Option<(String, bool)> {
    let version = output.to_str().ok()?.trim().strip_prefix("git version ")?;
    let mut numbers = version.split(['.', '-', ' ']).map(str::parse::<u32>);
    let (major, minor) = (numbers.next()?.ok()?, numbers.next()?.ok()?);
    Some((version.to_owned(), (major, minor) >= MINIMUM_VERSION))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_from_every_vendor() {
        let table = [
            ("git version 2.47.3\n", Some(true)),
            ("git version 2.39.2 (Apple Git-143)\n", Some(true)),
            ("git version 2.41.0.windows.1\n", Some(true)),
            ("git version 2.31\n", Some(true)),
            ("git version 3.0.0-rc1\n", Some(true)),
            ("git version 2.30.9\n", Some(false)),
            ("git version 1.8.3.1\n", Some(false)),
            ("hub version 2\n", None),
            ("git version next\n", None),
        ];
        for (text, expected) in table {
            assert_eq!(parse_version(text.as_bytes()).map(|version| version.1), expected, "{text}");
        }
    }

    #[test]
    fn the_telling_line_is_kept() {
        let table = [
            ("warning: a\nfatal: b\nhint: c\n", "b"),
            ("fatal: unknown:\n\tthis\n", "unknown: this"),
            ("error: a\n\nerror: b\n", "error: b"),
            ("\n", "it ended with exit code 128 and said nothing"),
        ];
        for (stderr, expected) in table {
            assert_eq!(detail(stderr, Exit::Code(128)), expected);
        }
        assert_eq!(detail("", Exit::Signal(9)), "it was ended by signal 9");
        assert_eq!(detail(&"é".repeat(900), Exit::Code(1)).chars().count(), 400);
    }
}
