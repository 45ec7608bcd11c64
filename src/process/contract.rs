//! What a program run is: the command, its output, how it can fail, and the trait that fakes implement.
//!
//! Rooms receive `&dyn Runner`, so that a test can put a program in its place that hangs, dies, floods or prints rubbish.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use async_trait::async_trait;

/// A program to run, with all that it may see.
#[derive(Clone, PartialEq, Eq)]
pub struct Command {
    /// A bare name, looked up on the `PATH` of the base environment, or an absolute path. Never relative to `directory`.
    pub program: OsString,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Its working directory.
    pub directory: PathBuf,
    /// Variables on top of the runner's base environment; these win.
    pub environment: BTreeMap<OsString, OsString>,
    /// What is written to its standard input, which is then closed.
    pub input: Vec<u8>,
    /// How long it may run before its whole process group is killed.
    pub timeout: Duration,
    /// How many bytes are kept of each output stream; the rest is read, thrown away and flagged.
    pub output_limit: usize,
}

impl Command {
    /// The default bound on a run: 120 s.
    pub const TIMEOUT: Duration = Duration::from_secs(120);
    /// The default bound on each output stream: 32 MiB.
    pub const OUTPUT_LIMIT: usize = 32 * 1024 * 1024;

    /// A command without arguments, input or extra environment, under the default bounds.
    pub fn new(program: impl Into<OsString>, directory: impl Into<PathBuf>) -> Self {
        Self {
            program: program.into(),
            arguments: Vec::new(),
            directory: directory.into(),
            environment: BTreeMap::new(),
            input: Vec::new(),
            timeout: Self::TIMEOUT,
            output_limit: Self::OUTPUT_LIMIT,
        }
    }

    /// Appends arguments.
    #[must_use]
    pub fn args<A: Into<OsString>>(mut self, arguments: impl IntoIterator<Item = A>) -> Self {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// Sets a variable.
    #[must_use]
    pub fn env(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.environment.insert(name.into(), value.into());
        self
    }

    /// Gives the standard input.
    #[must_use]
    pub fn input(mut self, input: impl Into<Vec<u8>>) -> Self {
        self.input = input.into();
        self
    }
}

/// How a program ended by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// With this exit code.
    Code(i32),
    /// By this signal.
    Signal(i32),
}

/// What a program that ended by itself left behind.
#[derive(Clone, PartialEq, Eq)]
pub struct Output {
    /// How it ended.
    pub exit: Exit,
    /// The first `output_limit` bytes of its standard output.
    pub stdout: Vec<u8>,
    /// The first `output_limit` bytes of its standard error.
    pub stderr: Vec<u8>,
    /// Whether standard output was longer than what is kept.
    pub stdout_truncated: bool,
    /// Whether standard error was longer than what is kept.
    pub stderr_truncated: bool,
}

impl Output {
    /// Whether the program ended with exit code 0.
    pub fn success(&self) -> bool {
        self.exit == Exit::Code(0)
    }
}

/// Why a program gave no output to work with.
#[derive(Debug, thiserror::Error)]
pub enum ProcessError {
    /// There is no such program on the `PATH`, or at the absolute path.
    #[error("`{program}` was not found")]
    NotFound {
        /// The program as it was asked for.
        program: String,
    },
    /// The program exists and could not be started.
    #[error("`{program}` could not be started: {source}")]
    Start {
        /// The program as it was asked for.
        program: String,
        /// Why.
        source: std::io::Error,
    },
    /// It was still running at its deadline, and its process group was killed.
    #[error("`{program}` was still running after {} s and was killed", after.as_secs_f32())]
    TimedOut {
        /// The program as it was asked for.
        program: String,
        /// The deadline it passed.
        after: Duration,
    },
    /// Talking to it failed.
    #[error("reading the output of `{program}` failed: {source}")]
    Io {
        /// The program as it was asked for.
        program: String,
        /// Why.
        source: std::io::Error,
    },
}

/// Runs programs.
#[async_trait]
pub trait Runner: Send + Sync {
    /// Runs `command` to its end, or to its deadline.
    ///
    /// A non-zero exit code is not an error here: what it means, the caller knows.
    async fn run(&self, command: Command) -> Result<Output, ProcessError>;
}
