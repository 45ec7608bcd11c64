//! A repository with one change, a `PATH` of its own, and the program run in it.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use aurumcode::cli::{Environment, Streams, Terminals, run};
use aurumcode::scanner::Registry;
use serde_json::Value;

use crate::engines::{ABSENT, ENGINES};
use crate::repo::Repo;

pub(crate) struct Stage {
    pub(crate) repo: Repo,
    pub(crate) programs: tempfile::TempDir,
    pub(crate) variables: Vec<(OsString, OsString)>,
}

/// What a run showed.
pub(crate) struct Seen {
    pub(crate) status: u8,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// The answer of `doctor --json`.
pub(crate) struct Answer {
    pub(crate) status: u8,
    pub(crate) json: Value,
}

impl Stage {
    /// Two commits, and the wrapped program in an accepted version.
    pub(crate) fn set() -> Self {
        let repo = Repo::new();
        repo.write("kept.txt", "one\n");
        repo.commit("first");
        repo.write("kept.txt", "one\ntwo\n");
        repo.commit("second");
        let stage = Self { repo, programs: tempfile::tempdir().expect("a folder"), variables: Vec::new() };
        stage.program("lint-under-test", "#!/bin/sh\necho lint 2.4.1\n", 0o755);
        stage
    }

    /// Puts a program on the `PATH`, in front of all others.
    pub(crate) fn program(&self, name: &str, content: &str, mode: u32) {
        let path = self.programs.path().join(name);
        fs::write(&path, content).expect("the program is written");
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("its mode");
    }

    pub(crate) fn remove(&self, name: &str) {
        fs::remove_file(self.programs.path().join(name)).expect("it was there");
    }

    pub(crate) fn configure(&self, text: &str) {
        self.repo.write(".aurumcode.yml", text);
    }

    /// Runs a command in the repository.
    pub(crate) fn run(&self, arguments: &[&str]) -> Seen {
        self.run_at(self.repo.path(), arguments)
    }

    pub(crate) fn run_at(&self, directory: &Path, arguments: &[&str]) -> Seen {
        self.run_on(directory, arguments, &format!("{}:/usr/local/bin:/usr/bin:/bin", self.programs.path().display()))
    }

    pub(crate) fn run_on(&self, directory: &Path, arguments: &[&str], path: &str) -> Seen {
        let registry = Registry::new(ENGINES, ABSENT);
        let home = self.repo.home();
        let fixed = [("PATH".into(), path.into()), ("HOME".into(), home.into_os_string())];
        let environment = Environment::of(fixed.into_iter().chain(self.variables.iter().cloned()));
        let (command, rest) = arguments.split_first().expect("a command");
        let at = ["aurumcode", command, "--repo"].map(OsString::from).into_iter().chain([directory.as_os_str().to_owned()]);
        let all: Vec<OsString> = at.chain(rest.iter().map(OsString::from)).collect();
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let terminals = Terminals { width: Some(1000), ..Terminals::default() };
        let status = run(&registry, all, &environment, terminals, &mut Streams { out: &mut out, err: &mut err }).code();
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Seen { status, out: text(out), err: text(err) }
    }

    /// Runs `doctor --json`, and holds it to what `review` does with the same options: it fails exactly when a review would, and
    /// names the status that the review ends with.
    pub(crate) fn doctor(&self, options: &[&str]) -> Answer {
        self.doctor_at(self.repo.path(), options)
    }

    pub(crate) fn doctor_at(&self, directory: &Path, options: &[&str]) -> Answer {
        let arguments: Vec<&str> = ["doctor", "--json"].iter().chain(options).copied().collect();
        let seen = self.run_at(directory, &arguments);
        let json: Value = serde_json::from_str(&seen.out).unwrap_or_else(|error| panic!("{error}: {} {}", seen.out, seen.err));
        let arguments: Vec<&str> = ["review"].iter().chain(options).copied().collect();
        let review = self.run_at(directory, &arguments);
        assert_eq!(json["exit"], review.status, "{json:#}\n{}{}", review.out, review.err);
        assert_eq!(json["ready"], review.status == 0, "{json:#}");
        assert_eq!(seen.status, u8::from(review.status != 0), "{json:#}");
        Answer { status: seen.status, json }
    }
}

impl Answer {
    /// The only check of that area, or of that area and subject.
    pub(crate) fn check(&self, area: &str, subject: Option<&str>) -> &Value {
        let all = self.json["checks"].as_array().expect("a list");
        let found: Vec<&Value> = all
            .iter()
            .filter(|check| check["area"] == area && subject.is_none_or(|subject| check["subject"] == subject))
            .collect();
        assert_eq!(found.len(), 1, "{area} {subject:?}: {:#}", self.json);
        found[0]
    }

    /// The statuses of all checks, in order.
    pub(crate) fn statuses(&self) -> Vec<(&str, &str)> {
        let all = self.json["checks"].as_array().expect("a list");
        all.iter().map(|check| (check["area"].as_str().expect("text"), check["status"].as_str().expect("text"))).collect()
    }
}
