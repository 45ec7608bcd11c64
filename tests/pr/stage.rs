//! A project of JavaScript with a remote, and the program run in it.

use std::ffi::OsString;
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use aurumcode::cli::{Environment, Streams, Terminals, run};
use aurumcode::scanner::registry;
use serde_json::Value;

use crate::repo::Repo;

/// The clone in which everybody works; its remote lies beside it.
pub(crate) struct Stage {
    pub(crate) repo: Repo,
    pub(crate) remote: PathBuf,
    pub(crate) variables: Vec<(OsString, OsString)>,
}

/// What a run showed.
#[derive(Debug)]
pub(crate) struct Seen {
    pub(crate) status: u8,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Served pages, which end with the test.
pub(crate) struct Page {
    child: Child,
    address: String,
}

impl Page {
    pub(crate) fn url(&self, path: &str) -> String {
        format!("{}{path}", self.address)
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// A token that the rules of secret scanners know, made here so that no file of the project holds one.
pub(crate) fn token() -> String {
    ["ghp", "_", "x7Kq2mVt9BzLr4Wd8YscN1Fh6Jp3GaEoU5Tv"].concat()
}

/// The start of every story: `main` holds the code, the task and a secret; `topic` implements both rules and tests one.
pub(crate) const TESTED: &str = "const test = require('node:test');
const assert = require('node:assert');
const { send } = require('../src/send.js');

// R1
test('a message is sent', () => {
  assert.deepStrictEqual(send('hello'), { sent: 'hello' });
});
";

const SENDS: &str = "function send(payload) {
  if (!payload) throw new Error('nothing to send');
  return { sent: payload };
}
module.exports = { send };
";

impl Stage {
    /// The project, with this developer's command and on these settings.
    pub(crate) fn set(developer: Option<&str>, configuration: &str) -> Self {
        let repo = Repo::new();
        let remote = repo.home().join("remote.git");
        let address = remote.to_str().expect("temporary paths are UTF-8").to_owned();
        repo.git(["init", "--quiet", "--bare", "--initial-branch=main", &address]);
        repo.git(["remote", "add", "origin", &address]);
        let dev = developer.map_or(String::new(), |command| format!("dev:\n  command: {command}\n  timeout: 2\n"));
        let task = format!(
            "id: T-1\ntitle: Send messages\ndescription: Send one, and refuse an empty one.\nrules:\n  - id: R1\n    title: a message is \
             sent\n  - id: R2\n    title: an empty message is refused\ntest:\n  command: node --test --test-reporter=tap\n  timeout: 2\n{dev}"
        );
        repo.write("package.json", "{ \"name\": \"project\", \"private\": true }\n")
            .write(".aurumcode/tasks/T-1.yml", task)
            .write(".aurumcode.yml", configuration)
            .write("rules/eval.yml", EVAL)
            .write("src/credentials.js", format!("// used by the client\nmodule.exports = '{}';\n", token()));
        repo.commit("the project");
        repo.git(["push", "--quiet", "origin", "main"]);
        repo.git(["checkout", "--quiet", "-b", "topic"]);
        repo.write("src/send.js", SENDS).write("test/send.test.js", TESTED);
        repo.commit("send messages");
        repo.git(["push", "--quiet", "--set-upstream", "origin", "topic"]);
        let variable = |name: &str| std::env::var_os(name).map(|value| (OsString::from(name), value));
        let mut variables: Vec<_> = ["PATH"].into_iter().filter_map(variable).collect();
        variables.push(("HOME".into(), repo.home().into()));
        variables.push(("GIT_CONFIG_GLOBAL".into(), repo.home().join(".gitconfig").into()));
        Self { repo, remote, variables }
    }

    /// Writes the developer's script, outside the reviewed tree.
    pub(crate) fn developer(&self, script: &str) {
        self.repo.write("../home/dev.sh", script);
    }

    /// The command that runs that script.
    pub(crate) const DEVELOPER: &str = "sh \"$HOME/dev.sh\"";

    pub(crate) fn pr(&self, arguments: &[&str]) -> Seen {
        let repo = self.repo.path().to_str().expect("temporary paths are UTF-8");
        let line = ["aurumcode", "pr", "--repo", repo].into_iter().chain(arguments.iter().copied()).map(OsString::from);
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let environment = Environment::of(self.variables.clone());
        let status = run(&registry(), line, &environment, Terminals::default(), &mut Streams { out: &mut out, err: &mut err });
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        Seen { status: status.code(), out: text(out), err: text(err) }
    }

    /// The same, which must end with this status.
    pub(crate) fn expect(&self, status: u8, arguments: &[&str]) -> String {
        let seen = self.pr(arguments);
        assert_eq!(seen.status, status, "{arguments:?}: {seen:#?}");
        seen.out
    }

    pub(crate) fn shown(&self) -> Value {
        serde_json::from_str(&self.expect(0, &["show", "1", "--json"])).expect("JSON")
    }

    /// The verdicts on the timeline, in order.
    pub(crate) fn verdicts(&self) -> Vec<String> {
        let shown = self.shown();
        let timeline = shown["timeline"].as_array().expect("a timeline").clone();
        let word = |event: &Value| {
            let kind = event["kind"].as_str()?.strip_prefix("artifact.")?.strip_suffix("_verdict")?.to_owned();
            Some(format!("{kind} {}", event["payload"]["veredito"].as_str()?))
        };
        timeline.iter().filter_map(word).collect()
    }

    /// The pages over the store, served by the program itself.
    pub(crate) fn serve(&self) -> Page {
        let mut child = Command::new(env!("CARGO_BIN_EXE_aurumcode"))
            .args(["serve", "--lang", "en", "--listen", "127.0.0.1:0", "--repo"])
            .arg(self.repo.path())
            .env_clear()
            .envs(self.variables.iter().cloned())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(child.stderr.take().expect("its errors")).lines();
        let first = lines.next().expect("it says where").expect("text");
        std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
        let address = first.strip_prefix("serving at ").and_then(|rest| rest.split_once("/ ")).expect("an address").0.to_owned();
        Page { child, address }
    }

    /// The head of the branch in the remote.
    pub(crate) fn remote_head(&self) -> String {
        let address = self.remote.to_str().expect("temporary paths are UTF-8");
        self.repo.text(["--git-dir", address, "rev-parse", "topic"])
    }
}

const EVAL: &str = "rules:
  - id: no-eval
    languages: [javascript]
    severity: ERROR
    message: Do not use eval.
    pattern: eval(...)
";

/// Whether all of these programs are on the `PATH`. An absence is said, and in CI a failure.
pub(crate) fn are_installed(programs: &[&str]) -> bool {
    let path = std::env::var_os("PATH").expect("a PATH");
    programs.iter().all(|program| {
        let found = std::env::split_paths(&path).any(|directory| directory.join(program).is_file());
        if !found {
            assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "`{program}` is not on the PATH: run scripts/test");
            eprintln!("skipped: `{program}` is not on the PATH; scripts/test installs it");
        }
        found
    })
}
