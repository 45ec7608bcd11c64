//! What the host does for every engine that wraps a program, shown with a program that is scripted.

use std::ffi::{OsStr, OsString};
use std::sync::{Arc, Mutex};

use aurumcode::config::Scope;
use aurumcode::finding::RepoPath;
use aurumcode::process::fake::{Behaviour, ScriptedRunner};
use aurumcode::scanner::wrapped::{Meaning, Stage, Wrapped};
use aurumcode::scanner::{Program, ScanError, Trust};

use crate::repo::Repo;
use crate::support::Order;

const LINT: Program = Program {
    name: "lint",
    version_arguments: &["--version"],
    from: [2, 0, 0],
    below: Some([3, 0, 0]),
    install: "pip install lint",
    exits: &[(0, Meaning::Clean), (1, Meaning::Findings), (2, Meaning::Failed("wrong option"))],
};

fn repo() -> Repo {
    let repo = Repo::new();
    repo.write("old.py", "1\n").write("sub/.lintignore", "old.py\n").write(".lintignore", "*\n").commit("first");
    repo.write("a.py", "2\n")
        .write("-rf.py", "3\n")
        .write(b"caf\xe9.py", "4\n")
        .write("sub/c.txt", "5\n")
        .write("sub/.lintignore", "*\n")
        .symlink("link.py", "/etc/passwd")
        .commit("second");
    repo
}

fn is_python(path: &RepoPath) -> bool {
    path.extension().is_some_and(|extension| extension == "py")
}

async fn stage(order: &Order<'_>) -> Stage {
    let request = order.request(Arc::new(ScriptedRunner::new())).await;
    Stage::new(&request, &[".lintignore"], is_python).await.expect("a stage")
}

/// The files that are there, below the stage's directory.
fn listed(stage: &Stage) -> Vec<Vec<u8>> {
    use std::os::unix::ffi::OsStrExt;
    let mut found = Vec::new();
    let mut directories = vec![stage.path().to_owned()];
    while let Some(directory) = directories.pop() {
        for entry in std::fs::read_dir(directory).expect("a directory") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                directories.push(path);
            } else {
                found.push(path.strip_prefix(stage.path()).expect("below").as_os_str().as_bytes().to_vec());
            }
        }
    }
    found.sort();
    found
}

#[tokio::test]
async fn the_stage_holds_what_is_reviewed_and_the_authors_settings_only_where_they_count() {
    let repo = repo();
    let mut order = Order { trust: Trust::Policy, ..Order::of(&repo) };
    let reviewed: [&[u8]; 3] = [b"-rf.py", b"a.py", b"caf\xe9.py"];
    assert_eq!(listed(&stage(&order).await), reviewed);
    order.trust = Trust::Repository;
    let with_settings: [&[u8]; 5] = [b"-rf.py", b".lintignore", b"a.py", b"caf\xe9.py", b"sub/.lintignore"];
    let staged = stage(&order).await;
    assert_eq!(listed(&staged), with_settings);
    assert_eq!(staged.paths().files().len(), 3, "a setting is not a reviewed file");
    order.scope = Scope::Tree;
    order.ignore = &["a.py"];
    let whole: [&[u8]; 5] = [b"-rf.py", b".lintignore", b"caf\xe9.py", b"old.py", b"sub/.lintignore"];
    assert_eq!(listed(&stage(&order).await), whole);
}

#[tokio::test]
async fn files_become_arguments_that_are_no_options_in_batches() {
    let repo = repo();
    let batches = stage(&Order::of(&repo)).await.batches();
    assert_eq!(
        batches.concat().iter().map(|name| name.to_string_lossy()).collect::<Vec<_>>(),
        ["./-rf.py", "./a.py", "./caf\u{fffd}.py"]
    );
    let many = Repo::new();
    many.commit("first");
    for n in 0..1500 {
        many.write(format!("{}/{n}.py", "long/".repeat(20)), "");
    }
    many.commit("second");
    let staged = stage(&Order::of(&many)).await;
    let batches = staged.batches();
    assert!(batches.len() > 1 && batches.concat().len() == 1500, "{}", batches.len());
    for batch in batches {
        assert!(batch.iter().map(|argument| argument.len() + 1).sum::<usize>() <= 97 * 1024);
    }
}

