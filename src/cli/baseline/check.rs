//! `baseline check`: says which entries still accept a finding.

use crate::baseline::FILE;
use crate::cli::ExitStatus;
use crate::cli::args::RepoArgs;
use crate::cli::refusal::Refusal;
use crate::cli::run::Context;
use crate::cli::survey::Surveyed;
use crate::finding::OwnRule;
use crate::gate::Accepted;
use crate::redaction::harmless_line;

use super::run::whole_tree;
use super::told::{count, gaps};

/// How an entry stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holds {
    /// It accepts a finding.
    Yes,
    /// Its finding is gone.
    Stale,
    /// Its day has passed, and its finding is still there.
    Expired,
    /// Nobody looked where it was accepted.
    Unknown,
}

/// Each entry with how it stands.
pub(super) fn entries(surveyed: &Surveyed) -> Vec<(&Accepted, Holds)> {
    let own = |rule: OwnRule, entry: &Accepted| {
        let about = |line: std::num::NonZeroU32| line.get() == entry.line;
        let mut found = surveyed.decided.decision.own.iter().filter(|own| own.issue.rule.as_str() == rule.id);
        found.any(|own| own.issue.location.line.is_some_and(about))
    };
    let baseline = surveyed.decided.evidence.baseline.iter().flat_map(|baseline| &baseline.entries);
    let holds = |entry: &Accepted| match entry {
        _ if own(OwnRule::STALE, entry) => Holds::Stale,
        _ if own(OwnRule::EXPIRED, entry) => Holds::Expired,
        entry if !entry.looked => Holds::Unknown,
        _ => Holds::Yes,
    };
    baseline.map(|entry| (entry, holds(entry))).collect()
}

/// Exits 0 when every entry holds, 3 when one is stale or has expired, 4 when that cannot be told.
pub(super) fn run(context: &Context<'_>, args: &RepoArgs) -> Result<(String, ExitStatus), Refusal> {
    let surveyed = whole_tree(context, args)?;
    if surveyed.baseline.is_none() {
        return Ok((format!("there is no {FILE}: nothing is accepted\n"), ExitStatus::Success));
    }
    let entries = entries(&surveyed);
    let of = |wanted: Holds| entries.iter().filter(move |(_, holds)| *holds == wanted);
    let mut page = gaps(&surveyed);
    page.push_str(&format!("{FILE}: {}", count(entries.len(), "entry", "entries")));
    for (holds, word) in
        [(Holds::Yes, "hold"), (Holds::Stale, "stale"), (Holds::Expired, "expired"), (Holds::Unknown, "not looked at")]
    {
        let number = of(holds).count();
        if number > 0 {
            let word = if (holds, number) == (Holds::Yes, 1) { "holds" } else { word };
            page.push_str(&format!(", {number} {word}"));
        }
    }
    page.push('\n');
    let kinds = [(Holds::Stale, "its finding is gone"), (Holds::Expired, ""), (Holds::Unknown, "nobody looked there")];
    for (holds, why) in kinds {
        for (entry, _) in of(holds) {
            let over = entry.expires.as_deref().map(|day| format!("accepted until {day}")).unwrap_or_default();
            let why = if holds == Holds::Expired { &over } else { why };
            page.push_str(&line(entry, why));
        }
    }
    let bad = of(Holds::Stale).chain(of(Holds::Expired)).count() > 0;
    let whole = surveyed.decided.decision.reasons.is_empty();
    Ok((
        page,
        match (bad, whole) {
            (true, _) => ExitStatus::Rejected,
            (false, false) => ExitStatus::Inconclusive,
            (false, true) => ExitStatus::Success,
        },
    ))
}

/// An entry in one line, with its line in the file.
pub(super) fn line(entry: &Accepted, why: &str) -> String {
    let text = format!("{FILE}:{}: {} in {} — {why}", entry.line, entry.rule, entry.path);
    format!("  {}\n", harmless_line(&text))
}
