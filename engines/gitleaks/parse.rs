//! The program's report and its log, which both have to say that it looked.
//!
//! In the history the program calls a failed `git log` clean: exit code 0 and an empty report. Only its log tells. The log also shows
//! decoded secrets, so no line of it but an error is ever repeated.

use serde::Deserialize;

use crate::scanner::ScanError;
use crate::scanner::wrapped::{Answer, ReportFile};

/// One entry of the report (gitleaks, report/finding.go). Who wrote the commit is left out on purpose.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Leak {
    #[serde(rename = "RuleID")]
    pub(super) rule: String,
    pub(super) description: String,
    /// From 1; 0 where the rule is about the path alone.
    pub(super) start_line: u32,
    pub(super) end_line: u32,
    #[serde(rename = "Match")]
    pub(super) matched: String,
    pub(super) secret: String,
    pub(super) file: String,
    /// Empty for a file.
    pub(super) commit: String,
    #[serde(default)]
    pub(super) tags: Option<Vec<String>>,
    /// `[<commit>:]<file>:<rule>:<line>`.
    pub(super) fingerprint: String,
}

/// Reads a run's report; nothing found is `[]`, or `null` in some versions.
pub(super) fn leaks(answer: &Answer, report: &ReportFile) -> Result<Vec<Leak>, ScanError> {
    check_log(&answer.stderr)?;
    let leaks = report.json::<Option<Vec<Leak>>>()?.unwrap_or_default();
    answer.agrees(leaks.len())?;
    if leaks.iter().any(|leak| leak.rule.is_empty() || leak.file.is_empty()) {
        return Err(ScanError::InvalidOutput("its report holds an entry without a rule or without a file".to_owned()));
    }
    Ok(leaks)
}

/// Refuses a run whose log speaks of an error, or of a `git` that did not end by itself.
fn check_log(stderr: &[u8]) -> Result<(), ScanError> {
    let text = anstream::adapter::strip_bytes(stderr).into_vec();
    let text = String::from_utf8_lossy(&text);
    for line in text.lines() {
        let (level, message) = level(line);
        if is_error(line) {
            return Err(ScanError::Execution(format!("`gitleaks` met an error: {message}")));
        }
        if level == "DBG" && message.starts_with("command aborted") {
            return Err(ScanError::Execution("`gitleaks` did not read the whole history: its `git` was stopped".to_owned()));
        }
    }
    Ok(())
}

/// Level and message of a line of the log: `<time> <level> <message>`.
fn level(line: &str) -> (&str, &str) {
    let mut words = line.splitn(3, ' ');
    (words.nth(1).unwrap_or_default(), words.next().unwrap_or_default())
}

/// Whether a line of the log is about an error.
pub(super) fn is_error(line: &str) -> bool {
    matches!(level(line).0, "ERR" | "FTL" | "PNC")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_of_a_run_that_looked_has_no_error() {
        let good =
            "\x1b[90m4:41AM\x1b[0m DBG executing: git -C x log\n4:41AM INF 4 commits scanned.\n4:41AM WRN leaks found: 10\n";
        assert!(check_log(good.as_bytes()).is_ok());
        assert!(check_log(b"").is_ok());
        // A file may be called that.
        assert!(check_log(b"4:41AM DBG skipping file: global allowlist path=ERR \n").is_ok());
        for (line, why) in [
            ("4:45AM \x1b[31mERR\x1b[0m \x1b[1m[git] fatal: bad object\x1b[0m", "[git] fatal: bad object"),
            ("4:45AM FTL unable to load gitleaks config", "unable to load"),
            ("4:45AM DBG command aborted error=\"signal: killed\" cmd=git", "its `git` was stopped"),
        ] {
            match check_log(format!("{good}{line}\n4:41AM INF no leaks found\n").as_bytes()) {
                Err(ScanError::Execution(text)) => assert!(text.contains(why), "{text}"),
                other => panic!("{line}: {other:?}"),
            }
        }
    }
}
