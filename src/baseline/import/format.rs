//! The formats of other tools.

use serde::Deserialize;

use crate::baseline::BaselineError;
use crate::finding::RepoPath;

/// A format that can be imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// `.gitleaksignore`: fingerprints, one a line, `[<commit>:]<file>:<rule>:<line>`.
    GitleaksIgnore,
    /// The JSON report of gitleaks, which its `--baseline-path` takes.
    GitleaksReport,
    /// The JSON report of `semgrep --json`.
    Semgrep,
}

/// What another tool accepted, as far as it says.
#[derive(Clone, PartialEq, Eq)]
pub struct Foreign {
    /// The rule, by that tool's name for it.
    pub rule: String,
    /// The file.
    pub path: RepoPath,
    /// The first line, from 1.
    pub line: u32,
    /// The commit that the line counts in.
    pub commit: Option<String>,
    /// The code that it is about. It may be a secret: it is compared and never shown.
    pub code: Option<String>,
}

/// Written by hand, so that no message shows the code.
impl std::fmt::Debug for Foreign {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Foreign")
            .field("rule", &self.rule)
            .field("path", &self.path)
            .field("line", &self.line)
            .finish_non_exhaustive()
    }
}

/// Reads a file of another tool.
///
/// # Errors
/// It is not in that format.
pub fn foreign(format: Format, bytes: &[u8]) -> Result<Vec<Foreign>, BaselineError> {
    read(format, bytes).map_err(BaselineError::Foreign)
}

fn read(format: Format, bytes: &[u8]) -> Result<Vec<Foreign>, String> {
    let text = std::str::from_utf8(bytes).map_err(|error| format!("it is not UTF-8: {error}"))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match format {
        Format::GitleaksIgnore => text
            .lines()
            .enumerate()
            .filter_map(|(index, line)| {
                // A line is a fingerprint up to a comment behind white space.
                let line = line.split(" #").next().unwrap_or_default().trim();
                (!line.is_empty() && !line.starts_with('#'))
                    .then(|| fingerprint(line).ok_or_else(|| format!("line {} is no fingerprint of gitleaks", index + 1)))
            })
            .collect(),
        Format::GitleaksReport => {
            let found: Option<Vec<Leak>> = json(text)?;
            Ok(found.unwrap_or_default().into_iter().map(Leak::foreign).collect())
        }
        Format::Semgrep => {
            let report: Report = json(text)?;
            Ok(report.results.into_iter().map(Found::foreign).collect())
        }
    }
}

fn json<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| match error.classify() {
        serde_json::error::Category::Data => format!("it has another shape (line {}, column {})", error.line(), error.column()),
        _ => format!("it is no JSON (line {}, column {})", error.line(), error.column()),
    })
}

/// `[<commit>:]<file>:<rule>:<line>`; only the file may hold further colons.
fn fingerprint(text: &str) -> Option<Foreign> {
    let (rest, line) = text.rsplit_once(':')?;
    let (rest, rule) = rest.rsplit_once(':')?;
    let is_commit = |text: &str| matches!(text.len(), 40 | 64) && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let (commit, path) = match rest.split_once(':') {
        Some((commit, path)) if is_commit(commit) => (Some(commit.to_owned()), path),
        Some(_) | None => (None, rest),
    };
    let line = line.parse().ok()?;
    let complete = !rule.is_empty() && !path.is_empty();
    complete.then(|| Foreign { rule: rule.to_owned(), path: relative(path), line, commit, code: None })
}

/// Some tools begin a path with `./`.
fn relative(path: &str) -> RepoPath {
    RepoPath::from(path.strip_prefix("./").unwrap_or(path))
}

/// A finding in gitleaks' report.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Leak {
    #[serde(rename = "RuleID")]
    rule_id: String,
    file: String,
    start_line: u32,
    #[serde(default)]
    secret: String,
    #[serde(default)]
    commit: String,
}

impl Leak {
    fn foreign(self) -> Foreign {
        let told = !self.secret.trim().is_empty() && !self.secret.contains("REDACTED");
        Foreign {
            rule: self.rule_id,
            path: relative(&self.file),
            line: self.start_line,
            commit: Some(self.commit).filter(|commit| !commit.is_empty()),
            code: told.then_some(self.secret),
        }
    }
}

/// Semgrep's report.
#[derive(Deserialize)]
struct Report {
    results: Vec<Found>,
}

/// A finding in it.
#[derive(Deserialize)]
struct Found {
    check_id: String,
    path: String,
    start: Start,
    #[serde(default)]
    extra: Extra,
}

#[derive(Deserialize)]
struct Start {
    line: u32,
}

#[derive(Deserialize, Default)]
struct Extra {
    #[serde(default)]
    lines: String,
}

impl Found {
    fn foreign(self) -> Foreign {
        // Without a login, the report says so in place of the lines.
        let told = !self.extra.lines.trim().is_empty() && self.extra.lines.trim() != "requires login";
        Foreign {
            rule: self.check_id,
            path: relative(&self.path),
            line: self.start.line,
            commit: None,
            code: told.then_some(self.extra.lines),
        }
    }
}
