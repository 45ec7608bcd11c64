//! Has the developer's command answer a rejection: any coding agent, or any script.
//!
//! It runs in the working files of the branch, hears the verdict on its standard input and finds it as Markdown in a file. What it has
//! to leave is a new commit where the branch is pushed to; whether it did, the branch says and not the command. It is no part of the
//! reviewed tree: whoever opened the pull request named it.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::Write;
use std::sync::Arc;

use crate::change::Repository;
use crate::process::{Command, Exit, ProcessError, Runner};

use super::{Block, BlockReason, GateVerdict, PullRequest, Trouble, verdict_json, verdict_markdown};

/// The variable that names the file with the verdict in Markdown.
const VERDICT_FILE: &str = "AURUMCODE_VERDICT";

/// How much of its output is kept: 1 MiB.
const OUTPUT: usize = 1024 * 1024;

/// Runs the command on `rejection`.
///
/// # Errors
/// It failed, did not end in its time, or there is no place to run it.
pub(super) async fn correct(
    of: &PullRequest,
    rejection: &GateVerdict,
    repository: &Repository,
    command: &Arc<dyn Runner>,
    environment: &BTreeMap<String, OsString>,
) -> Result<(), Trouble> {
    let failed = |diagnosis: String| Trouble::lasting(Block { reason: BlockReason::DeveloperFailed, diagnosis });
    let Some(developer) = &of.terms.task.developer else {
        return Err(failed("no command is set for the developer".to_owned()));
    };
    let branch = &of.terms.branch;
    let place = repository.worktree_of(branch).await.map_err(|error| Trouble::passing(error.to_string()))?;
    let Some(place) = place else {
        let diagnosis =
            format!("the branch `{branch}` is checked out nowhere: `git worktree add ../{branch} {branch}` makes a place for it");
        return Err(failed(diagnosis));
    };
    let mut file = tempfile::Builder::new()
        .prefix("aurumcode-verdict-")
        .suffix(".md")
        .tempfile()
        .map_err(|error| Trouble::passing(format!("the verdict could not be written: {error}")))?;
    file.write_all(verdict_markdown(rejection).as_bytes())
        .map_err(|error| Trouble::passing(format!("the verdict could not be written: {error}")))?;
    let mut asked = Command::new("sh", place)
        .args(["-c", developer.command.as_str()])
        .env(VERDICT_FILE, file.path())
        .input(verdict_json(of, rejection))
        .timeout(developer.timeout)
        .output_limit(OUTPUT);
    for name in &developer.environment {
        if let Some(value) = environment.get(name) {
            asked = asked.env(name, value);
        }
    }
    match command.run(asked).await {
        Ok(output) if output.exit == Exit::Code(0) => Ok(()),
        Ok(output) => {
            let end = match output.exit {
                Exit::Code(code) => format!("exit code {code}"),
                Exit::Signal(signal) => format!("signal {signal}"),
            };
            let said = String::from_utf8_lossy(&output.stderr);
            let said = said.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or("it said nothing");
            Err(failed(format!("`{}` ended with {end}: {said}", developer.command)))
        }
        Err(ProcessError::TimedOut { .. }) => {
            let seconds = developer.timeout.as_secs();
            Err(failed(format!("`{}` was still running after {seconds} s and was killed", developer.command)))
        }
        Err(error) => Err(failed(error.to_string())),
    }
}
