//! A runner for tests that starts nothing: each command is answered by a script, and remembered.
//!
//! It is public and compiled in because unit tests, integration tests and the tests of an engine in another crate all need
//! it, and only a library item reaches all three. Nothing outside tests may use it.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use std::{fmt, future, io};

use async_trait::async_trait;

use super::{Command, Exit, Output, ProcessError, Runner};

/// Bytes that no parser takes: not UTF-8, no whole JSON, a terminal's control sequences, a NUL, no newline at the end.
pub const RUBBISH: &[u8] = b"{\"results\": [\xff\xfe\x1b[2J\x1b]0;title\x07\x00::error::\xe2\x80\xae{{\r\n\"";

/// The computed form of an answer.
type Compute = dyn Fn(&Command) -> Result<Output, ProcessError> + Send + Sync;

/// How a program behaves in a test.
pub enum Behaviour {
    /// It ends with this exit code after writing these bytes, of which the command's `output_limit` is kept.
    Exits {
        /// The exit code.
        code: i32,
        /// What it writes to standard output.
        stdout: Vec<u8>,
        /// What it writes to standard error.
        stderr: Vec<u8>,
    },
    /// It dies by this signal, without output.
    Dies(i32),
    /// It passes its deadline: [`ProcessError::TimedOut`], at once, as no clock is needed to say so.
    TimesOut,
    /// It never ends and no deadline stops it: for tests of a caller's own limit, and of cancelling.
    Hangs,
    /// It ends with this exit code after writing more than `output_limit` to both streams.
    Floods(i32),
    /// It is not installed.
    Missing,
    /// It is installed and cannot be started.
    Broken,
    /// Whatever this returns; for a program that leaves a file behind, or whose answer depends on its input.
    Computes(Box<Compute>),
}

impl Behaviour {
    /// Ends with exit code 0 after writing this to standard output.
    pub fn prints(stdout: impl Into<Vec<u8>>) -> Self {
        Self::exits(0, stdout, "")
    }

    /// Ends with this exit code after writing this.
    pub fn exits(code: i32, stdout: impl Into<Vec<u8>>, stderr: impl Into<Vec<u8>>) -> Self {
        Self::Exits { code, stdout: stdout.into(), stderr: stderr.into() }
    }

    /// Ends with this exit code after writing [`RUBBISH`] to both streams.
    pub fn rubbish(code: i32) -> Self {
        Self::exits(code, RUBBISH, RUBBISH)
    }

    /// Does what this function says.
    pub fn computes(compute: impl Fn(&Command) -> Result<Output, ProcessError> + Send + Sync + 'static) -> Self {
        Self::Computes(Box::new(compute))
    }
}

/// Answers commands from a script. What the script does not name is not installed.
#[derive(Default)]
pub struct ScriptedRunner {
    lines: Vec<Line>,
    state: Mutex<State>,
}

struct Line {
    program: String,
    arguments: Vec<String>,
    once: bool,
    behaviour: Behaviour,
}

#[derive(Default)]
struct State {
    commands: Vec<Command>,
    used: BTreeSet<usize>,
}

impl ScriptedRunner {
    /// A machine on which nothing is installed.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a line: every run of `program` whose arguments start with `arguments` behaves so. The first line that fits counts.
    #[must_use]
    pub fn on(self, program: &str, arguments: &[&str], behaviour: Behaviour) -> Self {
        self.line(program, arguments, false, behaviour)
    }

    /// Adds a line that is used up by its first run, so that the next run finds the next line that fits.
    #[must_use]
    pub fn once(self, program: &str, arguments: &[&str], behaviour: Behaviour) -> Self {
        self.line(program, arguments, true, behaviour)
    }

    /// The commands it was given, in order.
    pub fn commands(&self) -> Vec<Command> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).commands.clone()
    }

    fn line(mut self, program: &str, arguments: &[&str], once: bool, behaviour: Behaviour) -> Self {
        let arguments = arguments.iter().map(|argument| (*argument).to_owned()).collect();
        self.lines.push(Line { program: program.to_owned(), arguments, once, behaviour });
        self
    }

    /// Remembers the command and finds its line.
    fn behaviour(&self, command: &Command) -> &Behaviour {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.commands.push(command.clone());
        let fits = |(n, line): &(usize, &Line)| !(line.once && state.used.contains(n)) && line.fits(command);
        let Some((n, line)) = self.lines.iter().enumerate().find(fits) else { return &Behaviour::Missing };
        state.used.insert(n);
        &line.behaviour
    }
}

impl Line {
    fn fits(&self, command: &Command) -> bool {
        let start = command.arguments.get(..self.arguments.len());
        command.program == self.program.as_str()
            && start.is_some_and(|start| start.iter().eq(self.arguments.iter().map(String::as_str)))
    }
}

/// Shows the script's commands, not what it answers.
impl fmt::Debug for ScriptedRunner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.lines.iter().map(|line| (&line.program, &line.arguments))).finish()
    }
}

#[async_trait]
impl Runner for ScriptedRunner {
    async fn run(&self, command: Command) -> Result<Output, ProcessError> {
        let program = command.program.to_string_lossy().into_owned();
        match self.behaviour(&command) {
            Behaviour::Exits { code, stdout, stderr } => Ok(output(&command, Exit::Code(*code), stdout, stderr)),
            Behaviour::Dies(signal) => Ok(output(&command, Exit::Signal(*signal), b"", b"")),
            Behaviour::TimesOut => Err(ProcessError::TimedOut { program, after: command.timeout }),
            Behaviour::Hangs => future::pending().await,
            Behaviour::Floods(code) => {
                let flood = vec![b'x'; command.output_limit.saturating_add(1)];
                Ok(output(&command, Exit::Code(*code), &flood, &flood))
            }
            Behaviour::Missing => Err(ProcessError::NotFound { program }),
            Behaviour::Broken => Err(ProcessError::Start { program, source: io::ErrorKind::Unsupported.into() }),
            Behaviour::Computes(compute) => compute(&command),
        }
    }
}

/// What a real run would keep of these streams.
fn output(command: &Command, exit: Exit, stdout: &[u8], stderr: &[u8]) -> Output {
    let kept = |stream: &[u8]| stream[..stream.len().min(command.output_limit)].to_vec();
    Output {
        exit,
        stdout: kept(stdout),
        stderr: kept(stderr),
        stdout_truncated: stdout.len() > command.output_limit,
        stderr_truncated: stderr.len() > command.output_limit,
    }
}
