//! Runs the program with a chosen environment, in the test's own process.

use std::ffi::OsString;
use std::path::Path;

use aurumcode::cli::{Environment, Streams, Terminals, run};
use aurumcode::scanner::registry;
use serde_json::Value;

use crate::repo::Repo;

/// How the program is called.
pub(crate) struct Call<'a> {
    repo: &'a Repo,
    variables: Vec<(OsString, OsString)>,
}

impl<'a> Call<'a> {
    /// At a developer's desk.
    pub(crate) fn at_the_desk(repo: &'a Repo) -> Self {
        let home = repo.home().into_os_string();
        Self { repo, variables: vec![("PATH".into(), "/usr/local/bin:/usr/bin:/bin".into()), ("HOME".into(), home)] }
    }

    /// In CI.
    pub(crate) fn in_ci(repo: &'a Repo) -> Self {
        Self::at_the_desk(repo).variable("CI", "true")
    }

    /// The same with a variable more.
    pub(crate) fn variable(mut self, name: &str, value: impl Into<OsString>) -> Self {
        self.variables.push((name.into(), value.into()));
        self
    }

    /// The exit status, and both streams.
    pub(crate) fn run(&self, command: &[&str], arguments: &[&str]) -> (u8, String) {
        let words = ["aurumcode"].iter().chain(command).map(OsString::from);
        let repo = [OsString::from("--repo"), self.repo.path().as_os_str().to_owned()];
        let all = words.chain(repo).chain(arguments.iter().map(OsString::from));
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut streams = Streams { out: &mut out, err: &mut err };
        let environment = Environment::of(self.variables.clone());
        let status = run(&registry(), all, &environment, Terminals::default(), &mut streams).code();
        (status, String::from_utf8_lossy(&[out, err].concat()).into_owned())
    }

    /// A review's exit status and page.
    pub(crate) fn review(&self, arguments: &[&str]) -> (u8, String) {
        self.run(&["review"], arguments)
    }

    /// A review's exit status and audit.
    pub(crate) fn audit(&self, arguments: &[&str]) -> (u8, Value) {
        let (status, text) = self.review(&[&["--format", "json"], arguments].concat());
        let start = text.find('{').unwrap_or_else(|| panic!("no audit: {text}"));
        let end = text.rfind('}').expect("it ends");
        (status, serde_json::from_str(&text[start..=end]).unwrap_or_else(|error| panic!("{error}: {text}")))
    }
}

/// The rules of the findings that are new, each with its path and what became of it.
pub(crate) fn found(audit: &Value) -> Vec<String> {
    let word = |finding: &Value, key: &str| finding[key].as_str().expect("a word").to_owned();
    let findings = audit["findings"].as_array().expect("a list").iter();
    findings.map(|one| format!("{} {} {}", word(one, "rule_id"), word(one, "path"), word(one, "disposition"))).collect()
}

/// The words of the notices.
pub(crate) fn notices(audit: &Value) -> Vec<String> {
    audit["notices"].as_array().expect("a list").iter().map(|one| one["notice"].as_str().expect("a word").to_owned()).collect()
}

/// A token that the rules know, made here so that no file of the project holds one.
pub(crate) fn token() -> String {
    format!("ghp_{}{}", "x7Kq2mVt9BzLr4Wd8Ysc", "N1Fh6Jp3GaEoU5Tv")
}

/// Writes a file outside the repository.
pub(crate) fn put(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
    std::fs::File::create(path).and_then(|mut file| std::io::Write::write_all(&mut file, text.as_bytes())).expect("a file");
}
