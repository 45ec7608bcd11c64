//! Reads hadolint's JSON report.

use bstr::ByteSlice;
use serde::Deserialize;

use crate::finding::{Finding, Location, RuleId, RuleInfo, Severity};
use crate::scanner::ScanError;
use crate::scanner::wrapped::{Answer, Paths, Seen, json};

/// One entry (hadolint, src/Hadolint/Formatter/Json.hs). The column is always 1.
#[derive(Deserialize)]
struct Entry {
    file: String,
    line: u32,
    level: String,
    code: String,
    message: String,
}

/// The file cannot be parsed.
const UNPARSED: &str = "DL1000";

/// What it writes beside the report when it could not read its configuration and went on without one.
const NO_CONFIG: &[u8] = b"Error parsing your config file";

/// Reads what a run said about `files`. A configuration that the entry chose must have been read.
pub(super) fn read(answer: &Answer, files: &Paths, chosen: bool) -> Result<Seen, ScanError> {
    if chosen && answer.stderr.contains_str(NO_CONFIG) {
        return Err(ScanError::Execution("`hadolint` could not read the configuration that `options.config` names".to_owned()));
    }
    let mut seen = Seen::default();
    for entry in json::<Vec<Entry>>(&answer.stdout)? {
        let file = files.file(&entry.file)?;
        if entry.code == UNPARSED {
            let said = entry.message.lines().next().unwrap_or_default();
            seen.not_looked_at(file, format!("hadolint, line {}: {said}", entry.line));
            continue;
        }
        let severity = match entry.level.as_str() {
            "style" => Severity::Info,
            level => Severity::of_scanner(level),
        };
        let id = RuleId::new(&entry.code);
        let page = if entry.code.starts_with("SC") {
            "https://www.shellcheck.net/wiki"
        } else {
            "https://github.com/hadolint/hadolint/wiki"
        };
        seen.rules.push(RuleInfo {
            id: id.clone(),
            severity: None, // the configuration can set it
            title: entry.message.clone(),
            help: format!("{page}/{}", entry.code),
            tags: Vec::new(),
        });
        seen.findings.push(Finding::new(id, severity, Location::line(file, entry.line), entry.message));
    }
    Ok(seen)
}
