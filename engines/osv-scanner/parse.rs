//! Reads OSV-Scanner's JSON report, and the log that says which files it scanned.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::finding::{Finding, Location, RepoPath, RuleId, RuleInfo, Severity};
use crate::scanner::ScanError;
use crate::scanner::wrapped::{Answer, Paths, Seen, json};

/// The report (osv-scanner, pkg/models/results.go).
#[derive(Deserialize)]
struct Report {
    #[serde(default)]
    results: Option<Vec<OfSource>>,
}

#[derive(Deserialize)]
struct OfSource {
    source: Source,
    packages: Vec<OfPackage>,
}

#[derive(Deserialize)]
struct Source {
    path: String,
}

#[derive(Deserialize)]
struct OfPackage {
    package: Package,
    #[serde(default)]
    vulnerabilities: Vec<Vulnerability>,
    /// Vulnerabilities that are the same under several names.
    #[serde(default)]
    groups: Vec<Group>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    ecosystem: String,
}

/// An entry of the database (ossf.github.io/osv-schema).
#[derive(Deserialize)]
struct Vulnerability {
    id: String,
    #[serde(default)]
    summary: String,
    #[serde(default)]
    database_specific: Specific,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Specific {
    cwe_ids: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct Group {
    ids: Vec<String>,
    /// A CVSS score; empty when none is known.
    #[serde(default)]
    max_severity: String,
}

/// The exit codes of a run in which something failed, and of one that met no package.
const FAILED: i32 = 127;
const NO_PACKAGES: i32 = 128;

/// What stands around a file's name in the log when it was read.
const SCANNED: (&str, &str) = ("Scanned ", " file and found ");

/// The beginning of a line about a file, or a service, that failed.
const ERROR: &str = "Error during extraction: ";

/// Reads what a run said about `files`.
pub(super) fn read(answer: &Answer, files: &Paths) -> Result<Seen, ScanError> {
    let log = String::from_utf8_lossy(&answer.stderr);
    let mut seen = Seen::default();
    let failed = failed(&log, files);
    if answer.code == FAILED && failed.is_empty() {
        return Err(ScanError::Execution(format!("`osv-scanner` failed (exit code 127): {}", answer.last_words())));
    }
    let blank = answer.stdout.iter().all(u8::is_ascii_whitespace);
    let report = if blank && matches!(answer.code, FAILED | NO_PACKAGES) { None } else { Some(json::<Report>(&answer.stdout)?) };
    let scanned: BTreeSet<RepoPath> = log.lines().filter_map(|line| scanned(line, files)).collect();
    for file in files.files() {
        if let Some(why) = failed.get(file) {
            seen.not_looked_at(file.clone(), format!("osv-scanner: {why}"));
        } else if answer.code == FAILED && report.is_none() {
            seen.not_looked_at(file.clone(), "osv-scanner gave up because of another file");
        } else if !scanned.contains(file) {
            seen.not_looked_at(file.clone(), "osv-scanner did not scan it");
        }
    }
    for of_source in report.and_then(|report| report.results).unwrap_or_default() {
        let file = files.file(&of_source.source.path)?;
        of_source.packages.into_iter().for_each(|package| add(&file, package, &mut seen));
    }
    answer.agrees(seen.findings.len())?;
    Ok(seen)
}

/// The file of a line that says that it was scanned.
fn scanned(line: &str, files: &Paths) -> Option<RepoPath> {
    let (name, _) = line.strip_prefix(SCANNED.0)?.rsplit_once(SCANNED.1)?;
    files.file(name).ok()
}

/// The files that errors in the log name, each with the first. A name stands there without the slash of the root.
fn failed(log: &str, files: &Paths) -> BTreeMap<RepoPath, String> {
    let mut failed = BTreeMap::new();
    let mut inside = false;
    for line in log.lines() {
        // Several files of one kind come below each other, indented.
        inside = line.starts_with(ERROR) || (inside && line.starts_with(char::is_whitespace));
        if !inside {
            continue;
        }
        let named = files.files().iter().filter(|file| file.as_str().is_some_and(|path| line.contains(&format!("{path}:"))));
        // The longest: `package-lock.json` is also the end of `web/package-lock.json`.
        if let Some(file) = named.max_by_key(|file| file.as_bytes().len()) {
            let words = file.as_str().and_then(|path| line.split_once(&format!("{path}:"))).map_or(line, |(_, words)| words);
            failed.entry(file.clone()).or_insert_with(|| words.trim().chars().take(160).collect());
        }
    }
    failed
}

/// The findings of one package: one for each group of names, under the first.
fn add(file: &RepoPath, package: OfPackage, seen: &mut Seen) {
    let known: BTreeMap<&str, &Vulnerability> = package.vulnerabilities.iter().map(|one| (one.id.as_str(), one)).collect();
    for group in &package.groups {
        let Some(id) = group.ids.first() else { continue };
        let vulnerability = known.get(id.as_str());
        let summary = vulnerability.map(|one| one.summary.trim()).filter(|text| !text.is_empty());
        let title = summary.unwrap_or("a known vulnerability");
        let Package { name, version, ecosystem } = &package.package;
        let message = format!("{name} {version} ({ecosystem}): {title}");
        let rule = RuleId::new(id);
        seen.findings.push(Finding::new(rule.clone(), severity(&group.max_severity), Location::file(file.clone()), message));
        let tags = vulnerability.and_then(|one| one.database_specific.cwe_ids.clone()).unwrap_or_default();
        seen.rules.push(RuleInfo {
            id: rule,
            severity: None,
            title: title.to_owned(),
            help: format!("Update the dependency; https://osv.dev/{id} names the versions that mend it."),
            tags,
        });
    }
}

/// The rank of a CVSS score, in the bands of CVSS 3.1, section 5. One that nobody gave ranks as an error.
fn severity(score: &str) -> Severity {
    match score.trim().parse::<f64>() {
        Ok(score) if (0.0..4.0).contains(&score) => Severity::Info,
        Ok(score) if (4.0..7.0).contains(&score) => Severity::Warning,
        Ok(_) | Err(_) => Severity::Error,
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn scores_have_ranks() {
        let ranks = ["0.0", "3.9", "4.0", "6.9", "7.0", "9.8", "", "NaN", "?"].map(severity);
        use Severity::{Error, Info, Warning};
        assert_eq!(ranks, [Info, Info, Warning, Warning, Error, Error, Error, Error, Error]);
    }

    #[test]
    fn the_log_names_what_was_scanned_and_what_failed() {
        let files = Paths::new(Path::new("/r"), ["package-lock.json", "web/package-lock.json", "go.mod"].map(RepoPath::from));
        assert_eq!(
            scanned("Scanned /r/web/package-lock.json file and found 2 packages", &files),
            Some("web/package-lock.json".into())
        );
        assert_eq!(scanned("Scanned /etc/passwd file and found 2 packages", &files), None);
        let log = "Scanning dir .\nError during extraction: (extracting as javascript/packagelockjson)\n\tr/web/package-lock.json: could not extract: end\n\tr/package-lock.json: could not extract: other\nScanned /r/go.mod: file\n";
        let failed: Vec<_> = failed(log, &files).into_iter().map(|(file, why)| format!("{file}|{why}")).collect();
        assert_eq!(failed, ["package-lock.json|could not extract: other", "web/package-lock.json|could not extract: end"]);
    }
}
