//! Nothing outlives its run: not at the deadline, not after a normal end, not when the run is cancelled.

use std::path::Path;
use std::time::Duration;

use aurumcode::process::{ProcessError, Runner};

use crate::support::{alive, run_sh, runner, scratch, sh, unique, until, wait_for};

/// Ways to start a process that does not want to die with the one that started it. `{}` is its argument for `sleep`.
const STUBBORN: [&str; 7] = [
    "sleep {} &",
    "(sleep {} &)",
    "(trap '' TERM INT HUP; exec sleep {}) &",
    "setsid -f sleep {}",
    "setsid sh -c 'setsid sleep {} & setsid sleep {} & wait' &",
    "set -m; sleep {} & set +m",
    "setsid sh -c '(trap \"\" HUP TERM; sleep {} </dev/null >/dev/null 2>&1 &) &'",
];

/// Starts one of each, waits until they are all there, says so in a file and hangs.
fn hang(mark: &str) -> String {
    let start: Vec<String> = STUBBORN.iter().map(|start| start.replace("{}", mark)).collect();
    format!("{}\n{}\n: > ready; sleep {mark}", start.join("\n"), wait_for(mark, 8))
}

#[tokio::test]
async fn the_deadline_kills_every_process_of_the_run() {
    let directory = scratch();
    let mut timeout = Duration::from_millis(500);
    // A busy machine may not get as far as hanging before the first deadline. The deadline must have met all of them.
    while !directory.path().join("ready").exists() {
        let mark = unique();
        let error = runner().run(sh(directory.path(), &hang(&mark)).timeout(timeout)).await.unwrap_err();
        assert!(matches!(&error, ProcessError::TimedOut { program, after } if program == "sh" && *after == timeout), "{error:?}");
        assert_eq!(alive(&mark), [""; 0]);
        timeout *= 2;
    }
}

#[tokio::test]
async fn a_normal_end_kills_what_is_left() {
    for start in STUBBORN {
        let mark = unique();
        let start = start.replace("{}", &mark);
        // The program ends when the other one is there.
        let output = run_sh(&format!("{start}\n{}", wait_for(&mark, 1))).await;
        assert!(output.success(), "{start}");
        assert_eq!(alive(&mark), [""; 0], "{start}");
    }
}

#[tokio::test]
async fn a_cancelled_run_leaves_nothing() {
    let directory = scratch();
    let mark = unique();
    let command = sh(directory.path(), &hang(&mark));
    let run = tokio::spawn(async move { runner().run(command).await });
    let ready = directory.path().join("ready");
    until("the start of all processes", || ready.exists()).await;
    assert_ne!(alive(&mark), [""; 0]);
    run.abort();
    assert!(run.await.unwrap_err().is_cancelled());
    assert_eq!(alive(&mark), [""; 0]);
}

/// A stopped process takes no other signal than the one that is sent.
#[tokio::test]
async fn a_stopped_program_is_killed_at_its_deadline() {
    let mark = unique();
    let command = sh(Path::new("/"), &format!("sleep {mark} & kill -STOP $!; kill -STOP $$")).timeout(Duration::from_millis(500));
    let error = runner().run(command).await.unwrap_err();
    assert!(matches!(error, ProcessError::TimedOut { .. }), "{error:?}");
    assert_eq!(alive(&mark), [""; 0]);
}

/// A program may move itself into its child's group, and is then not met by a signal to its own.
#[tokio::test]
async fn a_program_that_left_its_own_group_is_killed() {
    let mark = unique();
    let script = "my $child = fork // die;
        if (!$child) { setpgrp(0, 0); exec 'sleep', $ARGV[0] }
        until (eval { setpgrp(0, $child) }) { select undef, undef, undef, 0.01 }
        print 'moved'; exec 'sleep', $ARGV[0]";
    let command = aurumcode::process::Command::new("perl", "/").args(["-e", script, &mark]).timeout(Duration::from_secs(1));
    let error = runner().run(command).await.unwrap_err();
    assert!(matches!(error, ProcessError::TimedOut { .. }), "{error:?}");
    assert_eq!(alive(&mark), [""; 0]);
}

/// Killing is aimed: a run that ends beside another one, and leaves much to kill, does not touch it.
#[tokio::test]
async fn the_end_of_one_run_spares_the_others() {
    let directory = scratch();
    let mark = unique();
    let script = format!("setsid sleep {mark} & sleep {mark} & : > ready; while ! [ -e go ]; do sleep 0.01; done; exit 5");
    let command = sh(directory.path(), &script);
    let spared = tokio::spawn(async move { runner().run(command).await });
    let ready = directory.path().join("ready");
    until("the start of the first run", || ready.exists() && alive(&mark).len() == 2).await;

    for _ in 0..10 {
        let other = unique();
        run_sh(&format!("setsid -f sleep {other}; sleep {other} & env -i sleep {other} &")).await;
        assert_eq!(alive(&other), [""; 0]);
        let spared = alive(&mark);
        assert_eq!(spared.len(), 2, "the processes of the other run: {spared:?}");
    }
    std::fs::File::create(directory.path().join("go")).unwrap();
    assert_eq!(spared.await.unwrap().unwrap().exit, aurumcode::process::Exit::Code(5));
    assert_eq!(alive(&mark), [""; 0]);
}
