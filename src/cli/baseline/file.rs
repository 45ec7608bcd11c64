//! The file in the working copy: written whole beside its place and renamed over it, never through a link.

use std::path::Path;

use crate::baseline::{Baseline, FILE, baseline_text};
use crate::cli::output::{make_directory, write_file};
use crate::cli::refusal::Refusal;
use crate::cli::run::Context;
use crate::cli::survey::Surveyed;
use crate::finding::{Code, Diagnostic};

/// The file is committed, like the code that it is about.
const MODE: u32 = 0o644;

/// The working copy's directory, which a bare repository has not.
pub(super) fn top(surveyed: &Surveyed) -> Result<&Path, Refusal> {
    surveyed.decided.change.repository().top_level().ok_or_else(|| {
        Diagnostic::new(Code::CHANGE_NO_WORKING_TREE, "a bare repository has no working copy to keep a baseline in")
            .help("run the command in a clone")
            .into()
    })
}

/// Writes the file.
pub(super) fn write(context: &Context<'_>, top: &Path, baseline: &Baseline) -> Result<(), Refusal> {
    let text = context.redactor.redact_json_text(&baseline_text(baseline));
    let path = top.join(FILE);
    let written = path.parent().map_or(Ok(()), make_directory).and_then(|()| write_file(&path, &text, MODE));
    written.map_err(|error| {
        Diagnostic::new(Code::CLI_WRITE, format!("`{FILE}` could not be written: {error}"))
            .help("make `.aurumcode` a directory that this user may write to")
            .into()
    })
}
