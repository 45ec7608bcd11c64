//! Reads Trivy's JSON report (schema version 2), and the errors in its log.
//!
//! The source text in the report (`Code`) is not read.

use serde::Deserialize;

use crate::finding::{Finding, Location, RepoPath, RuleId, RuleInfo, Severity};
use crate::scanner::ScanError;
use crate::scanner::wrapped::{Answer, Paths, Seen, json};

/// The report (trivy, pkg/types/report.go).
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Report {
    schema_version: u32,
    #[serde(default)]
    results: Option<Vec<Target>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Target {
    target: String,
    #[serde(default)]
    misconfigurations: Option<Vec<Misconfiguration>>,
    #[serde(default)]
    vulnerabilities: Option<Vec<Vulnerability>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase", default)]
#[derive(Default)]
struct Misconfiguration {
    #[serde(rename = "ID")]
    id: String,
    #[serde(rename = "AVDID")]
    avd_id: String,
    title: String,
    message: String,
    resolution: String,
    severity: String,
    status: String,
    #[serde(rename = "PrimaryURL")]
    primary_url: String,
    cause_metadata: Cause,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "PascalCase", default)]
struct Cause {
    start_line: u32,
    end_line: u32,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "PascalCase", default)]
struct Vulnerability {
    #[serde(rename = "VulnerabilityID")]
    id: String,
    pkg_name: String,
    installed_version: String,
    fixed_version: String,
    title: String,
    severity: String,
    #[serde(rename = "PrimaryURL")]
    primary_url: String,
    #[serde(rename = "CweIDs")]
    cwe_ids: Vec<String>,
}

/// The version that is read.
const SCHEMA: u32 = 2;

/// Reads what a run said about `files`.
pub(super) fn read(answer: &Answer, files: &Paths) -> Result<Seen, ScanError> {
    let report: Report = json(&answer.stdout)?;
    if report.schema_version != SCHEMA {
        return Err(ScanError::InvalidOutput(format!("its report has the schema version {}", report.schema_version)));
    }
    let mut seen = Seen::default();
    errors(&answer.stderr, files, &mut seen)?;
    for target in report.results.unwrap_or_default() {
        let misconfigurations = target.misconfigurations.unwrap_or_default();
        let vulnerabilities = target.vulnerabilities.unwrap_or_default();
        // A module of Terraform is a target of its own: a directory, in which nothing is found.
        if misconfigurations.is_empty() && vulnerabilities.is_empty() {
            continue;
        }
        let file = files.file(&target.target)?;
        for found in misconfigurations.into_iter().filter(|found| found.status != "PASS") {
            misconfiguration(&file, found, &mut seen);
        }
        for found in vulnerabilities {
            vulnerability(&file, found, &mut seen);
        }
    }
    Ok(seen)
}

fn misconfiguration(file: &RepoPath, found: Misconfiguration, seen: &mut Seen) {
    let id = RuleId::new(if found.avd_id.is_empty() { found.id } else { found.avd_id });
    let lines = &found.cause_metadata;
    let place = Location::line(file.clone(), lines.start_line).through(lines.end_line.max(lines.start_line));
    let message = if found.message.is_empty() { &found.title } else { &found.message };
    seen.findings.push(Finding::new(id.clone(), Severity::of_scanner(&found.severity), place, message));
    let help = format!("{}\n\n{}", found.resolution, found.primary_url).trim().to_owned();
    seen.rules.push(RuleInfo { id, severity: None, title: found.title, help, tags: Vec::new() });
}

fn vulnerability(file: &RepoPath, found: Vulnerability, seen: &mut Seen) {
    let id = RuleId::new(&found.id);
    let title = if found.title.is_empty() { "a known vulnerability" } else { found.title.as_str() };
    let mended = match found.fixed_version.as_str() {
        "" => "no version mends it yet".to_owned(),
        version => format!("mended in {version}"),
    };
    let message = format!("{} {}: {title}; {mended}", found.pkg_name, found.installed_version);
    seen.findings.push(Finding::new(id.clone(), Severity::of_scanner(&found.severity), Location::file(file.clone()), message));
    seen.rules.push(RuleInfo { id, severity: None, title: title.to_owned(), help: found.primary_url, tags: found.cwe_ids });
}

/// Looks for errors in the log: those about a file that was given, and any other, after which nobody knows what was looked at.
fn errors(log: &[u8], files: &Paths, seen: &mut Seen) -> Result<(), ScanError> {
    let log = String::from_utf8_lossy(log);
    for line in log.lines() {
        let Some((_, words)) = line.split_once("\tERROR\t") else { continue };
        let named = words.split_once("file_path=\"").and_then(|(_, rest)| rest.split_once('"')).map(|(path, _)| path);
        // One of Terraform's is named from the root of its module.
        let file = named.and_then(|path| files.file(path).ok());
        let what = words.split('\t').next().unwrap_or(words).to_owned();
        match file {
            Some(file) => seen.not_looked_at(file, format!("trivy: {what}")),
            None => return Err(ScanError::Incomplete(format!("`trivy` met an error: {what}"))),
        }
    }
    Ok(())
}
