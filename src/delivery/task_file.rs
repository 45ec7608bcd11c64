//! A task as it is written: `.aurumcode/tasks/<id>.yml`.
//!
//! The JSON Schema and the reading come from one type, whose doc comments editors show. Nothing is guessed: an unknown key, a rule
//! that stands twice or a command without words is refused.

use std::collections::BTreeSet;
use std::time::Duration;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Developer, Rule, Task, TestCommand};

/// Where the tasks of a repository are.
pub const TASKS: &str = ".aurumcode/tasks";

/// A larger file is no task: 1 MiB.
pub const TASK_LIMIT: u64 = 1024 * 1024;

/// A task: what is to be done, the rules that its tests have to cover, and how the tests are run.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "aurumcode task")]
struct TaskFile {
    /// Its name: letters, digits, `.`, `_` and `-`.
    #[schemars(regex(pattern = "^[A-Za-z0-9][A-Za-z0-9._-]*$"))]
    id: String,
    /// What it is about, in a line.
    title: String,
    /// What is to be done.
    #[serde(default)]
    description: String,
    /// What its tests have to cover. A test covers a rule when it cites the rule's id.
    #[serde(default)]
    rules: Vec<RuleFile>,
    /// How its tests are run.
    test: TestFile,
    /// Who corrects what a gate returns. Without it a person does.
    #[serde(default)]
    dev: Option<DevFile>,
    /// Records of decisions that touch security; SecOps lists them for its reader to check.
    #[serde(default)]
    security_relevant: Vec<String>,
}

/// A rule.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RuleFile {
    /// Its name, unique within the task.
    #[schemars(regex(pattern = "^[A-Za-z0-9][A-Za-z0-9._-]*$"))]
    id: String,
    /// What it is about, in a line.
    #[serde(default)]
    title: String,
    /// The rule in full.
    #[serde(default)]
    description: String,
}

/// How tests are run.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct TestFile {
    /// A line for `sh -c`. It runs at the top of a checkout that holds what is committed and nothing else, so it also installs what the
    /// tests need. It has to name the tests: `pytest -v`, `go test -v ./...`, `cargo test`, `npx jest --verbose`.
    #[schemars(length(min = 1))]
    command: String,
    /// How many minutes it may run.
    #[serde(default = "minutes")]
    #[schemars(range(min = 1, max = 1440))]
    timeout: u32,
    /// A JUnit XML file that it writes, from the top of the checkout. Without it the tests are read from what the command prints.
    #[serde(default)]
    report: Option<String>,
}

/// A command that corrects.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct DevFile {
    /// A line for `sh -c`, in the working files of the branch. It hears the verdict as JSON on standard input, finds it as Markdown in the
    /// file that AURUMCODE_VERDICT names, and has to leave a new commit where the branch is pushed to.
    #[schemars(length(min = 1))]
    command: String,
    /// How many minutes it may run.
    #[serde(default = "minutes")]
    #[schemars(range(min = 1, max = 1440))]
    timeout: u32,
    /// The names of variables that it is given besides the plain ones, for example the key of a model.
    #[serde(default)]
    environment: Vec<String>,
}

const fn minutes() -> u32 {
    15
}

/// The longest time that may be given, in minutes: a day.
const DAY: u32 = 1440;

/// Why a text is no task.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TaskError {
    /// It is not of the format.
    #[error("{message}")]
    Format {
        /// What is wrong.
        message: String,
        /// The line, from 1, where it is known.
        line: Option<u32>,
    },
    /// What it says is refused.
    #[error("{0}")]
    Refused(String),
}

/// Reads a task.
///
/// # Errors
/// It is not of the format, or says something that is refused.
pub fn read_task(text: &str) -> Result<Task, TaskError> {
    let file: TaskFile = serde_yaml::from_str(text).map_err(|error| TaskError::Format {
        line: error.location().and_then(|location| u32::try_from(location.line()).ok()),
        message: error.to_string(),
    })?;
    let refused = |text: String| Err(TaskError::Refused(text));
    if !is_name(&file.id) {
        return refused(format!("`id: {}` is no name of letters, digits, `.`, `_` and `-`", file.id));
    }
    if file.title.trim().is_empty() {
        return refused("`title` says nothing".to_owned());
    }
    let mut seen = BTreeSet::new();
    for rule in &file.rules {
        if !is_name(&rule.id) {
            return refused(format!("the rule `{}` has no name of letters, digits, `.`, `_` and `-`", rule.id));
        }
        if !seen.insert(&rule.id) {
            return refused(format!("the rule `{}` stands twice", rule.id));
        }
    }
    let dev = file.dev.as_ref().map(|dev| ("dev", &dev.command, dev.timeout));
    for (key, command, timeout) in [("test", &file.test.command, file.test.timeout)].into_iter().chain(dev) {
        if command.trim().is_empty() {
            return refused(format!("`{key}.command` says nothing"));
        }
        if !(1..=DAY).contains(&timeout) {
            return refused(format!("`{key}.timeout` is {timeout}, and may be from 1 to {DAY} minutes"));
        }
    }
    if let Some(report) = &file.test.report
        && (report.is_empty() || report.starts_with('/') || report.split('/').any(|part| part == ".."))
    {
        return refused(format!("`test.report: {report}` is no path below the top of the checkout"));
    }
    let time = |minutes: u32| Duration::from_secs(u64::from(minutes) * 60);
    let rule = |RuleFile { id, title, description }| Rule { id, title, description };
    Ok(Task {
        id: file.id,
        title: file.title,
        description: file.description,
        rules: file.rules.into_iter().map(rule).collect(),
        test: TestCommand { command: file.test.command, timeout: time(file.test.timeout), report: file.test.report },
        developer: file.dev.map(|dev| Developer {
            command: dev.command,
            timeout: time(dev.timeout),
            environment: dev.environment,
        }),
        security_relevant: file.security_relevant,
    })
}

/// Whether a text can name a task or a rule.
pub fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-'))
}

/// The JSON Schema (2020-12) of a task file.
pub fn task_schema() -> serde_json::Value {
    schemars::schema_for!(TaskFile).to_value()
}
