//! Runs the test command of a task on a commit: in a checkout of that commit and nothing else, under its own deadline.
//!
//! The developer's working files take no part, so nothing that is not committed can make a test pass, and nothing that a test leaves
//! behind is ever committed. The command sees no variable of this process but the plain ones that every child gets.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use crate::change::Change;
use crate::process::{Command, Exit, ProcessError, Runner};
use crate::redaction::Redactor;

use super::runners::{TestsRead, read_junit, read_printed};
use super::{Block, BlockReason, SuiteRun, TestCommand, Trouble};

/// How much of each output stream is kept: 16 MiB.
const OUTPUT: usize = 16 * 1024 * 1024;

/// The largest report that is read: 32 MiB.
const REPORT: u64 = 32 * 1024 * 1024;

/// How many of the last lines are shown of a run that failed.
const LAST: usize = 20;

/// What a run showed, and its last words.
#[derive(Debug, Clone)]
pub(super) struct Ran {
    pub(super) run: SuiteRun,
    /// The last lines that it printed, without secrets.
    pub(super) last: String,
}

/// Runs the tests on the head of `change`.
///
/// # Errors
/// The command did not end in its time, could not be started, or what it left cannot be read.
pub(super) async fn run_suite(
    change: &Change,
    test: &TestCommand,
    command: &Arc<dyn Runner>,
    redactor: &Redactor,
) -> Result<Ran, Trouble> {
    let passing = |error: String| Trouble::passing(error);
    // A checkout of its own: what an engine reads must not hold what a test wrote.
    let paths = change.whole_tree().await.map_err(|error| passing(error.to_string()))?;
    let paths = paths.iter().map(|entry| entry.path.clone()).collect();
    let checkout = change.materialise(paths).await.map_err(|error| passing(error.to_string()))?;
    let started = Instant::now();
    let asked = Command::new("sh", checkout.path())
        .args(["-c", test.command.as_str()])
        .env("CI", "true") // runners then neither watch files nor ask
        .timeout(test.timeout)
        .output_limit(OUTPUT);
    let output = match command.run(asked).await {
        Ok(output) => output,
        Err(ProcessError::TimedOut { .. }) => {
            let diagnosis = format!("`{}` was still running after {} s and was killed", test.command, test.timeout.as_secs());
            return Err(Trouble::lasting(Block { reason: BlockReason::SuiteTimedOut, diagnosis }));
        }
        Err(error) => return Err(passing(error.to_string())),
    };
    let exit_code = match output.exit {
        Exit::Code(code) => Some(code),
        Exit::Signal(_) => None,
    };
    let mut last = last_lines(&output.stdout, &output.stderr);
    let TestsRead { tests, counts } = match &test.report {
        None => read_printed(&output.stdout, &output.stderr),
        Some(report) => match read_report(checkout.path(), report) {
            Ok(read) => read,
            // A run without its report names no tests, so it proves nothing, and says why.
            Err(why) => {
                last = format!("{why}\n{last}");
                TestsRead::default()
            }
        },
    };
    let last = redactor.redact(&last).to_string();
    Ok(Ran { run: SuiteRun { exit_code, tests, counts, duration: started.elapsed() }, last })
}

fn read_report(root: &Path, report: &str) -> Result<TestsRead, String> {
    use std::io::Read;
    use std::os::unix::fs::OpenOptionsExt;
    let no_follow = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
    let flags = i32::try_from(no_follow.bits()).unwrap_or_default();
    let told = |error: std::io::Error| format!("the report `{report}` cannot be read: {error}");
    let file = std::fs::OpenOptions::new().read(true).custom_flags(flags).open(root.join(report)).map_err(told)?;
    let size = file.metadata().map_err(told)?;
    if !size.is_file() || size.len() > REPORT {
        return Err(format!("the report `{report}` is no file of at most {REPORT} bytes"));
    }
    let mut bytes = Vec::new();
    file.take(REPORT).read_to_end(&mut bytes).map_err(told)?;
    read_junit(&bytes).map_err(|error| format!("the report `{report}` is no JUnit XML: {error}"))
}

fn last_lines(stdout: &[u8], stderr: &[u8]) -> String {
    let text =
        [stdout, stderr].map(|stream| anstream::adapter::strip_str(&String::from_utf8_lossy(stream)).to_string()).join("\n");
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(LAST)..].join("\n")
}
