//! Reads ShellCheck's report in the format `json1`.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::finding::{Finding, Location, RepoPath, RuleId, RuleInfo, Severity};
use crate::scanner::ScanError;
use crate::scanner::wrapped::{Answer, Paths, Seen, json};

#[derive(Deserialize)]
struct Report {
    comments: Vec<Comment>,
}

/// One comment (ShellCheck, src/ShellCheck/Formatter/JSON1.hs). Lines and columns count from 1, the end column is exclusive.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Comment {
    file: String,
    line: u32,
    end_line: u32,
    column: u32,
    end_column: u32,
    level: String,
    code: u32,
    message: String,
}

/// "Fix any mentioned problems and try again": the parser gave up, and nothing behind that place was looked at.
const GAVE_UP: u32 = 1072;

/// What it says beside it: what it was parsing, and where that began.
const WHERE: [u32; 3] = [GAVE_UP, 1073, 1009];

/// Reads what a run said about `files`.
pub(super) fn read(answer: &Answer, files: &Paths) -> Result<Seen, ScanError> {
    let report: Report = json(&answer.stdout)?;
    answer.agrees(report.comments.len())?;
    let mut given_up: BTreeMap<RepoPath, String> = BTreeMap::new();
    for comment in report.comments.iter().filter(|comment| comment.code == GAVE_UP) {
        let said = comment.message.trim();
        given_up.entry(files.file(&comment.file)?).or_insert_with(|| format!("shellcheck, line {}: {said}", comment.line));
    }
    let mut seen = Seen::default();
    for comment in report.comments {
        let file = files.file(&comment.file)?;
        if given_up.contains_key(&file) && WHERE.contains(&comment.code) {
            continue;
        }
        let severity = match comment.level.as_str() {
            "style" => Severity::Info,
            level => Severity::of_scanner(level),
        };
        let place = Location::line(file, comment.line).through(comment.end_line.max(comment.line));
        let wide = comment.end_line > comment.line || comment.end_column > comment.column;
        let place = place.columns(comment.column, if wide { comment.end_column } else { 0 });
        let id = RuleId::new(format!("SC{:04}", comment.code));
        seen.rules.push(RuleInfo {
            severity: Some(severity),
            title: comment.message.clone(),
            help: format!("https://www.shellcheck.net/wiki/{id}"),
            tags: Vec::new(),
            id: id.clone(),
        });
        seen.findings.push(Finding::new(id, severity, place, comment.message));
    }
    for (file, why) in given_up {
        seen.not_looked_at(file, why);
    }
    Ok(seen)
}
