//! From the bytes of a file to the runs that are asked for.

use crate::finding::RepoPath;
use crate::scanner::ScanError;

use super::message::one_line;
use super::wire::{Log, Run};

/// The one version that is read.
const VERSION: &str = "2.1.0";

/// Reads a file.
pub(super) fn read(file: &RepoPath, bytes: &[u8]) -> Result<Log, ScanError> {
    let refused = |why: String| Err(ScanError::InvalidOutput(format!("`{file}` {why}")));
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return refused("is UTF-16; SARIF is UTF-8".to_owned());
    }
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return refused("is empty".to_owned());
    }
    let log: Log = match serde_json::from_slice(bytes) {
        Ok(log) => log,
        Err(error) => return refused(format!("is no SARIF: {}", one_line(&error.to_string(), 150))),
    };
    match log.version.as_deref() {
        Some(VERSION) => Ok(log),
        Some(other) => refused(format!("is SARIF {}; only {VERSION} is read", one_line(other, 20))),
        None => refused("is no SARIF: it has no `version`".to_owned()),
    }
}

/// The runs of a file with the names of their tools. A file without runs says nothing, which is not the same as "nothing found".
pub(super) fn runs<'a>(file: &RepoPath, log: &'a Log) -> Result<Vec<(&'a Run, String)>, ScanError> {
    let runs = log.runs.as_deref().unwrap_or_default();
    if runs.is_empty() {
        return Err(ScanError::Incomplete(format!("`{file}` holds no run of a scanner")));
    }
    let named = runs.iter().map(|run| match name(run) {
        Some(name) => Ok((run, name)),
        None => Err(ScanError::InvalidOutput(format!("`{file}` holds a run without `tool.driver.name`"))),
    });
    named.collect()
}

fn name(run: &Run) -> Option<String> {
    let name = one_line(run.tool.as_ref()?.driver.as_ref()?.name.as_deref()?, 60);
    (!name.is_empty()).then_some(name)
}

/// The tool of a run with its version, for the engine's own version.
pub(super) fn tool(run: &Run, name: &str) -> String {
    let driver = run.tool.as_ref().and_then(|tool| tool.driver.as_ref());
    let version = driver.and_then(|driver| driver.semantic_version.as_deref().or(driver.version.as_deref()));
    one_line(&format!("{name} {}", version.unwrap_or_default()), 100)
}
