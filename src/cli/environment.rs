//! The only reader of the process's environment.
//!
//! Everything else receives the values it needs, so that a test can give others and a child process sees only what it must.

use std::ffi::{OsStr, OsString};

/// The variables of the process, as they were at the start.
#[derive(Clone, Default)]
pub struct Environment {
    variables: Vec<(OsString, OsString)>,
}

/// Parts of names whose values are secrets of the job.
const SECRET_NAMES: &[&str] =
    &["TOKEN", "SECRET", "PASSWORD", "PASSWD", "API_KEY", "APIKEY", "ACCESS_KEY", "PRIVATE_KEY", "CREDENTIAL", "CANARY"];

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
    pub fn variables(&self) -> impl Iterator<Item = (OsString, OsString)> + '_ {
        self.variables.iter().cloned()
    }

    /// The value of a variable, when it is set and not empty.
    pub fn get(&self, name: &str) -> Option<&OsStr> {
        self.variables.iter().find(|(known, value)| known == name && !value.is_empty()).map(|(_, value)| value.as_os_str())
    }

    /// The value of a variable when it is set, also to nothing.
    pub fn given(&self, name: &str) -> Option<&OsStr> {
        self.variables.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_os_str())
    }

    /// Whether the program runs in CI, by the convention that every CI service follows.
    pub fn in_ci(&self) -> bool {
        self.get("CI").is_some_and(|value| value != "false" && value != "0")
    }

    /// The values of the variables whose names say that they are secrets of the job: no output may show them.
    pub fn secrets(&self) -> impl Iterator<Item = &str> {
        self.variables.iter().filter_map(|(name, value)| {
            let name = name.to_str()?.to_ascii_uppercase();
            SECRET_NAMES.iter().any(|part| name.contains(part)).then(|| value.to_str()).flatten()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(pairs: &[(&str, &str)]) -> Environment {
        Environment::of(pairs.iter().map(|(name, value)| (name.into(), value.into())))
    }

    #[test]
    fn an_empty_variable_is_not_set() {
        let environment = environment(&[("CI", ""), ("NO_COLOR", "1")]);
        assert_eq!((environment.get("CI"), environment.in_ci()), (None, false));
        assert_eq!(environment.get("NO_COLOR"), Some(OsStr::new("1")));
    }

    #[test]
    fn the_jobs_secrets_are_known_by_their_names() {
        let environment = environment(&[("GITHUB_TOKEN", "one"), ("Db_Password", "two"), ("HOME", "/root")]);
        assert_eq!(environment.secrets().collect::<Vec<_>>(), ["one", "two"]);
    }
}
