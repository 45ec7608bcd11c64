//! What concerns the whole process (signals, and orphans that got rid of their mark): each test is run again, alone, in a
//! process of its own.

use aurumcode::process::{BaseEnvironment, Command, Exit, Interruption, Output, ProcessError, Runner, SystemRunner, interrupted};
use tempfile::TempDir;
use tokio::task::JoinHandle;

use crate::support::{alive, run_sh, runner, scratch, sh, unique, until, wait_for};

/// Set in the inner process.
const INNER: &str = "AURUMCODE_TEST_ALONE";

/// The command that runs one test of this binary alone.
fn alone(test: &str) -> Command {
    let binary = std::env::current_exe().unwrap();
    Command::new(binary, "/").args([&format!("alone::{test}"), "--exact", "--nocapture", "--test-threads=1"]).env(INNER, "1")
}

#[expect(clippy::disallowed_methods, reason = "how the inner process knows that it is the inner one")]
fn is_inner() -> bool {
    std::env::var_os(INNER).is_some()
}

/// Runs a command for the inner process and shows what it said when it failed.
async fn passes(command: Command) {
    // Children that are not ours must not disturb: the outer runner has the host's own environment.
    let outer = SystemRunner::new(BaseEnvironment::exactly(std::env::vars_os().collect()));
    let output = outer.run(command).await.unwrap();
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.success() && said.contains("1 passed"), "{said}");
}

/// No variable and no group tells where it came from. That no other run is there tells it.
#[tokio::test]
async fn an_orphan_without_a_mark_is_killed() {
    if !is_inner() {
        return passes(alone("an_orphan_without_a_mark_is_killed")).await;
    }
    for start in ["env -i setsid -f sleep {}", "env -i setsid sh -c 'setsid sleep {} & setsid sleep {} & wait' &"] {
        let mark = unique();
        let start = start.replace("{}", &mark);
        let output = run_sh(&format!("{start}\n{}; echo end", wait_for(&mark, 1))).await;
        assert_eq!((output.stdout, output.stdout_truncated), (b"end\n".to_vec(), false), "{start}");
        assert_eq!(alive(&mark), [""; 0], "{start}");
        assert_eq!(children(), "", "neither alive nor as a zombie: {start}");
    }
}

/// The children of this process.
fn children() -> String {
    let threads = std::fs::read_dir("/proc/self/task").unwrap();
    threads.map(|thread| std::fs::read_to_string(thread.unwrap().path().join("children")).unwrap_or_default()).collect()
}

/// The host may be a library in a process that has children of its own.
#[tokio::test]
async fn a_child_that_other_code_started_is_neither_killed_nor_reaped() {
    if !is_inner() {
        return passes(alone("a_child_that_other_code_started_is_neither_killed_nor_reaped")).await;
    }
    let start = |script: &str| {
        #[expect(clippy::disallowed_methods, reason = "this is the other code")]
        let mut command = std::process::Command::new("/bin/sh");
        command.args(["-c", script]).stdin(std::process::Stdio::piped()).spawn().unwrap()
    };
    let (mut living, mut dead) = (start("read line; exit 8"), start("exit 9"));
    until("the second child's end", || std::fs::read(format!("/proc/{}/cmdline", dead.id())).unwrap().is_empty()).await;
    assert!(run_sh("setsid -f sleep 1; sleep 1 &").await.success());
    drop(living.stdin.take());
    assert_eq!((living.wait().unwrap().code(), dead.wait().unwrap().code()), (Some(8), Some(9)));
}

/// While another run is there that may have started it, it is spared, and the run that it holds open answers with what was
/// read, flagged. It dies with the last run that could be its parent: one that started later could not.
#[tokio::test]
async fn an_orphan_that_could_be_another_runs_is_killed_with_the_last_of_them() {
    if !is_inner() {
        return passes(alone("an_orphan_that_could_be_another_runs_is_killed_with_the_last_of_them")).await;
    }
    let (older, mark, younger) = (scratch(), unique(), scratch());
    let older_run = waiting(&older).await;

    let output = run_sh(&format!("env -i setsid -f sleep {mark}; {}; echo end", wait_for(&mark, 1))).await;
    assert_eq!((output.exit, output.stdout), (Exit::Code(0), b"end\n".to_vec()));
    assert!(output.stdout_truncated && output.stderr_truncated, "somebody could still have written");
    assert_eq!(alive(&mark).len(), 1);

    // The pause of the run above is longer than a tick of the clock that tells older from younger.
    let younger_run = waiting(&younger).await;
    for (directory, run) in [(older, older_run), (younger, younger_run)] {
        std::fs::File::create(directory.path().join("go")).unwrap();
        assert_eq!(run.await.unwrap().unwrap().exit, Exit::Code(6));
        assert_eq!(alive(&mark), [""; 0]);
    }
}

/// A run that has started, and ends with exit code 6 when a file `go` is there.
async fn waiting(directory: &TempDir) -> JoinHandle<Result<Output, ProcessError>> {
    let command = sh(directory.path(), ": > ready; while ! [ -e go ]; do sleep 0.01; done; exit 6");
    let run = tokio::spawn(async move { runner().run(command).await });
    let ready = directory.path().join("ready");
    until("the start of the run", || ready.exists()).await;
    run
}

/// A parent that ignores SIGCHLD hands that down, and the kernel then throws exit statuses away.
#[tokio::test]
async fn exit_statuses_survive_a_parent_that_ignores_them() {
    if !is_inner() {
        let inner = alone("exit_statuses_survive_a_parent_that_ignores_them");
        let ignoring = Command::new("perl", "/").args(["-e", "$SIG{CHLD} = 'IGNORE'; exec @ARGV"]);
        let mut command = ignoring.args([inner.program]).args(inner.arguments);
        command.environment = inner.environment;
        return passes(command).await;
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap().trim();
    assert_ne!(u64::from_str_radix(ignored, 16).unwrap() & (1 << 16), 0, "SIGCHLD is ignored at the start: {ignored}");
    assert_eq!(run_sh("exit 3").await.exit, Exit::Code(3));
    assert_eq!(run_sh("kill -9 $$").await.exit, Exit::Signal(9));
}

#[tokio::test]
async fn the_signals_that_ask_to_stop_are_told() {
    if !is_inner() {
        return passes(alone("the_signals_that_ask_to_stop_are_told")).await;
    }
    for (name, interruption) in
        [("HUP", Interruption::HangUp), ("INT", Interruption::Interrupt), ("TERM", Interruption::Terminate)]
    {
        let send = format!("kill -{name} {}", std::process::id());
        let told = tokio::join!(biased; interrupted(), run_sh(&send)).0;
        assert_eq!(told.unwrap(), interruption);
    }
}
