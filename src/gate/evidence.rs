//! What the gate judges: one source per engine that was asked, with its issues or the reason why it has no answer.

use crate::config::{GateSettings, Section};
use crate::finding::{Issue, Origin, RepoPath, Severity, Unreviewed};

use super::{Baseline, Comment, Exception, Reason};

/// Everything that was found, and everything that could not be looked at.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Evidence {
    /// One per engine that was to run, in the order of their names.
    pub sources: Vec<Source>,
    /// The suppression comments of the reviewed files, by path and line.
    pub comments: Vec<Comment>,
    /// What was accepted before.
    pub baseline: Option<Baseline>,
    /// The exceptions for this repository, in the configuration's order.
    pub exceptions: Vec<Exception>,
    /// Files that decide what counts and that the change edits, by path.
    pub edited: Vec<RepoPath>,
    /// Whether there was anything to review; an empty change needs no evidence.
    pub empty_change: bool,
}

/// The answer of one engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The engine's registered name.
    pub engine: String,
    /// Its category, which `gate.sources` also accepts.
    pub category: String,
    /// Its typed origin, which `gate.sources` also accepts.
    pub origin: Origin,
    /// Who declared it.
    pub section: Section,
    /// Its threshold.
    pub fail_on: Severity,
    /// Its issues; empty whenever `gap` is set.
    pub issues: Vec<Issue>,
    /// Why it has no answer at all.
    pub gap: Option<Gap>,
    /// Files in its scope that it could not look at, although it answered for the others.
    pub unreviewed: Vec<Unreviewed>,
}

impl Source {
    /// Whether `name` of `gate.sources` means this source: its engine, category or origin, in any case.
    pub fn answers(&self, name: &str) -> bool {
        [self.engine.as_str(), self.category.as_str(), self.origin.as_str()]
            .iter()
            .any(|own| own.eq_ignore_ascii_case(name.trim()))
    }

    /// Whether the gate counts it: `gate.sources` is empty or names it.
    pub fn counts(&self, gate: &GateSettings) -> bool {
        gate.sources.is_empty() || gate.sources.iter().any(|name| self.answers(name))
    }

    /// Why it is not complete, whether or not the gate counts it: its gap, else one reason per file that it could not look at.
    pub fn reasons(&self) -> Vec<Reason> {
        let reason = |token: &str, detail: String| Reason { token: token.to_owned(), engine: Some(self.engine.clone()), detail };
        match &self.gap {
            Some(gap) => vec![reason(&gap.reason, gap.detail.clone())],
            None if self.unreviewed.is_empty() => Vec::new(),
            None => {
                let token = format!("{}_incomplete", self.category);
                self.unreviewed.iter().map(|file| reason(&token, format!("{}: {}", file.path, file.why))).collect()
            }
        }
    }
}

/// Why a source has no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gap {
    /// The reason token, `<category>_unavailable` and the like.
    pub reason: String,
    /// What exactly happened, on one redacted line; may be empty.
    pub detail: String,
}
