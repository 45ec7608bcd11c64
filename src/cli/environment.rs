//! The only reader of the process's environment.
//!
//! Everything else receives the values it needs, so that a test can give others and a child process sees only what it must.

use std::ffi::{OsStr, OsString};

/// The variables of the process, as they were at the start.
#[derive(Clone, Default)]
pub struct Environment {
    variables: Vec<(OsString, OsString)>,
}

impl Environment {
    /// Reads the process's own variables.
    pub fn of_process() -> Self {
        Self { variables: std::env::vars_os().collect() }
    }

    /// These variables instead.
    pub fn of(variables: impl IntoIterator<Item = (OsString, OsString)>) -> Self {
        Self { variables: variables.into_iter().collect() }
    }

    /// All variables.
    pub fn variables(&self) -> impl Iterator<Item = (&OsStr, &OsStr)> {
        self.variables.iter().map(|(name, value)| (name.as_os_str(), value.as_os_str()))
    }

    /// The value of a variable, when it is set and not empty.
    pub fn get(&self, name: &str) -> Option<&OsStr> {
        self.variables().find(|(known, value)| *known == name && !value.is_empty()).map(|(_, value)| value)
    }

    /// Whether the program runs in CI, by the convention that every CI service follows.
    pub fn in_ci(&self) -> bool {
        self.get("CI").is_some_and(|value| value != "false" && value != "0")
    }
}
