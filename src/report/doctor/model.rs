//! The checks, each with what mends it.

use crate::finding::Diagnostic;

/// Everything that was checked, in the order in which a review would meet it.
#[derive(Debug, Clone, Default)]
pub struct Checkup {
    /// The checks.
    pub checks: Vec<Check>,
}

/// What a check is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Area {
    /// The program git.
    Git,
    /// Whether git reads the repository.
    Repository,
    /// The central policy.
    Policy,
    /// The change: head, base, history, objects.
    Change,
    /// The configuration.
    Configuration,
    /// The engines that it asks for, and their programs.
    Engine,
    /// The language model, where one takes part.
    Model,
    /// A file that the result is to be written to.
    Output,
    /// The directory for temporary files.
    Temporary,
}

impl Area {
    /// The word in the JSON document.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Git => "git",
            Self::Repository => "repository",
            Self::Policy => "policy",
            Self::Change => "change",
            Self::Configuration => "configuration",
            Self::Engine => "engine",
            Self::Model => "model",
            Self::Output => "output",
            Self::Temporary => "temporary",
        }
    }
}

/// How a check ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckStatus {
    /// Nothing is wrong.
    Ok,
    /// A review will run, and perhaps not as expected.
    Warning,
    /// A review would fail.
    Failed,
    /// Not checked, since something before it failed.
    Skipped,
}

impl CheckStatus {
    /// The word in the JSON document.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warning => "warning",
            Self::Failed => "failed",
            Self::Skipped => "skipped",
        }
    }
}

/// One check. Texts may be foreign; whoever shows them makes them harmless.
#[derive(Debug, Clone)]
pub struct Check {
    /// What it is about.
    pub area: Area,
    /// Which one of its area: an engine, a file.
    pub subject: Option<String>,
    /// How it ended.
    pub status: CheckStatus,
    /// One line: what was found, or why it failed.
    pub message: String,
    /// Of an engine, whether its entry is `required`.
    pub required: Option<bool>,
    /// Of an engine, the program that it wraps.
    pub program: Option<ProgramFacts>,
    /// The command that mends it.
    pub command: Option<String>,
    /// What else to do, a line each.
    pub help: Vec<String>,
    /// What a review would say, where it says it with a code.
    pub problems: Vec<Diagnostic>,
    /// The exit status that a review would end with because of it; 0 when it would not.
    pub exit: u8,
}

/// A program that an engine wraps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramFacts {
    /// Its name on the `PATH`.
    pub name: String,
    /// The version that was found.
    pub version: Option<String>,
    /// The versions that are accepted, in words.
    pub accepted: String,
}

impl Check {
    /// A check that ended well.
    pub fn ok(area: Area, message: impl Into<String>) -> Self {
        Self {
            area,
            subject: None,
            status: CheckStatus::Ok,
            message: message.into(),
            required: None,
            program: None,
            command: None,
            help: Vec::new(),
            problems: Vec::new(),
            exit: 0,
        }
    }

    /// A check that could not be made.
    pub fn skipped(area: Area, message: impl Into<String>) -> Self {
        Self { status: CheckStatus::Skipped, ..Self::ok(area, message) }
    }

    /// What a review would refuse to do, and the exit status that it would end with.
    pub fn refused(area: Area, problems: Vec<Diagnostic>, exit: u8) -> Self {
        let first = problems.first();
        let message = first.map(|first| first.message.clone()).unwrap_or_default();
        let command = first.and_then(|first| first.mended_by.clone());
        let help = first.map(|first| first.help.clone()).unwrap_or_default();
        Self { status: CheckStatus::Failed, command, help, problems, exit, ..Self::ok(area, message) }
    }

    /// The same check, of this one of its area.
    #[must_use]
    pub fn of(self, subject: impl Into<String>) -> Self {
        Self { subject: Some(subject.into()), ..self }
    }

    /// The same check, with a warning and the command that ends it.
    #[must_use]
    pub fn warning(self, command: Option<String>) -> Self {
        Self { status: CheckStatus::Warning, command, ..self }
    }
}

impl Checkup {
    /// How many checks ended so.
    pub fn count(&self, status: CheckStatus) -> usize {
        self.checks.iter().filter(|check| check.status == status).count()
    }

    /// Whether a review can run.
    pub fn is_ready(&self) -> bool {
        self.count(CheckStatus::Failed) == 0
    }

    /// The exit status that a review would end with because of what failed; 0 when nothing did.
    pub fn exit(&self) -> u8 {
        self.checks.iter().filter(|check| check.status == CheckStatus::Failed).map(|check| check.exit).next().unwrap_or_default()
    }
}
