//! `aurumcode init`: it proposes what fits, what it writes is accepted and works, and it writes over nothing.

#![expect(
    clippy::expect_used,
    clippy::disallowed_methods,
    reason = "a test stops where its own set-up fails, writes files and looks for git"
)]

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use aurumcode::cli::{Environment, Streams, Terminals, run};
use aurumcode::config::{EDITOR_LINE, looked_for};
use aurumcode::scanner::registry;

#[path = "support/repo.rs"]
mod repo;

use repo::Repo;

/// A machine that has git and the programs that a test puts there.
struct Machine {
    programs: tempfile::TempDir,
}

struct Seen {
    status: u8,
    out: String,
    err: String,
}

impl Machine {
    fn new() -> Self {
        let programs = tempfile::tempdir().expect("a directory");
        let path = std::env::var_os("PATH").expect("a PATH");
        let git = std::env::split_paths(&path).map(|directory| directory.join("git")).find(|file| file.is_file()).expect("git");
        symlink(git, programs.path().join("git")).expect("a link");
        Self { programs }
    }

    /// A program that says `words` whatever it is asked.
    fn with(self, program: &str, words: &str) -> Self {
        let file = self.programs.path().join(program);
        fs::write(&file, format!("#!/bin/sh\necho '{words}'\n")).expect("a program");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("its mode");
        self
    }

    fn run(&self, repo: &Repo, words: &[&str]) -> Seen {
        let home = repo.home();
        let variables = [("PATH", self.programs.path().as_os_str()), ("HOME", home.as_os_str())];
        let environment = Environment::of(variables.map(|(name, value)| (name.into(), value.into())));
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut streams = Streams { out: &mut out, err: &mut err };
        let place = repo.path().to_str().expect("UTF-8");
        let all: Vec<OsString> = ["aurumcode"].iter().chain(words).chain(&["--repo", place]).map(OsString::from).collect();
        let terminals = Terminals { width: Some(1000), ..Terminals::default() };
        let status = run(&registry(), all, &environment, terminals, &mut streams).code();
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Seen { status, out: text(out), err: text(err) }
    }

    /// Runs `init`, which must end well, and returns the configuration.
    fn init(&self, repo: &Repo, words: &[&str]) -> String {
        let seen = self.run(repo, &[&["init"], words].concat());
        assert_eq!(seen.status, 0, "{}{}", seen.out, seen.err);
        written(repo)
    }
}

fn written(repo: &Repo) -> String {
    fs::read_to_string(repo.path().join(".aurumcode.yml")).expect("the configuration")
}

/// The names of the entries that count.
fn engines(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.trim_start().strip_prefix("- engine: ")).collect()
}

/// The names of the entries that are commented out.
fn offered(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.trim_start().strip_prefix("# - engine: ")).collect()
}

fn mixed() -> Repo {
    let repo = Repo::new();
    repo.write("app/main.py", "x = 1\n").write("app/other.py", "x = 1\n").write("run.sh", "#!/bin/sh\n");
    repo.write("vendor/x/y.txt", "x\n").write(".github/workflows/ci.yml", "on: push\n").commit("first");
    repo
}

#[test]
fn what_fits_is_proposed_and_runs_where_its_program_is() {
    let repo = mixed();
    let text = Machine::new().with("ruff", "ruff 0.17.6").with("shellcheck", "version: 0.2.0").init(&repo, &[]);
    assert_eq!(engines(&text), ["ast-grep", "ruff", "secrets"], "{text}");
    assert_eq!(offered(&text), ["actionlint", "bandit", "gitleaks", "shellcheck", "zizmor"], "{text}");
    for part in [
        "For 2 files, such as app/main.py.",
        "For run.sh.",
        "`bandit` was not found on PATH here: `pipx install bandit`",
        "`shellcheck` 0.2.0 is not accepted here",
        "# ignore:\n#   - vendor/\n",
    ] {
        let flat = text.replace("\n    # ", " ");
        assert!(flat.contains(part), "`{part}` is not in {text}");
    }
    assert!(text.starts_with(EDITOR_LINE), "{text}");
    let schema = fs::read_to_string(repo.path().join(".aurumcode/schema.json")).expect("the schema that the first line names");
    assert!(serde_json::from_str::<serde_json::Value>(&schema).expect("JSON")["$id"].is_string());
}

