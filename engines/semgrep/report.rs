//! From the program's report to ours: findings, rules, and every file and rule that was not looked at.
//!
//! Its own words are only taken where they cannot repeat the reviewed code.

use std::collections::{BTreeMap, BTreeSet};

use crate::finding::{Finding, Location, RepoPath, RuleId, RuleInfo, Severity, Unreviewed};
use crate::scanner::wrapped::{Stage, json};
use crate::scanner::{Request, ScanError, Scope};

use super::packs::Packs;
use super::parse::{Match, Output, Position, Trouble};

/// Weaknesses whose findings show a credential: hard-coded passwords, keys and other credentials, kept unprotected.
const SECRETS: [&str; 5] = ["CWE-259", "CWE-321", "CWE-522", "CWE-540", "CWE-798"];

/// A shorter text between quotes is no secret.
const SECRET_LENGTH: usize = 6;

/// The finding of a match in a file with this content.
pub(super) fn finding(found: &Match, path: RepoPath, content: &[u8]) -> Finding {
    let (start, end) = (column(content, found.start), column(content, found.end));
    let place = Location::line(path, found.start.line).through(found.end.line).columns(start, end);
    let severity = Severity::of_scanner(&found.extra.severity);
    let mut finding = Finding::new(RuleId::new(&found.check_id), severity, place, found.extra.message.trim());
    if is_about_a_secret(found) {
        finding.sensitive = secrets(&String::from_utf8_lossy(content), found);
    }
    finding
}

/// The column in characters of one that counts bytes.
fn column(content: &[u8], at: Position) -> u32 {
    let line = usize::try_from(at.line).ok().and_then(|line| content.split(|byte| *byte == b'\n').nth(line.checked_sub(1)?));
    let before = usize::try_from(at.col).ok().and_then(|col| line?.get(..col.checked_sub(1)?));
    let characters = before.and_then(|before| u32::try_from(String::from_utf8_lossy(before).chars().count()).ok());
    characters.map_or(at.col, |count| count.saturating_add(1))
}

/// Whether a finding is about a credential in the code.
fn is_about_a_secret(found: &Match) -> bool {
    weaknesses(found).iter().any(|weakness| SECRETS.contains(&weakness.as_str()))
}

/// The texts between quotes on the lines of a match, or the lines themselves where there are none.
fn secrets(text: &str, found: &Match) -> Vec<String> {
    let from = usize::try_from(found.start.line).unwrap_or_default().saturating_sub(1);
    let to = usize::try_from(found.end.line).unwrap_or_default();
    let lines: Vec<&str> = text.lines().take(to).skip(from).collect();
    let all = lines.join("\n");
    let quoted: BTreeSet<&str> = ['"', '\'', '`']
        .into_iter()
        .flat_map(|quote| all.split(quote).skip(1).step_by(2))
        .filter(|inside| inside.trim().len() >= SECRET_LENGTH)
        .collect();
    let found: Vec<String> = if quoted.is_empty() {
        lines.iter().map(|line| line.trim().to_owned()).collect()
    } else {
        quoted.into_iter().map(str::to_owned).collect()
    };
    found.into_iter().filter(|value| !value.is_empty()).collect()
}

/// The weaknesses that a rule names: `CWE-95: Eval injection` is `CWE-95`.
fn weaknesses(found: &Match) -> Vec<String> {
    let named = match found.extra.metadata.get("cwe") {
        Some(serde_json::Value::Array(all)) => all.iter().filter_map(|one| one.as_str()).collect(),
        Some(serde_json::Value::String(one)) => vec![one.as_str()],
        _ => Vec::new(),
    };
    let number = |name: &str| {
        let name = name.trim().split(|c: char| c == ':' || c.is_whitespace()).next().unwrap_or_default().to_ascii_uppercase();
        name.strip_prefix("CWE-")
            .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
            .then_some(name)
    };
    named.into_iter().filter_map(number).collect::<BTreeSet<_>>().into_iter().collect()
}

/// The rules behind the findings, each once.
pub(super) fn infos(results: &[Match]) -> Vec<RuleInfo> {
    let info = |found: &Match| {
        let last = found.check_id.rsplit('.').next().unwrap_or_default().replace(['-', '_'], " ");
        let references = found.extra.metadata.get("references").and_then(serde_json::Value::as_array);
        let references: Vec<&str> = references.into_iter().flatten().filter_map(serde_json::Value::as_str).collect();
        RuleInfo {
            id: RuleId::new(&found.check_id),
            severity: Some(Severity::of_scanner(&found.extra.severity)),
            title: last,
            help: if references.is_empty() { String::new() } else { format!("See {}.", references.join(", ")) },
            tags: weaknesses(found),
        }
    };
    results.iter().map(|found| (found.check_id.clone(), info(found))).collect::<BTreeMap<_, _>>().into_values().collect()
}

/// The files that were not looked at.
pub(super) fn unreviewed(output: &Output, stage: &Stage, request: &Request, packs: &Packs) -> Result<Vec<Unreviewed>, ScanError> {
    if let Some(rule) = output.skipped_rules.first() {
        return Err(ScanError::Incomplete(format!("the rule `{}` did not run", rule.rule_id)));
    }
    let mut why: BTreeMap<RepoPath, String> = BTreeMap::new();
    let mut told: BTreeSet<RepoPath> = BTreeSet::new();
    for trouble in &output.errors {
        let Some(path) = trouble.path.as_deref().and_then(|path| stage.paths().file(path).ok()) else {
            return Err(ScanError::Incomplete(rule_trouble(trouble, packs)));
        };
        told.insert(path.clone());
        if counts(trouble, &path, request) {
            why.entry(path).or_insert_with(|| file_trouble(trouble));
        }
    }
    for (path, reason) in skipped(output, stage) {
        if !told.contains(&path) {
            why.entry(path).or_insert_with(|| format!("the program left it out: {}", reason.replace('_', " ")));
        }
    }
    Ok(why.into_iter().map(|(path, why)| Unreviewed { path, why }).collect())
}

