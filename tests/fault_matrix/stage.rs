//! A repository with one change, a `PATH` of its own, and the program run in it.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use aurumcode::cli::{Environment, Streams, Terminals, run};
use aurumcode::scanner::{EngineEntry, Registry};

use crate::engines::{NONE_ABSENT, WRAPPED};
use crate::repo::Repo;

/// What a run showed.
pub(crate) struct Seen {
    pub(crate) status: u8,
    pub(crate) text: String,
}

pub(crate) struct Stage {
    pub(crate) repo: Repo,
    programs: tempfile::TempDir,
}

impl Stage {
    /// Two commits, and a wrapped scanner that answers.
    pub(crate) fn set() -> Self {
        let repo = Repo::new();
        repo.write("kept.txt", "one\n");
        repo.commit("first");
        repo.write("kept.txt", "one\ntwo\n");
        repo.commit("second");
        let stage = Self { repo, programs: tempfile::tempdir().expect("a folder") };
        stage.scanner("echo '[]'");
        stage
    }

    /// Puts a shell script in the wrapped scanner's place.
    pub(crate) fn scanner(&self, script: &str) {
        self.program(&format!("#!/bin/sh\n{script}\n"));
    }

    /// Puts any file in the wrapped scanner's place.
    pub(crate) fn program(&self, content: &str) {
        let path = self.programs.path().join("scanner-under-test");
        fs::write(&path, content).expect("the program is written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it can be run");
    }

    /// Takes the wrapped scanner away.
    pub(crate) fn remove_scanner(&self) {
        fs::remove_file(self.programs.path().join("scanner-under-test")).expect("it was there");
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.repo.path().to_owned()
    }

    pub(crate) fn review(&self, arguments: &[&str]) -> Seen {
        self.review_with(WRAPPED, arguments)
    }

    pub(crate) fn review_with(&self, engines: &'static [EngineEntry], arguments: &[&str]) -> Seen {
        let path = format!("{}:/usr/local/bin:/usr/bin:/bin", self.programs.path().display());
        self.review_on(engines, arguments, &path)
    }

    /// Runs `aurumcode review` with that `PATH`.
    pub(crate) fn review_on(&self, engines: &'static [EngineEntry], arguments: &[&str], path: &str) -> Seen {
        let registry = Registry::new(engines, NONE_ABSENT);
        let environment = Environment::of(
            [("PATH", path), ("HOME", self.programs.path().to_str().expect("UTF-8"))].map(|(a, b)| (a.into(), b.into())),
        );
        let repo = self.path();
        let fixed = ["aurumcode", "review", "--repo", repo.to_str().expect("UTF-8")];
        let all: Vec<OsString> = fixed.iter().chain(arguments).map(OsString::from).collect();
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let status = run(
            &registry,
            all,
            &environment,
            Terminals { width: Some(1000), ..Terminals::default() },
            &mut Streams { out: &mut out, err: &mut err },
        )
        .code();
        Seen { status, text: String::from_utf8_lossy(&[out, err].concat()).into_owned() }
    }
}
