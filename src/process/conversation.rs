//! A program that is talked to while it runs: its input and output are the caller's, its standard error is drained.
//!
//! The bounds of a run hold here too: clean environment, a process group of its own, and death of the whole group when the conversation
//! is ended or dropped. How long it may last is the caller's, who drops it.

use std::collections::VecDeque;
use std::io;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::{ChildStdin, ChildStdout};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::program;
use super::runs::{Run, WAIT_DELAY};
use super::{Command, Exit, ProcessError, SystemRunner};

/// How many of its last bytes on standard error are kept of a program that is talked to.
pub const LAST_WORDS: usize = 8 * 1024;

/// A running program. Dropping it kills all of its processes.
pub struct Conversation {
    run: Run,
    program: String,
    words: Arc<Mutex<VecDeque<u8>>>,
    drain: JoinHandle<()>,
}

/// What a conversation left behind.
pub struct Ended {
    /// How the program ended, where it did so before it was killed.
    pub exit: Option<Exit>,
    /// The last [`LAST_WORDS`] bytes of its standard error, which nobody has redacted yet.
    pub last_words: Vec<u8>,
}

impl SystemRunner {
    /// Starts `command`, whose `input`, `timeout` and `output_limit` do not count here, and hands over its standard input and output.
    ///
    /// # Errors
    /// The program is not there or cannot be started.
    pub fn converse(&self, command: &Command) -> Result<(Conversation, ChildStdin, ChildStdout), ProcessError> {
        let program = program::shown(&command.program);
        let (run, stdin, stdout, stderr) = self.start(command, Stdio::piped())?;
        let Some(stdin) = stdin else {
            return Err(ProcessError::Io { program, source: io::Error::other("a stream that was asked for is not there") });
        };
        let words = Arc::new(Mutex::new(VecDeque::new()));
        // A program that fills a pipe nobody reads would stand still for ever.
        let drain = tokio::spawn(drain(stderr, Arc::clone(&words)));
        Ok((Conversation { run, program, words, drain }, stdin, stdout))
    }
}

impl Conversation {
    /// The program, as it was asked for.
    pub fn program(&self) -> &str {
        &self.program
    }

    /// Waits a moment for a program that is about to end by itself, kills what is left, and says how it ended.
    pub async fn end(mut self, patience: Duration) -> Ended {
        let status = match timeout(patience, self.run.ended()).await {
            Ok(status) => status.ok(),
            Err(_) => {
                self.run.kill();
                let _ = timeout(WAIT_DELAY, self.run.ended()).await;
                None
            }
        };
        // All that wrote to it is dead, so it ends at once; only what could not be killed can still hold it open.
        let _ = timeout(WAIT_DELAY, &mut self.drain).await;
        let last_words = words(&self.words).iter().copied().collect();
        Ended { exit: status.map(|status: ExitStatus| super::system::exit(status)), last_words }
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        self.drain.abort();
    }
}

fn words(words: &Mutex<VecDeque<u8>>) -> MutexGuard<'_, VecDeque<u8>> {
    // Bytes are whole between any two operations, so a panic elsewhere has not broken them.
    words.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads to the end, and keeps the last bytes.
async fn drain(mut stream: impl AsyncRead + Unpin, kept: Arc<Mutex<VecDeque<u8>>>) {
    let mut chunk = vec![0; LAST_WORDS];
    while let Ok(read) = stream.read(&mut chunk).await {
        if read == 0 {
            return;
        }
        let mut kept = words(&kept);
        kept.extend(&chunk[..read]);
        let surplus = kept.len().saturating_sub(LAST_WORDS);
        kept.drain(..surplus);
    }
}
