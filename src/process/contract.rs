//! What a program run is: the command, its output, how it can fail, and the trait that fakes implement.
//!
//! Rooms receive `&dyn Runner`, so that a test can put a program in its place that hangs, dies, floods or prints rubbish.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use async_trait::async_trait;

use super::ProcessError;

/// The one variable that a child gets without anybody declaring it: which run it belongs to.
///
/// A process that left its group is recognised by it and killed with the run. Its value says nothing about the host but
/// its process id and a counter.
pub const RUN_VARIABLE: &str = "AURUMCODE_RUN";

/// A program to run, with all that it may see.
#[derive(Clone, PartialEq, Eq)]
pub struct Command {
    /// A bare name, looked up on the `PATH` of the base environment, or an absolute path. Never relative to `directory`:
    /// the reviewed tree must not be able to supply a program.
    pub program: OsString,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Its working directory.
    pub directory: PathBuf,
    /// Variables on top of the runner's base environment; these win. Nothing else reaches the child but [`RUN_VARIABLE`].
    pub environment: BTreeMap<OsString, OsString>,
    /// What is written to its standard input, which is then closed. A program that does not read it is no failure.
    pub input: Vec<u8>,
    /// How long it may run before all of its processes are killed.
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

    /// Bounds how long it may run.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Bounds how many bytes are kept of each output stream.
    #[must_use]
    pub fn output_limit(mut self, bytes: usize) -> Self {
        self.output_limit = bytes;
        self
    }
}

/// Shows which variables are set and how long the input is; values and input can hold what no log may show.
impl fmt::Debug for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Command")
            .field("program", &self.program)
            .field("arguments", &self.arguments)
            .field("directory", &self.directory)
            .field("environment", &self.environment.keys())
            .field("input_bytes", &self.input.len())
            .field("timeout", &self.timeout)
            .field("output_limit", &self.output_limit)
            .finish()
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
    /// Whether there was, or may have been, more standard output than what is kept: it passed the limit, or a process that
    /// could not be killed still held it open [`WAIT_DELAY`](super::WAIT_DELAY) after the program's end.
    pub stdout_truncated: bool,
    /// The same of standard error.
    pub stderr_truncated: bool,
}

impl Output {
    /// Whether the program ended with exit code 0.
    pub fn success(&self) -> bool {
        self.exit == Exit::Code(0)
    }
}

/// Shows the size of each stream, never its bytes, which nobody has redacted yet.
impl fmt::Debug for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Output")
            .field("exit", &self.exit)
            .field("stdout_bytes", &self.stdout.len())
            .field("stdout_truncated", &self.stdout_truncated)
            .field("stderr_bytes", &self.stderr.len())
            .field("stderr_truncated", &self.stderr_truncated)
            .finish()
    }
}

/// Runs programs.
#[async_trait]
pub trait Runner: Send + Sync {
    /// Runs `command` to its end, or to its deadline.
    ///
    /// A non-zero exit code is not an error here: what it means, the caller knows. The program's own end is the end of the
    /// run: what it left running in the background is killed, also when this future is dropped half way.
    async fn run(&self, command: Command) -> Result<Output, ProcessError>;
}
