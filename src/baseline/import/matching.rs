//! Which finding of today an entry of another tool means.
//!
//! Rule and file must be the same. Where the code is known it decides, so that the entry is found again when the line has moved, and
//! not when something else stands on its line; else the line decides.

use std::collections::BTreeSet;
use std::fmt;

use crate::finding::Issue;

use super::Foreign;

/// A finding of today with its flagged lines.
pub struct Candidate<'a> {
    /// The finding.
    pub issue: &'a Issue,
    /// Its flagged lines, as they are in the file.
    pub code: String,
}

/// What an import comes to.
#[derive(Debug)]
pub struct Imported<'a> {
    /// The findings that were accepted elsewhere, each once, in their order.
    pub accepted: Vec<&'a Issue>,
    /// The entries that mean no finding of today, with the reason.
    pub unmatched: Vec<(&'a Foreign, Unmatched)>,
}

/// Why an entry means no finding of today.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unmatched {
    /// No engine reports that rule in that file.
    NothingThere,
    /// It is reported there, but not on that line.
    OtherLines(BTreeSet<u32>),
    /// It is reported there, but for other code.
    OtherCode,
    /// Its line counts in a commit whose content is not here, so nobody can tell what it means.
    NoCommit,
}

impl fmt::Display for Unmatched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NothingThere => f.write_str("no engine that runs reports this rule in this file"),
            Self::OtherLines(lines) => {
                let lines: Vec<String> = lines.iter().take(5).map(u32::to_string).collect();
                write!(f, "this rule is reported in this file on other lines: {}", lines.join(", "))
            }
            Self::NoCommit => f.write_str("its line counts in a commit that is not in this repository"),
            Self::OtherCode => f.write_str("this rule is reported in this file for other code"),
        }
    }
}

/// Matches the entries with the findings of today. Several engines may report one entry's problem: all of theirs are meant.
pub fn matched<'a>(entries: &'a [Foreign], candidates: &[Candidate<'a>]) -> Imported<'a> {
    let mut accepted: BTreeSet<usize> = BTreeSet::new();
    let mut unmatched = Vec::new();
    for entry in entries {
        let there: Vec<usize> = (0..candidates.len()).filter(|&index| is_about(entry, candidates[index].issue)).collect();
        if entry.commit.is_some() && entry.code.is_none() {
            unmatched.push((entry, Unmatched::NoCommit));
            continue;
        }
        let meant: Vec<usize> = there.iter().copied().filter(|&index| is_meant(entry, &candidates[index])).collect();
        if meant.is_empty() {
            let lines: BTreeSet<u32> = there.iter().filter_map(|&index| line(candidates[index].issue)).collect();
            unmatched.push((
                entry,
                match (there.is_empty(), entry.code.is_some()) {
                    (true, _) => Unmatched::NothingThere,
                    (false, true) => Unmatched::OtherCode,
                    (false, false) => Unmatched::OtherLines(lines),
                },
            ));
        }
        // Of several with the same code, one for each engine: the one on the entry's line, else the first that no entry has yet.
        for index in nearest(entry, &meant, candidates, &accepted) {
            accepted.insert(index);
        }
    }
    Imported { accepted: accepted.into_iter().map(|index| candidates[index].issue).collect(), unmatched }
}

fn is_about(entry: &Foreign, issue: &Issue) -> bool {
    let rule = issue.rule.as_str().split_once(':').map(|(_, rule)| rule);
    rule == Some(entry.rule.as_str()) && issue.location.path == entry.path
}

fn is_meant(entry: &Foreign, candidate: &Candidate<'_>) -> bool {
    let folded = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    match &entry.code {
        Some(code) => folded(&candidate.code).contains(&folded(code)),
        None => line(candidate.issue) == Some(entry.line),
    }
}

fn nearest(entry: &Foreign, meant: &[usize], candidates: &[Candidate<'_>], accepted: &BTreeSet<usize>) -> Vec<usize> {
    let mut rules = BTreeSet::new();
    let mut order: Vec<usize> = meant.to_vec();
    order.sort_by_key(|index| (line(candidates[*index].issue) != Some(entry.line), accepted.contains(index), *index));
    order.retain(|index| rules.insert(&candidates[*index].issue.rule));
    order
}

fn line(issue: &Issue) -> Option<u32> {
    issue.location.line.map(std::num::NonZeroU32::get)
}
