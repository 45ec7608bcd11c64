//! The runner that starts real programs.
//!
//! It holds the one base environment that every child starts from; all that a child sees beyond that, its command declares.
//! It never reads the process's own environment, and no shell takes part unless a command names one.

use std::future::Future;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::pin::pin;
use std::process::{ExitStatus, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use tokio::process::{ChildStderr, ChildStdin, ChildStdout};
use tokio::signal::unix::{SignalKind, signal};
use tokio::time::{sleep, timeout};

use super::capture::{Capture, feed};
use super::program;
use super::runs::{Pipes, Run};
use super::{BaseEnvironment, Command, Exit, Output, ProcessError, Runner};

pub use super::runs::WAIT_DELAY;

/// Runs programs of this machine. Needs a tokio runtime with IO and time.
#[derive(Debug, Clone)]
pub struct SystemRunner {
    base: BaseEnvironment,
}

impl SystemRunner {
    /// A runner whose children start from `base`.
    ///
    /// Its first run makes this process the one that adopts orphaned descendants, and sets the handling of SIGCHLD.
    pub fn new(base: BaseEnvironment) -> Self {
        Self { base }
    }

    #[expect(clippy::disallowed_methods, reason = "this is the one place that starts programs")]
    fn prepare(&self, path: &Path, command: &Command, input: Stdio) -> std::process::Command {
        let mut prepared = std::process::Command::new(path);
        prepared
            .args(&command.arguments)
            .current_dir(&command.directory)
            .env_clear()
            .envs(self.base.variables())
            .envs(&command.environment)
            .stdin(input)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        prepared
    }
}

#[async_trait]
impl Runner for SystemRunner {
    async fn run(&self, command: Command) -> Result<Output, ProcessError> {
        let (program, started) = (program::shown(&command.program), Instant::now());
        tracing::trace!(%program, arguments = ?command.arguments, "a program starts");
        let result = self.supervised(command).await;
        let (milliseconds, end) = (started.elapsed().as_millis(), result.as_ref().map(|output| &output.exit));
        tracing::debug!(%program, milliseconds, ?end, "a program has ended");
        result
    }
}

impl SystemRunner {
    /// Starts a program, with the host's ends of its streams; standard input only where it is piped.
    pub(super) fn start(
        &self,
        command: &Command,
        input: Stdio,
    ) -> Result<(Run, Option<ChildStdin>, ChildStdout, ChildStderr), ProcessError> {
        let failed = |source| ProcessError::Io { program: program::shown(&command.program), source };
        let path = program::find(&command.program, &self.base)?;
        program::check_directory(command)?;
        keep_exit_statuses().map_err(failed)?;
        let started = Run::start(&mut self.prepare(&path, command, input));
        let (run, pipes) = started.map_err(|source| program::explain(&command.program, path, source))?;
        let (stdin, stdout, stderr) = registered(pipes).map_err(failed)?;
        Ok((run, stdin, stdout, stderr))
    }

    async fn supervised(&self, command: Command) -> Result<Output, ProcessError> {
        let failed = |source| ProcessError::Io { program: program::shown(&command.program), source };
        let input = if command.input.is_empty() { Stdio::null() } else { Stdio::piped() };
        let (run, stdin, stdout, stderr) = self.start(&command, input)?;
        let (mut out, mut err) = (Capture::new(command.output_limit), Capture::new(command.output_limit));
        let streams = async {
            let (fed, read_out, read_err) = tokio::join!(feed(stdin, &command.input), out.fill(stdout), err.fill(stderr));
            fed.and(read_out).and(read_err)
        };
        let Some(status) = supervise(run, streams, command.timeout).await.map_err(failed)? else {
            return Err(ProcessError::TimedOut { program: program::shown(&command.program), after: command.timeout });
        };
        let (stdout, stdout_truncated) = out.into_parts();
        let (stderr, stderr_truncated) = err.into_parts();
        Ok(Output { exit: exit(status), stdout, stderr, stdout_truncated, stderr_truncated })
    }
}

/// Moves the streams until the program has ended, and until they end soon after. `None`: it did not end in time.
async fn supervise(
    mut run: Run,
    streams: impl Future<Output = io::Result<()>>,
    deadline: Duration,
) -> io::Result<Option<ExitStatus>> {
    let mut streams = pin!(streams);
    let mut moved = None;
    let mut deadline = pin!(sleep(deadline));
    let status = loop {
        tokio::select! {
            // In this order, a program that ended before a busy host looked has not timed out.
            biased;
            status = run.ended() => break status?,
            () = &mut deadline => {
                run.kill();
                // The bound is for a process that cannot be killed; a dead one answers at once.
                let _ = timeout(WAIT_DELAY, run.ended()).await;
                return Ok(None);
            }
            result = &mut streams, if moved.is_none() => moved = Some(result),
        }
    };
    match moved {
        Some(result) => result?,
        // All that wrote to them is dead, so they end as soon as they are read empty; only what could not be killed can
        // still hold them, and then what was read so far is the answer.
        None => timeout(WAIT_DELAY, streams).await.unwrap_or(Ok(()))?,
    }
    Ok(Some(status))
}

fn registered((stdin, stdout, stderr): Pipes) -> io::Result<(Option<ChildStdin>, ChildStdout, ChildStderr)> {
    let missing = || io::Error::other("a stream that was asked for is not there");
    Ok((
        stdin.map(ChildStdin::from_std).transpose()?,
        ChildStdout::from_std(stdout.ok_or_else(missing)?)?,
        ChildStderr::from_std(stderr.ok_or_else(missing)?)?,
    ))
}

/// Undoes an inherited "ignore SIGCHLD", under which the kernel throws exit statuses away: a program that failed could not
/// be told from one that did not.
fn keep_exit_statuses() -> io::Result<()> {
    static HANDLED: OnceLock<()> = OnceLock::new();
    if HANDLED.get().is_none() {
        // The handler stays for the life of the process, the listener is not needed.
        drop(signal(SignalKind::child())?);
        let _ = HANDLED.set(());
    }
    Ok(())
}

pub(super) fn exit(status: ExitStatus) -> Exit {
    match (status.code(), status.signal()) {
        (Some(code), _) => Exit::Code(code),
        (None, Some(signal)) => Exit::Signal(signal),
        // Neither ended nor killed cannot be waited for; the raw number keeps the claim honest.
        (None, None) => Exit::Code(status.into_raw()),
    }
}
