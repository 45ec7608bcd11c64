//! `aurumcode verify`: does the verdict of an audit file follow from the evidence in it?

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::finding::{Code, Diagnostic};
use crate::redaction::harmless_line;
use crate::report::{self, AUDIT_LIMIT, Verification};

use super::ExitStatus;
use super::output::Streams;
use super::refusal::Refusal;
use super::run::Context;

/// Recomputes the verdict: exit 0 when it holds, 3 when it does not.
pub(super) fn run(context: &Context<'_>, path: &Path, streams: &mut Streams<'_>) -> Result<ExitStatus, Refusal> {
    let text = read_audit(path)?;
    let verification = report::verify(&text).map_err(|error| error.diagnostic())?;
    context.deliver(&page(&verification), streams)?;
    Ok(if verification.holds() { ExitStatus::Success } else { ExitStatus::Rejected })
}

/// One line that says whether the verdict holds, and a line for each difference.
fn page(verification: &Verification) -> String {
    let (recorded, recomputed) = (verification.recorded.as_str(), verification.recomputed.as_str());
    if verification.holds() {
        return format!("holds: the evidence in the file leads to `{recorded}`, as recorded\n");
    }
    let mut page = format!("does not hold: the file records `{recorded}`, its evidence leads to `{recomputed}`\n");
    for difference in &verification.differences {
        page.push_str(&format!("  - {}\n", harmless_line(difference)));
    }
    page
}

/// The text of an audit file, at most one byte more than is accepted.
pub(super) fn read_audit(path: &Path) -> Result<String, Refusal> {
    let failed = |why| {
        Diagnostic::new(Code::CLI_AUDIT, format!("{} could not be read: {why}", path.display()))
            .help("give the file that `aurumcode review --audit FILE` wrote")
    };
    Ok(read(path).map_err(failed)?)
}

fn read(path: &Path) -> Result<String, String> {
    let mut text = String::new();
    let file = File::open(path).map_err(|error| error.to_string())?;
    file.take(AUDIT_LIMIT as u64 + 1).read_to_string(&mut text).map_err(|error| error.to_string())?;
    Ok(text)
}