/// Runs the program once and gives how it went.
async fn run(behaviour: Behaviour) -> Result<Meaning, ScanError> {
    let repo = repo();
    let runner = ScriptedRunner::new().on("lint", &["--version"], Behaviour::prints("lint 2.5.0\n")).on("lint", &[], behaviour);
    let request = Order::of(&repo).request(Arc::new(runner)).await;
    let wrapped = Wrapped::find(LINT, &request).await?;
    let command = wrapped.command(request.change.repository().git_dir())?;
    wrapped.run(command).await.map(|answer| answer.meaning)
}

#[tokio::test]
async fn an_end_that_the_table_does_not_know_is_no_answer() {
    assert!(matches!(run(Behaviour::exits(0, "", "")).await, Ok(Meaning::Clean)));
    assert!(matches!(run(Behaviour::exits(1, "", "")).await, Ok(Meaning::Findings)));
    for (behaviour, why) in [
        (Behaviour::exits(2, "", "usage\nerror: no such option\n"), "exit code 2: wrong option (error: no such option)"),
        (Behaviour::exits(42, "[]", ""), "unknown exit code 42"),
        (Behaviour::Dies(9), "killed by signal 9"),
        (Behaviour::TimesOut, "still running"),
        (Behaviour::Broken, "could not be started"),
    ] {
        match run(behaviour).await {
            Err(ScanError::Execution(text)) => assert!(text.contains(why), "{text}"),
            other => panic!("{why}: {other:?}"),
        }
    }
    assert!(matches!(run(Behaviour::Floods(0)).await, Err(ScanError::InvalidOutput(_))));
    // It was there a moment ago, when it said its version.
    assert!(matches!(run(Behaviour::Missing).await, Err(ScanError::Unavailable(_))));
}

#[tokio::test]
async fn the_program_sees_no_home_of_the_user() {
    let repo = repo();
    let seen: Arc<Mutex<Vec<std::path::PathBuf>>> = Arc::default();
    let runner = Arc::new(ScriptedRunner::new().on("lint", &[], Behaviour::prints("2.0")));
    {
        let request = Order::of(&repo).request(Arc::clone(&runner) as _).await;
        let wrapped = Wrapped::find(LINT, &request).await.expect("found");
        let report = wrapped.report("report.json").expect("a place");
        assert!(!report.path().exists());
        wrapped.run(wrapped.command(repo.path()).expect("time")).await.expect("an answer");
        assert!(matches!(report.read(), Err(ScanError::InvalidOutput(why)) if why.contains("wrote no report")));
        for command in runner.commands() {
            let home = command.environment.get(OsStr::new("HOME")).expect("a home");
            assert!(std::path::Path::new(home).is_dir() && *home != repo.home().into_os_string());
            assert_eq!(command.environment.get(OsStr::new("GIT_CONFIG_GLOBAL")), Some(&OsString::from("/dev/null")));
            seen.lock().expect("a lock").push(home.into());
        }
    }
    assert!(seen.lock().expect("a lock").iter().all(|home| !home.exists()), "nothing is left behind");
}

#[tokio::test]
async fn a_program_that_was_not_asked_is_judged_by_its_report_and_by_its_failure() {
    let repo = repo();
    let runner = ScriptedRunner::new().on("lint", &["--version"], Behaviour::prints("lint 1.9.0")).on(
        "lint",
        &[],
        Behaviour::exits(2, "", ""),
    );
    let request = Order::of(&repo).request(Arc::new(runner)).await;
    let wrapped = Wrapped::unasked(LINT, &request).expect("a place");
    let failed = wrapped.run(wrapped.command(repo.path()).expect("time")).await;
    assert!(matches!(failed, Err(ScanError::Unavailable(why)) if why.contains("1.9.0 is not accepted")));
    let reported = |version: &str| Wrapped::unasked(LINT, &request).expect("a place").reported(version);
    assert!(matches!(reported("3.0.0").map(drop), Err(ScanError::Unavailable(_))));
    assert!(matches!(reported("none").map(drop), Err(ScanError::InvalidOutput(_))));
    let wrapped = reported("2.7.1").expect("accepted");
    assert!(wrapped.identity([b"rules".as_slice()]).starts_with("lint 2.7.1, rules "));
}
