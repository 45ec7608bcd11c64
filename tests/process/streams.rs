//! Input and output: bounded, complete, and never a deadlock.

use std::path::Path;

use aurumcode::process::{Command, Exit, Runner};

use crate::support::{alive, run_sh, runner, sh, unique};

/// 3 MiB to both streams at once, ended by an exit code: a reader that stops at the limit would block or kill it.
#[tokio::test]
async fn a_flood_is_cut_and_flagged_and_its_program_ends_by_itself() {
    let script = "head -c 3145728 /dev/zero >&2 & head -c 3145728 /dev/zero || exit 1; wait $! || exit 2; exit 9";
    let output = runner().run(sh(Path::new("/"), script).output_limit(1000)).await.unwrap();
    assert_eq!(output.exit, Exit::Code(9));
    assert_eq!((output.stdout.len(), output.stderr.len()), (1000, 1000));
    assert!(output.stdout_truncated && output.stderr_truncated);
}

#[tokio::test]
async fn the_limit_itself_is_not_too_much() {
    for (written, limit, truncated) in [(0, 0, false), (1, 0, true), (100, 100, false), (101, 100, true), (70_000, 70_000, false)]
    {
        let script = format!("head -c {written} /dev/zero");
        let output = runner().run(sh(Path::new("/"), &script).output_limit(limit)).await.unwrap();
        assert_eq!((output.stdout.len(), output.stdout_truncated), (written.min(limit), truncated), "{written} of {limit}");
        assert!(!output.stderr_truncated);
    }
}

/// Both directions are larger than any pipe, so whoever writes all before it reads is stuck.
#[tokio::test]
async fn ten_mebibytes_go_in_and_come_out() {
    let input: Vec<u8> = (0..10_u32 << 20).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let output = runner().run(Command::new("cat", "/").input(input.clone())).await.unwrap();
    assert!(output.success() && output.stdout == input && !output.stdout_truncated);
}

#[tokio::test]
async fn a_program_that_does_not_read_its_input_is_no_failure() {
    for script in ["exit 3", "exec 0<&-; exit 3", "head -c 5 >/dev/null; exit 3"] {
        let output = runner().run(sh(Path::new("/"), script).input(vec![b'x'; 10 << 20])).await.unwrap();
        assert_eq!(output.exit, Exit::Code(3), "{script}");
    }
}

#[tokio::test]
async fn without_input_the_program_reads_an_end() {
    let output = run_sh("cat; echo after").await;
    assert_eq!(output.stdout, b"after\n");
}

/// The pipes stay open in a process that would outlive the run; nothing that was written before is lost.
#[tokio::test]
async fn a_grandchild_that_holds_the_pipes_does_not_hold_the_run() {
    for start in
        ["sleep {} &", "setsid -f sleep {}", "trap '' TERM HUP; sleep {} &", "(sleep {} &) &", "set -m; sleep {} & set +m"]
    {
        let mark = unique();
        let start = start.replace("{}", &mark);
        let output = run_sh(&format!("{start}\nhead -c 60000 /dev/zero; exit 4")).await;
        assert_eq!(output.exit, Exit::Code(4), "{start}");
        assert_eq!((output.stdout.len(), output.stdout_truncated, output.stderr_truncated), (60_000, false, false), "{start}");
        assert_eq!(alive(&mark), [""; 0], "{start}");
    }
}