#[test]
fn what_it_writes_is_accepted_with_every_offer_taken_and_a_review_runs_by_it() {
    for lang in ["en", "pt-BR"] {
        let repo = mixed();
        let machine = Machine::new();
        let text = machine.init(&repo, &["--lang", lang]);
        assert!(text.contains(&format!("\n  language: {lang}\n")), "{text}");
        let check = machine.run(&repo, &["config", "check"]);
        assert_eq!((check.status, check.out.as_str()), (0, ".aurumcode.yml is accepted: 2 engines run\n"), "{}", check.err);
        repo.commit("configured");
        repo.write("app/main.py", "x = 2\n").commit("changed");
        let review = machine.run(&repo, &["review"]);
        assert_eq!(review.status, 0, "{}{}", review.out, review.err);
        let taken =
            text.replace("# - engine", "- engine").replace("# ignore:", "ignore:").replace("#   - vendor/", "  - vendor/");
        repo.write(".aurumcode.yml", &taken);
        let check = machine.run(&repo, &["config", "check"]);
        let all = engines(&taken).len();
        assert_eq!((check.status, check.out), (0, format!(".aurumcode.yml is accepted: {all} engines run\n")), "{}", check.err);
        assert!(all > 5);
    }
}

#[test]
fn nothing_is_written_over() {
    for name in looked_for() {
        for link in [false, true] {
            let repo = mixed();
            if link {
                repo.symlink(name, "nowhere");
            } else {
                repo.write(name, "gate: {fail_on: info}\n");
            }
            let before = list(repo.path());
            let seen = Machine::new().run(&repo, &["init"]);
            assert_eq!(seen.status, 1, "{name}: {}{}", seen.out, seen.err);
            assert!(seen.err.contains("cli/already-configured") && seen.err.contains(name), "{name}: {}", seen.err);
            assert_eq!(list(repo.path()), before, "{name}");
            // What would be written can still be looked at.
            assert_eq!(Machine::new().run(&repo, &["init", "--print"]).status, 0, "{name}");
            assert_eq!(list(repo.path()), before, "{name}");
        }
    }
}

#[test]
fn a_schema_that_is_there_stays() {
    let repo = mixed();
    repo.write(".aurumcode/schema.json", "{}\n");
    Machine::new().init(&repo, &[]);
    assert_eq!(fs::read_to_string(repo.path().join(".aurumcode/schema.json")).expect("it is there"), "{}\n");
}

#[test]
fn nothing_is_written_through_a_link_and_half_of_it_is_nothing() {
    let outside = tempfile::tempdir().expect("a directory");
    let repo = mixed();
    repo.symlink(".aurumcode", outside.path().to_str().expect("UTF-8"));
    let seen = Machine::new().run(&repo, &["init"]);
    assert_eq!(seen.status, 7, "{}{}", seen.out, seen.err);
    assert!(list(outside.path()).is_empty() && !repo.path().join(".aurumcode.yml").exists());
}

#[test]
fn names_of_files_cannot_write_configuration() {
    let repo = Repo::new();
    let hostile: [&[u8]; 4] =
        [b"a\n    - engine: govet\n.py", b"b\xff.py", "c\u{202e}\u{2028}.py".as_bytes(), b"d # - engine: govet .py"];
    for name in hostile {
        repo.write(name, "x = 1\n");
    }
    let text = Machine::new().with("ruff", "ruff 0.17.6").init(&repo, &[]);
    assert_eq!(engines(&text), ["ast-grep", "ruff", "secrets"], "{text}");
    assert!(!text.contains("govet\n") && text.is_ascii(), "{text}");
    assert_eq!(Machine::new().run(&repo, &["config", "check"]).status, 0);
}

#[test]
fn a_repository_without_commits_or_files_gets_the_defaults() {
    let repo = Repo::new();
    let text = Machine::new().init(&repo, &[]);
    assert_eq!((engines(&text), offered(&text)), (vec!["ast-grep", "secrets"], vec![]), "{text}");
}

#[test]
fn without_working_files_there_is_nowhere_to_write() {
    let bare = Machine::new().run(&Repo::bare(), &["init"]);
    assert_eq!(bare.status, 6, "{}", bare.err);
    assert!(bare.err.contains("change/no-working-tree"), "{}", bare.err);
    let none = Machine::new().run(&Repo::nothing(), &["init"]);
    assert_eq!(none.status, 6, "{}", none.err);
}

/// Every path below a directory, without git's own, with what it holds.
fn list(directory: &Path) -> Vec<(OsString, Option<Vec<u8>>)> {
    let mut found = Vec::new();
    let mut waiting = vec![directory.to_owned()];
    while let Some(directory) = waiting.pop() {
        for entry in fs::read_dir(directory).expect("a directory") {
            let path = entry.expect("an entry").path();
            if path.is_dir() && !path.is_symlink() && path.file_name().is_some_and(|name| name != ".git") {
                waiting.push(path.clone());
            }
            found.push((path.clone().into_os_string(), fs::read(&path).ok()));
        }
    }
    found.sort();
    found
}
