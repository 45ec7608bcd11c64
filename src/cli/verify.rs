//! `aurumcode verify`: does the verdict of an audit file follow from the evidence in it?

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::finding::{Code, Diagnostic};
use crate::report;

use super::output::Streams;
use super::refusal::Refusal;
use super::run::Context;
use super::ExitStatus;

/// A larger file is no audit of ours: 256 MiB.
const MAX_BYTES: u64 = 256 * 1024 * 1024;

/// Recomputes the verdict: exit 0 when it holds, 3 when it does not.
pub(super) fn run(context: &Context<'_>, path: &Path, streams: &mut Streams<'_>) -> Result<ExitStatus, Refusal> {
    let text = read(path).map_err(|why| {
        Diagnostic::new(Code::CLI_AUDIT, format!("{} could not be read: {why}", path.display()))
            .help("give the file that `aurumcode review --audit FILE` wrote")
    })?;
    let verification = report::verify(&text).map_err(|error| {
        Diagnostic::new(Code::CLI_AUDIT, format!("{} is not an audit file: {error}", path.display()))
            .help("`aurumcode schema audit` prints the shape of one")
    })?;
    context.deliver(&report::verification(&verification), streams)?;
    Ok(if verification.holds { ExitStatus::Success } else { ExitStatus::Rejected })
}

fn read(path: &Path) -> Result<String, String> {
    let mut text = String::new();
    let file = File::open(path).map_err(|error| error.to_string())?;
    file.take(MAX_BYTES + 1).read_to_string(&mut text).map_err(|error| error.to_string())?;
    if text.len() as u64 > MAX_BYTES { Err(format!("it is over {} MiB", MAX_BYTES >> 20)) } else { Ok(text) }
}
