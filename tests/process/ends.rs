//! How a program's end is told.

use std::path::Path;

use aurumcode::process::{Exit, Runner};

use crate::support::{run_sh, runner, sh};

#[tokio::test]
async fn exit_codes_are_told() {
    for code in [0, 1, 2, 42, 126, 127, 128, 255] {
        let output = run_sh(&format!("exit {code}")).await;
        assert_eq!(output.exit, Exit::Code(code));
        assert_eq!(output.success(), code == 0);
    }
}

#[tokio::test]
async fn signals_are_told_and_are_no_success() {
    for (name, number) in [("KILL", 9), ("TERM", 15), ("SEGV", 11), ("ABRT", 6), ("PIPE", 13)] {
        let output = run_sh(&format!("kill -{name} $$")).await;
        assert_eq!(output.exit, Exit::Signal(number), "{name}");
        assert!(!output.success());
    }
}

#[tokio::test]
async fn what_a_killed_program_wrote_is_kept() {
    let output = run_sh("echo out; echo err >&2; kill -KILL $$").await;
    assert_eq!((output.stdout, output.stderr), (b"out\n".to_vec(), b"err\n".to_vec()));
    assert!(!output.stdout_truncated && !output.stderr_truncated);
}

#[tokio::test]
async fn a_program_that_closes_its_streams_is_still_waited_for() {
    let directory = crate::support::scratch();
    let script = "exec 0<&- 1>&- 2>&-; while ! [ -e go ]; do sleep 0.01; done; exit 7";
    let runner = runner();
    let (output, _) = tokio::join!(runner.run(sh(directory.path(), script)), async {
        std::fs::File::create(directory.path().join("go")).unwrap()
    });
    assert_eq!(output.unwrap().exit, Exit::Code(7));
}

/// Fifty at a time, each with input, output and an exit code of its own.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn runs_side_by_side_do_not_mix() {
    let mut runs = tokio::task::JoinSet::new();
    for n in 0..50 {
        let script = format!("read line; echo \"$line\"; echo err {n} >&2; sleep 0.0{}; exit {n}", n % 10);
        let command = sh(Path::new("/"), &script).input(format!("in {n}\n"));
        runs.spawn(async move { (n, runner().run(command).await) });
    }
    let mut seen = 0;
    while let Some(run) = runs.join_next().await {
        let (n, output) = run.unwrap();
        let output = output.unwrap();
        assert_eq!(output.exit, Exit::Code(n));
        assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("in {n}\n"));
        assert_eq!(String::from_utf8(output.stderr).unwrap(), format!("err {n}\n"));
        seen += 1;
    }
    assert_eq!(seen, 50);
}
