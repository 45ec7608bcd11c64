//! Runners around the real one: one that counts, and one that spoils the answer of one call.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use aurumcode::process::fake::RUBBISH;
use aurumcode::process::{Command, Exit, Output, ProcessError, Runner, SystemRunner};

/// The subcommand of a call of git: the first word that is neither an option nor what `-c` sets.
fn subcommand(command: &Command) -> String {
    let words: Vec<_> = command.arguments.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let is_option = |position: usize| words[position].starts_with('-') || position > 0 && words[position - 1] == "-c";
    (0..words.len()).find(|position| !is_option(*position)).map(|position| words[position].clone()).unwrap_or_default()
}

/// Remembers which subcommands of git were called.
pub(crate) struct Counting {
    inner: Arc<SystemRunner>,
    calls: Mutex<Vec<String>>,
}

impl Counting {
    pub(crate) fn new(inner: Arc<SystemRunner>) -> Self {
        Self { inner, calls: Mutex::default() }
    }

    pub(crate) fn calls(&self) -> Vec<String> {
        self.calls.lock().expect("no panic").clone()
    }
}

#[async_trait]
impl Runner for Counting {
    async fn run(&self, command: Command) -> Result<Output, ProcessError> {
        self.calls.lock().expect("no panic").push(subcommand(&command));
        self.inner.run(command).await
    }
}

/// What happens to the answer of a call.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Spoil {
    Killed,
    TimedOut,
    Failed,
    FailedWithWholeOutput,
    Rubbish,
    Empty,
    CutInHalf,
    CutAndFlagged,
    Doubled,
}

pub(crate) const SPOILS: [Spoil; 9] = [
    Spoil::Killed,
    Spoil::TimedOut,
    Spoil::Failed,
    Spoil::FailedWithWholeOutput,
    Spoil::Rubbish,
    Spoil::Empty,
    Spoil::CutInHalf,
    Spoil::CutAndFlagged,
    Spoil::Doubled,
];

/// The true answers, by all that a call depends on in a repository that nobody changes.
pub(crate) type Answers = Mutex<BTreeMap<(PathBuf, Vec<OsString>, BTreeMap<OsString, OsString>, Vec<u8>), Output>>;

/// Spoils the n-th call, counted from 0. What is true is asked of git once.
pub(crate) struct Spoiling {
    inner: Arc<SystemRunner>,
    answers: Arc<Answers>,
    nth: usize,
    spoil: Spoil,
    next: AtomicUsize,
    spoiled: Mutex<String>,
}

impl Spoiling {
    pub(crate) fn new(inner: Arc<SystemRunner>, answers: &Arc<Answers>, nth: usize, spoil: Spoil) -> Self {
        Self { inner, answers: Arc::clone(answers), nth, spoil, next: AtomicUsize::new(0), spoiled: Mutex::default() }
    }

    /// The subcommand of the n-th call.
    pub(crate) fn spoiled(&self) -> String {
        self.spoiled.lock().expect("no panic").clone()
    }

    /// The true answer. A call that writes (into a directory of its own) is made every time.
    async fn truth(&self, command: Command) -> Result<Output, ProcessError> {
        let asked = command.clone();
        let key = (asked.directory, asked.arguments, asked.environment, asked.input);
        let known = self.answers.lock().expect("no panic").get(&key).cloned();
        if let Some(output) = known.filter(|_| subcommand(&command) != "update-index") {
            return Ok(output);
        }
        let output = self.inner.run(command).await?;
        self.answers.lock().expect("no panic").insert(key, output.clone());
        Ok(output)
    }

    /// Whether there was an n-th call.
    pub(crate) fn reached(&self) -> bool {
        self.next.load(Ordering::SeqCst) > self.nth
    }
}

#[async_trait]
impl Runner for Spoiling {
    async fn run(&self, command: Command) -> Result<Output, ProcessError> {
        let spoiled = self.next.fetch_add(1, Ordering::SeqCst) == self.nth;
        if spoiled {
            *self.spoiled.lock().expect("no panic") = subcommand(&command);
        }
        let mut output = self.truth(command).await?;
        if !spoiled {
            return Ok(output);
        }
        let half = output.stdout.len() / 2;
        match self.spoil {
            Spoil::Killed => (output.exit, output.stdout) = (Exit::Signal(9), Vec::new()),
            Spoil::TimedOut => return Err(ProcessError::TimedOut { program: "git".to_owned(), after: Duration::from_secs(1) }),
            Spoil::Failed => (output.exit, output.stdout) = (Exit::Code(128), Vec::new()),
            Spoil::FailedWithWholeOutput => output.exit = Exit::Code(128),
            Spoil::Rubbish => output.stdout = RUBBISH.to_vec(),
            Spoil::Empty => output.stdout.clear(),
            Spoil::CutInHalf => output.stdout.truncate(half),
            Spoil::CutAndFlagged => {
                output.stdout.truncate(half);
                output.stdout_truncated = true;
            }
            Spoil::Doubled => output.stdout = output.stdout.repeat(2),
        }
        Ok(output)
    }
}
