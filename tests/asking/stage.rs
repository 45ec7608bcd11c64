//! A repository, a configuration and a recorded model, and the program run on them.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use aurumcode::cli::{Environment, Streams, Terminals, run};
use aurumcode::scanner::registry;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::repo::Repo;

/// A token that the rules know, made here so that no file of the project holds one.
pub(crate) fn token() -> String {
    format!("ghp_{}{}", "x7Kq2mVt9BzLr4Wd8Ysc", "N1Fh6Jp3GaEoU5Tv")
}

pub(crate) struct Stage {
    pub(crate) repo: Repo,
    place: TempDir,
    variables: Vec<(String, String)>,
}

/// What a run left behind.
pub(crate) struct Seen {
    pub(crate) status: u8,
    pub(crate) text: String,
    pub(crate) audit: Value,
    pub(crate) sarif: Value,
    pub(crate) verified: u8,
}

impl Stage {
    /// A repository with `configuration` whose last commit changes `app.py` to `after`.
    pub(crate) fn set(configuration: &str, after: &str) -> Self {
        let repo = Repo::new();
        repo.write(".aurumcode.yml", configuration).write("app.py", "def total(items):\n    return sum(items)\n");
        repo.commit("first");
        repo.write("app.py", after);
        repo.commit("second");
        Self { repo, place: tempfile::tempdir().expect("a folder"), variables: Vec::new() }
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.place.path().join(name)
    }

    pub(crate) fn variable(mut self, name: &str, value: &str) -> Self {
        self.variables.retain(|(known, _)| known != name);
        self.variables.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Lets the model answer out of this fixture.
    #[expect(clippy::disallowed_methods, reason = "a test writes its own files")]
    pub(crate) fn model(self, fixture: impl AsRef<[u8]>) -> Self {
        let file = self.file("fixture.json");
        fs::write(&file, fixture).expect("a fixture");
        let file = file.to_str().expect("UTF-8").to_owned();
        let prompt = self.file("prompt.txt").to_str().expect("UTF-8").to_owned();
        self.variable("AURUMCODE_LLM_FIXTURE", &file).variable("AURUMCODE_PROMPT_CAPTURE", &prompt)
    }

    /// Writes a program.
    #[expect(clippy::disallowed_methods, reason = "a test writes its own files")]
    pub(crate) fn program(&self, path: &Path, script: &str) {
        fs::write(path, script).expect("the program is written");
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("it can be run");
    }

    pub(crate) fn prompt(&self) -> String {
        fs::read_to_string(self.file("prompt.txt")).expect("a captured prompt")
    }

    pub(crate) fn run(&self, words: &[&str]) -> (u8, String) {
        let home = self.repo.home();
        let fixed = [("PATH", "/usr/local/bin:/usr/bin:/bin"), ("HOME", home.to_str().expect("UTF-8"))];
        let own = self.variables.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        // The first of a name counts: what a test says last.
        let environment = Environment::of(own.rev().chain(fixed).map(|(name, value)| (name.into(), value.into())));
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut streams = Streams { out: &mut out, err: &mut err };
        let all = std::iter::once("aurumcode").chain(words.iter().copied()).map(Into::into);
        let status = run(&registry(), all, &environment, Terminals::default(), &mut streams).code();
        (status, String::from_utf8_lossy(&[out, err].concat()).into_owned())
    }

    /// Both streams of the program as a process of its own.
    #[expect(clippy::disallowed_methods, reason = "a test runs the program")]
    pub(crate) fn spawn(&self, words: &[&str]) -> (String, String) {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_aurumcode"));
        command.env_clear().env("HOME", self.repo.home()).args(words);
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        let output = command.output().expect("it starts");
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).into()
    }

    pub(crate) fn review(&self, more: &[&str]) -> Seen {
        let (audit, sarif) = (self.file("audit.json"), self.file("review.sarif"));
        let [repo, audit, sarif] = [self.repo.path(), &audit, &sarif].map(|path| path.to_str().expect("UTF-8").to_owned());
        let words = ["review", "--repo", &repo, "--audit", &audit, "--sarif", &sarif];
        let (status, text) = self.run(&[&words, more].concat());
        let read =
            |path: &str| fs::read_to_string(path).ok().and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        let (verified, told) = self.run(&["verify", &audit]);
        assert!(verified == 0 || read(&audit) == Value::Null, "{told}");
        Seen { status, text, audit: read(&audit), sarif: read(&sarif), verified }
    }
}

impl Seen {
    /// The audit without what a model adds and without times.
    pub(crate) fn deterministic(&self) -> Value {
        let mut audit = self.audit.clone();
        if let Some(fields) = audit.as_object_mut() {
            fields.shift_remove("model");
            fields.shift_remove("deliberation");
        }
        for engine in audit["engines"].as_array_mut().into_iter().flatten() {
            engine["duration_ms"] = json!(0);
        }
        audit
    }
}

/// A fixture that makes these calls and gives this answer.
pub(crate) fn script(calls: Value, answer: Value) -> String {
    json!({ "aurumcode_fixture": { "tool_calls": calls, "default": answer } }).to_string()
}
