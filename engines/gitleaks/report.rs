//! From an entry of the program's report to a finding, and to the rules behind the findings.

use std::collections::BTreeMap;

use crate::finding::{Finding, Location, RepoPath, RuleId, RuleInfo, Severity, SuppressedBy};

use super::locate::{self, Written};
use super::parse::Leak;

/// The comment with which an author silences a line.
const ALLOW: &str = "gitleaks:allow";

/// The finding of a leak in the reviewed content, whose text is `now`. `source` is the text that the program saw.
pub(super) fn finding(leak: &Leak, path: RepoPath, source: Option<&str>, now: Option<&str>) -> Finding {
    let written = source.and_then(|source| locate::written(source, &leak.secret, leak.start_line, leak.end_line));
    let spot = match (&written, now) {
        (Some(written), Some(now)) => locate::nearest(now, &written.text, leak.start_line).map(|spot| (spot, written.exact)),
        _ => None,
    };
    let (location, message) = match spot {
        Some((spot, exact)) => {
            let place = Location::line(path, spot.line).through(spot.end_line);
            (if exact { place.columns(spot.column, spot.end_column) } else { place }, description(leak))
        }
        None if leak.commit.is_empty() => (Location::line(path, leak.start_line), description(leak)),
        None => (Location::file(path), history(leak)),
    };
    let mut finding = Finding::new(RuleId::new(&leak.rule), Severity::Error, location, message);
    let Written { text, .. } = written.unwrap_or(Written { text: leak.matched.clone(), exact: false });
    finding.sensitive.extend([leak.secret.clone(), text]);
    finding.sensitive.retain(|value| !value.trim().is_empty());
    finding.sensitive.dedup();
    finding
}

/// What silences a leak of which the program says that the author silenced it: a comment on its lines, else a file.
pub(super) fn silencer(leak: &Leak, source: Option<&str>) -> SuppressedBy {
    let range = usize::try_from(leak.start_line).unwrap_or(0).saturating_sub(1)..usize::try_from(leak.end_line).unwrap_or(0);
    let commented = source.is_some_and(|text| text.lines().take(range.end).skip(range.start).any(|line| line.contains(ALLOW)));
    if commented { SuppressedBy::EngineComment } else { SuppressedBy::EngineFile }
}

/// What the rule says about itself.
fn description(leak: &Leak) -> String {
    let text = leak.description.trim();
    let text = if text.is_empty() { "A secret." } else { text };
    if text.ends_with(['.', '!', '?']) { text.to_owned() } else { format!("{text}.") }
}

/// The same for a secret that is only in the history.
fn history(leak: &Leak) -> String {
    let commit: String = leak.commit.chars().take(12).collect();
    format!(
        "{} Commit {commit} adds it in line {}. The reviewed files no longer hold it, but the history does: revoke the secret.",
        description(leak),
        leak.start_line
    )
}

/// The rules that the leaks cite, each once.
pub(super) fn infos<'a>(leaks: impl Iterator<Item = &'a Leak>) -> Vec<RuleInfo> {
    let info = |leak: &Leak| RuleInfo {
        id: RuleId::new(&leak.rule),
        severity: Some(Severity::Error),
        title: description(leak),
        help:
            "Revoke the secret where it was issued and put a new one where the program reads it from: the environment, a secret \
               store. Removing the line is not enough, since the history keeps it."
                .to_owned(),
        tags: vec!["CWE-798".to_owned()],
    };
    leaks.map(|leak| (leak.rule.clone(), info(leak))).collect::<BTreeMap<_, _>>().into_values().collect()
}
