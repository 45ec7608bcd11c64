//! What a pull request has to do: the task, its rules, and how its tests are run.
//!
//! A task is read once, when the gates open, and stored with them: a change that edits its own task file is still judged by the
//! rules that it was opened with.

use std::time::Duration;

/// A piece of work with the rules that its tests have to cover.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// Its name: letters, digits, `.`, `_` and `-`.
    pub id: String,
    /// What it is about, in a line.
    pub title: String,
    /// What is to be done.
    pub description: String,
    /// What its tests have to cover, each id once.
    pub rules: Vec<Rule>,
    /// How its tests are run.
    pub test: TestCommand,
    /// Who corrects what a gate returns; nothing where a person does.
    pub developer: Option<Developer>,
    /// Records of decisions that touch security, for the reader of SecOps' verdict.
    pub security_relevant: Vec<String>,
}

/// A rule of a task that its tests have to cover.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// Its name, unique within the task.
    pub id: String,
    /// What it is about, in a line.
    pub title: String,
    /// The rule in full; may be empty.
    pub description: String,
}

/// The command that runs the tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestCommand {
    /// A line for `sh -c`, run at the top of the checkout.
    pub command: String,
    /// How long it may run.
    pub timeout: Duration,
    /// A JUnit XML file that it writes, from the top of the checkout; nothing: the tests are read from what it prints.
    pub report: Option<String>,
}

/// A command that corrects what a gate returns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Developer {
    /// A line for `sh -c`, run in the working files of the branch.
    pub command: String,
    /// How long it may run.
    pub timeout: Duration,
    /// The names of variables that it is given besides the plain ones.
    pub environment: Vec<String>,
}
