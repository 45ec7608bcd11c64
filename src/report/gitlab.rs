//! `--format gitlab`: a Code Quality report for GitLab's merge request widget.
//!
//! The widget compares the reports of two branches by fingerprint and shows nothing but their entries, so what could not be verified
//! is an entry too: a report without entries would read as "all is well".

use std::collections::BTreeMap;

use serde::Serialize;

use crate::config::Inconclusive;
use crate::finding::{Fingerprint, RepoPath, RuleId, Severity};
use crate::gate::{Disposition, Reason, Source};

use super::foreign::one_line;
use super::summary::Voice;
use super::{Model, ReasonKind, Row, Text, json};

/// An entry, by GitLab's page "Code Quality report format".
#[derive(Serialize)]
struct Entry {
    description: String,
    check_name: String,
    fingerprint: String,
    severity: &'static str,
    location: Place,
}

#[derive(Serialize)]
struct Place {
    path: String,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: u32,
}

/// The review as a Code Quality report, indented. The same model gives the same bytes.
///
/// Findings of rules that are switched off are not in it: the format cannot say that an entry does not ask for attention.
pub fn gitlab(model: &Model) -> String {
    let mut seen = Occurrences::default();
    let voice = Voice { text: Text::of(model.settings.language), name: &one_line };
    let rows = model.rows.iter().filter(|row| row.disposition != Disposition::RuleDisabled);
    let entries: Vec<Entry> = gaps(model, &mut seen).into_iter().chain(rows.map(|row| finding(row, &voice, &mut seen))).collect();
    json::indented(&entries)
}

fn finding(row: &Row, voice: &Voice<'_>, seen: &mut Occurrences) -> Entry {
    let issue = &row.issue;
    let message = if issue.message.trim().is_empty() { issue.rule.as_str() } else { &issue.message };
    let silenced = voice.silenced(row, one_line).map(|silenced| format!(" — {silenced}")).unwrap_or_default();
    Entry {
        description: one_line(&format!("{message}{silenced}")),
        check_name: issue.rule.to_string(),
        fingerprint: seen.name(&issue.fingerprint),
        severity: match (row.disposition, row.severity) {
            (Disposition::Blocking, _) => "blocker",
            (Disposition::Suppressed | Disposition::Baselined | Disposition::Excepted, _) => "info",
            (_, Severity::Error) => "major",
            (_, Severity::Warning) => "minor",
            (_, Severity::Info) => "info",
        },
        location: place(&issue.location.path, issue.location.lines().map(|(first, _)| first)),
    }
}

/// What was not verified: a file where one is meant, else the file that the settings come from, else the repository's root.
fn gaps(model: &Model, seen: &mut Occurrences) -> Vec<Entry> {
    let anchor = RepoPath::from(model.subject.configuration.as_deref().unwrap_or("."));
    let mut entries = Vec::new();
    let counted = |source: &&Source| model.reasons.iter().any(|reason| reason.engine.as_ref() == Some(&source.engine));
    for source in model.evidence.sources.iter().filter(counted) {
        for (index, reason) in source.reasons().iter().enumerate() {
            let file = source.unreviewed.get(index).filter(|_| source.gap.is_none());
            entries.push(gap(model, reason, file.map_or(&anchor, |file| &file.path), seen));
        }
    }
    let general = model.reasons.iter().filter(|reason| reason.engine.is_none());
    entries.extend(general.map(|reason| gap(model, reason, &anchor, seen)));
    entries
}

fn gap(model: &Model, reason: &Reason, path: &RepoPath, seen: &mut Occurrences) -> Entry {
    let text = Text::of(model.settings.language);
    let why = (text.reason)(ReasonKind::of(&reason.token));
    let engine = reason.engine.as_deref().unwrap_or_default();
    let detail = if reason.detail.is_empty() { why } else { &reason.detail };
    let separator = if engine.is_empty() { "" } else { " - " };
    let identity = format!("{engine} {}", reason.detail);
    Entry {
        description: one_line(&format!("{}: {engine}{separator}{detail}", text.unverified)),
        check_name: reason.token.clone(),
        fingerprint: seen.name(&Fingerprint::of(&RuleId::new(&reason.token), identity.as_bytes())),
        severity: match model.inconclusive {
            Inconclusive::Block => "blocker",
            Inconclusive::Warn => "info",
        },
        location: place(path, None),
    }
}

/// A line is required: what is about a whole file stands at its first.
fn place(path: &RepoPath, line: Option<u32>) -> Place {
    let path = path.as_str().map_or_else(|| path.to_string(), ToOwned::to_owned);
    Place { path, lines: Lines { begin: line.unwrap_or(1) } }
}

/// Makes the fingerprints of a report unique, as GitLab asks: entries that share one are numbered from the second on.
///
/// The count runs through the whole report, because GitLab compares nothing but the set of fingerprints: a renamed file then leaves
/// the set as it was, and one more duplicate adds exactly one.
#[derive(Default)]
struct Occurrences(BTreeMap<Fingerprint, usize>);

impl Occurrences {
    fn name(&mut self, fingerprint: &Fingerprint) -> String {
        let count = self.0.entry(fingerprint.clone()).or_default();
        *count += 1;
        if *count == 1 { fingerprint.to_string() } else { format!("{fingerprint}-{count}") }
    }
}
