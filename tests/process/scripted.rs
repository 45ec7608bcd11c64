//! The runner for tests answers as the real one does.

use std::mem::discriminant;
use std::path::Path;
use std::time::Duration;

use aurumcode::process::fake::{Behaviour, RUBBISH, ScriptedRunner};
use aurumcode::process::{Command, Exit, Output, ProcessError, Runner};

use crate::support::{runner, scratch, sh};

/// One behaviour in both forms: a shell script, and the line that stands for it.
async fn both(script: &str, behaviour: Behaviour) -> [Result<Output, ProcessError>; 2] {
    let command = sh(Path::new("/"), script).output_limit(100).timeout(Duration::from_secs(60));
    let fake = ScriptedRunner::new().on("sh", &["-c"], behaviour);
    [runner().run(command.clone()).await, fake.run(command).await]
}

#[tokio::test]
async fn ends_and_streams_look_the_same() {
    let flood = "head -c 101 /dev/zero | tr '\\0' x | tee /dev/stderr; exit 2";
    for (script, behaviour) in [
        ("printf out", Behaviour::prints("out")),
        ("printf out; printf err >&2; exit 3", Behaviour::exits(3, "out", "err")),
        ("kill -KILL $$", Behaviour::Dies(9)),
        (flood, Behaviour::Floods(2)),
        ("head -c 100 /dev/zero", Behaviour::prints([0; 100])),
    ] {
        let [real, fake] = both(script, behaviour).await;
        assert!(real.unwrap() == fake.unwrap(), "{script}");
    }
}

#[tokio::test]
async fn failures_look_the_same() {
    let directory = scratch();
    let broken = directory.path().join("broken");
    crate::support::executable(&broken, b"no program").await;
    let fake = ScriptedRunner::new()
        .on("sleep", &[], Behaviour::TimesOut)
        .on(broken.to_str().unwrap(), &[], Behaviour::Broken)
        .on("no-such-program", &[], Behaviour::Missing);
    for command in [
        Command::new("sleep", "/").args(["1000"]).timeout(Duration::from_millis(10)),
        Command::new(&broken, "/"),
        Command::new("no-such-program", "/"),
    ] {
        let (real, fake) = (runner().run(command.clone()).await.unwrap_err(), fake.run(command).await.unwrap_err());
        assert_eq!(discriminant(&real), discriminant(&fake), "{real:?}, {fake:?}");
    }
}

#[tokio::test]
async fn the_first_line_that_fits_counts_and_commands_are_remembered() {
    let fake = ScriptedRunner::new()
        .once("git", &["log"], Behaviour::prints("first"))
        .on("git", &["log", "--all"], Behaviour::prints("all"))
        .on("git", &["log"], Behaviour::prints("then"))
        .on(
            "git",
            &["hash-object"],
            Behaviour::computes(|command| {
                let stdout = command.input.iter().rev().copied().collect();
                Ok(Output { exit: Exit::Code(0), stdout, stderr: Vec::new(), stdout_truncated: false, stderr_truncated: false })
            }),
        );
    let git = |arguments: &[&str]| Command::new("git", "/").args(arguments.iter().copied()).input("abc");
    let mut said = Vec::new();
    let commands = [git(&["log", "--all"]), git(&["log", "--all"]), git(&["log"]), git(&["hash-object"])];
    for command in &commands {
        said.push(String::from_utf8(fake.run(command.clone()).await.unwrap().stdout).unwrap());
    }
    assert_eq!(said, ["first", "all", "then", "cba"]);
    assert!(fake.commands() == commands);
    for unknown in [git(&["status"]), git(&[]), Command::new("hg", "/").args(["log"])] {
        assert!(matches!(fake.run(unknown).await, Err(ProcessError::NotFound { .. })));
    }
    assert_eq!(fake.commands().len(), 7);
}

/// It heeds no deadline, so that what ends it is the caller's own limit.
#[tokio::test]
async fn a_hanging_program_goes_on_until_it_is_dropped() {
    let fake = ScriptedRunner::new().on("hang", &[], Behaviour::Hangs);
    let run = fake.run(Command::new("hang", "/").timeout(Duration::ZERO));
    assert!(tokio::time::timeout(Duration::from_millis(20), run).await.is_err());
}

/// It must be all that a parser fears, or a test that feeds it proves little.
#[test]
fn rubbish_is_rubbish() {
    assert!(std::str::from_utf8(RUBBISH).is_err());
    assert!(serde_json::from_slice::<serde_json::Value>(RUBBISH).is_err());
    assert!(RUBBISH.contains(&0) && RUBBISH.contains(&0x1b) && !RUBBISH.ends_with(b"\n"));
}