/// The files that were left out because of an ignore file.
pub(super) fn left_out(output: &Output, stage: &Stage) -> BTreeSet<RepoPath> {
    skipped(output, stage).into_iter().filter(|(_, reason)| reason.contains("ignore")).map(|(path, _)| path).collect()
}

/// The files that were left out, each with the reason; a folder stands for what is in it.
fn skipped(output: &Output, stage: &Stage) -> Vec<(RepoPath, String)> {
    let mut found = Vec::new();
    for skipped in output.paths.skipped.iter().flatten() {
        match stage.paths().file(&skipped.path) {
            Ok(path) => found.push((path, skipped.reason.clone())),
            Err(_) => {
                let folder = format!("{}/", skipped.path.trim_start_matches("./").trim_end_matches('/'));
                let inside = stage.paths().files().iter().filter(|path| path.as_bytes().starts_with(folder.as_bytes()));
                found.extend(inside.map(|path| (path.clone(), skipped.reason.clone())));
            }
        }
    }
    found
}

/// Whether trouble in a file makes it one that was not reviewed. A grammar goes on behind what it does not understand: where only
/// added lines count, so do only they.
fn counts(trouble: &Trouble, path: &RepoPath, request: &Request) -> bool {
    let spans = trouble.spans.as_deref().unwrap_or_default();
    let elsewhere = request.scope == Scope::Added
        && trouble.level == "warn"
        && !spans.is_empty()
        && !spans.iter().any(|span| request.change.adds_any(path, span.start.line, span.end.line.max(span.start.line)));
    !elsewhere
}

fn file_trouble(trouble: &Trouble) -> String {
    let line = trouble.spans.iter().flatten().next().map(|span| span.start.line);
    match (trouble.kind(), &trouble.rule_id, line) {
        ("Timeout", Some(rule), _) => format!("the rule `{rule}` took too long"),
        ("Timeout", None, _) => "a rule took too long".to_owned(),
        (_, _, Some(line)) => format!("line {line} is not understood"),
        (kind, Some(rule), None) => format!("{kind}, in the rule `{rule}`"),
        (kind, None, None) => kind.to_owned(),
    }
}

fn rule_trouble(trouble: &Trouble, packs: &Packs) -> String {
    let file = trouble.path.as_deref().or_else(|| Some(trouble.spans.as_ref()?.first()?.file.as_str()));
    let pack = file.and_then(|file| packs.shown(file));
    match (trouble.rule_id.as_deref().map(|rule| packs.id(rule)), pack) {
        (Some(rule), Some(pack)) => format!("rule pack invalid: `{rule}` in {pack}: {}", trouble.kind()),
        (Some(rule), None) => format!("rule pack invalid: `{rule}`: {}", trouble.kind()),
        (None, Some(pack)) => format!("rule pack invalid: {pack}: {}", trouble.words()),
        (None, None) => format!("{}: {}", trouble.kind(), trouble.words()),
    }
}

/// Why a run failed, in the words of its report: the first error about a rule.
pub(super) fn explained(stdout: &[u8], packs: &Packs) -> Option<String> {
    let Ok(output) = json::<Output>(stdout) else {
        return packs
            .is_fetched()
            .then(|| "a pack of the registry could not be fetched; check the name and the network".to_owned());
    };
    output.errors.first().map(|trouble| rule_trouble(trouble, packs))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(metadata: &str) -> Match {
        let text = format!(
            r#"{{"check_id": "a.b.no-key", "path": "x", "start": {{"line": 2, "col": 1}}, "end": {{"line": 2, "col": 9}},
                "extra": {{"message": "m", "severity": "HIGH", "metadata": {metadata}}}}}"#
        );
        serde_json::from_str(&text).expect("a match")
    }

    #[test]
    fn weaknesses_are_numbers() {
        let table = [
            (r#"{"cwe": "CWE-95: Eval injection"}"#, vec!["CWE-95"]),
            (r#"{"cwe": ["CWE-798: a", "cwe-79", "CWE-798"]}"#, vec!["CWE-79", "CWE-798"]),
            (r#"{"cwe": ["none", "CWE-", 5]}"#, vec![]),
            ("{}", vec![]),
        ];
        for (metadata, expected) in table {
            assert_eq!(weaknesses(&found(metadata)), expected, "{metadata}");
        }
        assert!(is_about_a_secret(&found(r#"{"cwe": "CWE-798: x"}"#)) && !is_about_a_secret(&found(r#"{"cwe": "CWE-79"}"#)));
    }

    #[test]
    fn columns_count_characters() {
        let text = "x\né = eval(x)\n".as_bytes();
        assert_eq!(column(text, Position { line: 2, col: 6 }), 5);
        assert_eq!(column(text, Position { line: 1, col: 2 }), 2);
        // What is not there stays as it is said.
        assert_eq!(column(text, Position { line: 9, col: 6 }), 6);
    }

    #[test]
    fn what_is_between_quotes_is_hidden() {
        let found = found("{}");
        assert_eq!(secrets("a\nkey = 'S3CRET-1', \"S3CRET-2\", 'no'\n", &found), ["S3CRET-1", "S3CRET-2"]);
        assert_eq!(secrets("a\n  key: S3CRET\nb\n", &found), ["key: S3CRET"]);
        assert!(secrets("a\n", &found).is_empty());
    }
}
