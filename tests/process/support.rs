//! What the tests of this room share: a runner, a scratch directory, and a look into /proc.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime};

use aurumcode::process::{BaseEnvironment, Command, Output, Runner, SystemRunner};
use tempfile::TempDir;

/// A runner whose children find the system's programs and see nothing else.
pub(crate) fn runner() -> SystemRunner {
    runner_with(&[("PATH", "/usr/local/bin:/usr/bin:/bin")])
}

pub(crate) fn runner_with(variables: &[(&str, &str)]) -> SystemRunner {
    let variables = variables.iter().map(|(name, value)| (name.into(), value.into()));
    SystemRunner::new(BaseEnvironment::exactly(variables.collect()))
}

pub(crate) fn scratch() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// A shell script as a command; `$0` is `sh`, the arguments follow from `$1` on.
pub(crate) fn sh(directory: &Path, script: &str) -> Command {
    Command::new("sh", directory).args(["-c", script, "sh"])
}

/// Runs a shell script in the root directory.
pub(crate) async fn run_sh(script: &str) -> Output {
    runner().run(sh(Path::new("/"), script)).await.unwrap()
}

/// Puts an executable file in place. Another process writes it: a file that this one holds open for writing, even for the
/// moment in which a test beside this one starts a program, cannot be executed (ETXTBSY).
pub(crate) async fn executable(path: &Path, content: &[u8]) {
    let command = sh(Path::new("/"), r#"cat > "$1" && chmod 755 "$1""#).args([path]).input(content);
    assert!(runner().run(command).await.unwrap().success());
}

/// An argument for `sleep`, many years, that no other process has on its command line: neither another test's, nor one
/// that an earlier, failed run of the tests has left.
pub(crate) fn unique() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_nanos();
    format!("{now}{:07}{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

/// The living processes that have this argument. A zombie has no command line.
pub(crate) fn alive(argument: &str) -> Vec<String> {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let with_argument = processes.filter_map(|process| {
        let line = fs::read(process.path().join("cmdline")).ok()?;
        let line = String::from_utf8_lossy(&line).into_owned();
        line.split('\0').any(|word| word == argument).then_some(line)
    });
    with_argument.collect()
}

/// A piece of a script that waits until this many programs `sleep` have this argument, and so have become that program.
pub(crate) fn wait_for(argument: &str, count: usize) -> String {
    let found =
        format!("for p in $(grep -lazsx {argument} /proc/[0-9]*/cmdline); do cat ${{p%cmdline}}comm; done 2>&1 | grep -cx sleep");
    format!("while [ $({found}) -lt {count} ]; do sleep 0.01; done")
}

/// Waits for something that another process is about to do.
pub(crate) async fn until(what: &str, mut done: impl FnMut() -> bool) {
    for _ in 0..12_000 {
        if done() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("{what}: has not happened");
}
