//! How findings and gaps are told, one line each, in the words of a report.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::cli::survey::Surveyed;
use crate::config::Section;
use crate::finding::{Issue, SuppressedBy};
use crate::gate::{Disposition, Judged};
use crate::redaction::harmless_line;

/// What can be accepted of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Acceptable {
    /// It counts, and nothing silences it.
    Yes,
    /// Another tool's file silences it, in whose place the baseline may step.
    InAnothersPlace,
    /// It is accepted or silenced already.
    Already,
    /// The central policy orders its engine, which heeds no baseline of the repository.
    PolicyOrdersIt,
    /// It does not count anyway.
    DoesNotCount,
}

/// Each finding with what can be accepted of it.
pub(super) fn findings(surveyed: &Surveyed) -> impl Iterator<Item = (&Issue, Acceptable)> {
    let evidence = &surveyed.decided.evidence;
    surveyed.decided.decision.judged.iter().filter_map(|judged| {
        let source = evidence.sources.get(judged.source)?;
        Some((source.issues.get(judged.issue)?, acceptable(source.section, judged)))
    })
}

fn acceptable(section: Section, judged: &Judged) -> Acceptable {
    match judged.disposition {
        Disposition::Blocking | Disposition::BelowThreshold if section == Section::Policy => Acceptable::PolicyOrdersIt,
        Disposition::Blocking | Disposition::BelowThreshold => Acceptable::Yes,
        Disposition::Suppressed
            if judged.suppression.as_ref().is_some_and(|suppression| suppression.by == SuppressedBy::EngineFile) =>
        {
            Acceptable::InAnothersPlace
        }
        Disposition::Suppressed | Disposition::Baselined | Disposition::Excepted => Acceptable::Already,
        Disposition::PreExisting | Disposition::RuleDisabled | Disposition::SourceNotCounted => Acceptable::DoesNotCount,
    }
}

/// A finding in one line.
pub(super) fn line(issue: &Issue) -> String {
    let place = issue.location.line.map_or(String::new(), |line| format!(":{line}"));
    let text = format!("{}{place}: {} {} — {}", issue.location.path, issue.severity, issue.rule, issue.message);
    format!("  {}\n", harmless_line(&text.split_whitespace().collect::<Vec<_>>().join(" ")))
}

/// `1 finding`, `2 findings`.
pub(super) fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// What was not looked at; nothing when everything was.
pub(in crate::cli) fn gaps(surveyed: &Surveyed) -> String {
    let reasons = &surveyed.decided.decision.reasons;
    if reasons.is_empty() {
        return String::new();
    }
    let mut page = "not everything was looked at:\n".to_owned();
    let told: BTreeSet<String> = reasons
        .iter()
        .map(|reason| {
            let engine = reason.engine.as_deref().map(|engine| format!("{engine} ")).unwrap_or_default();
            harmless_line(&format!("{engine}[{}] {}", reason.token, reason.detail)).trim_end().to_owned()
        })
        .collect();
    for line in told {
        // Writing to a string cannot fail.
        let _ = writeln!(page, "  {line}");
    }
    page
}
