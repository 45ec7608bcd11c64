//! A finding as an engine reports it, and the issue the host makes of it.

use std::ops::Range;

use super::{Fingerprint, Fix, Location, Origin, RepoPath, RuleId, Severity, SuppressedBy, Suppression};

/// What an engine saw at one place.
#[derive(Clone, PartialEq, Eq)]
pub struct Finding {
    /// The rule, by the engine's own name for it; the host puts the engine's name in front.
    pub rule: RuleId,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong and what to do, in a sentence or two. The host redacts it.
    pub message: String,
    /// Where.
    pub location: Location,
    /// Exact values that no output may show, for example the secret that was found. The host redacts them everywhere.
    pub sensitive: Vec<String>,
    /// What in the reviewed content silences it by the engine's own means, such as a comment `nosemgrep`. The engine reports such a
    /// finding all the same; the gate decides whether that counts. This program's own comments are the host's business.
    pub suppressed: Option<Suppression>,
    /// How it stands towards the change, where its place cannot tell and the engine knows: a finding that has no place in the
    /// reviewed content counts as new, one that the engine knows to be old as pre-existing. Mostly nothing: the host judges by
    /// the place.
    pub standing: Option<Standing>,
    /// Other lines that would mend it, where the engine knows such.
    pub fix: Option<Fix>,
}

impl Finding {
    /// A finding without sensitive values that nothing silences, whose standing its place tells.
    pub fn new(rule: RuleId, severity: Severity, location: Location, message: impl Into<String>) -> Self {
        Self {
            rule,
            severity,
            message: message.into(),
            location,
            sensitive: Vec::new(),
            suppressed: None,
            standing: None,
            fix: None,
        }
    }

    /// The same finding, with what the engine knows of its standing.
    #[must_use]
    pub fn standing(mut self, standing: Standing) -> Self {
        self.standing = Some(standing);
        self
    }

    /// The same finding, with other lines that would mend it.
    #[must_use]
    pub fn fix(mut self, fix: Option<Fix>) -> Self {
        self.fix = fix;
        self
    }

    /// The same finding, silenced by the engine's own means for `reason`, which may be empty.
    #[must_use]
    pub fn suppressed(mut self, by: SuppressedBy, reason: impl Into<String>) -> Self {
        self.suppressed = Some(Suppression { by, reason: reason.into() });
        self
    }

    /// The only conversion into an issue: the same place and words, the origin given by the host.
    ///
    /// `code` holds the flagged source lines, and `shown` the same without secrets. The fingerprint is made from them, and they are not
    /// kept.
    pub fn to_issue(&self, origin: &Origin, standing: Standing, code: &[u8], shown: &[u8]) -> Issue {
        let blank = code.iter().all(u8::is_ascii_whitespace);
        let (code, shown) = if blank { (self.message.as_bytes(), self.message.as_bytes()) } else { (code, shown) };
        Issue {
            fingerprint: Fingerprint::hiding(&self.rule, code, shown),
            rule: self.rule.clone(),
            severity: self.severity,
            message: self.message.clone(),
            location: self.location.clone(),
            origin: origin.clone(),
            standing,
            suppressed: self.suppressed.clone(),
            fix: self.fix.clone(),
            snippet: None,
        }
    }
}

/// Written by hand so that a log line of a finding never shows its sensitive values.
impl std::fmt::Debug for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Finding")
            .field("rule", &self.rule)
            .field("severity", &self.severity)
            .field("location", &self.location)
            .field("sensitive", &self.sensitive.len())
            .finish_non_exhaustive()
    }
}

/// How an issue stands towards the reviewed change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// Inside the entry's scope: it counts in the gate.
    New,
    /// Outside the entry's scope: shown and counted apart, never in the gate.
    PreExisting,
}

impl Standing {
    /// The word that reports and the audit use: `new` or `pre-existing`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::PreExisting => "pre-existing",
        }
    }
}

/// A finding that the host has named, redacted, scoped and fingerprinted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issue {
    /// The published rule name, `<engine>:<rule>`.
    pub rule: RuleId,
    /// The rank, after the configuration's `rules`.
    pub severity: Severity,
    /// What is wrong, redacted.
    pub message: String,
    /// Where.
    pub location: Location,
    /// Which source says so.
    pub origin: Origin,
    /// The identity across edits.
    pub fingerprint: Fingerprint,
    /// New, or there before the change.
    pub standing: Standing,
    /// What silences it by its engine's own means; see [`Finding::suppressed`].
    pub suppressed: Option<Suppression>,
    /// Other lines that would mend it; what the filter had to change, or what does not show as it is, is none.
    pub fix: Option<Fix>,
    /// The source around the place, redacted, for a code frame; nothing when the text could not be read.
    pub snippet: Option<Snippet>,
}

/// A few redacted source lines around an issue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snippet {
    /// The line number of `lines[0]`, from 1.
    pub first_line: u32,
    /// The lines without their ends. A long line is cut around the mark.
    pub lines: Vec<String>,
    /// The flagged characters of the issue's first line, as they stand in `lines`: redaction and cutting move columns.
    pub mark: Option<Range<usize>>,
}

/// What a rule is about, for reports that list rules (SARIF, `explain`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleInfo {
    /// The published rule name once the host has named it.
    pub id: RuleId,
    /// The severity of its findings, before the configuration's `rules`; nothing where it depends on the place.
    pub severity: Option<Severity>,
    /// One line: what the rule finds.
    pub title: String,
    /// What to do about it, Markdown.
    pub help: String,
    /// Tags such as `CWE-798`, unique and in a stable order.
    pub tags: Vec<String>,
}

/// A changed file that no engine is shown.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct LeftOut {
    /// The file.
    pub path: RepoPath,
    /// Why.
    pub why: LeftOutWhy,
}

/// Why a changed file is shown to no engine. None of these makes a review incomplete: the configuration asked for it, or there is
/// no text of this repository to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LeftOutWhy {
    /// `ignore` takes it out.
    Ignored,
    /// It is the commit of another repository, which has a review of its own.
    Submodule,
    /// It is a symbolic link, which is never followed.
    Symlink,
}

impl LeftOutWhy {
    /// Every one, in the order in which reports tell them.
    pub const ALL: [Self; 3] = [Self::Ignored, Self::Submodule, Self::Symlink];
}

/// A file that an engine was asked to look at and could not.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unreviewed {
    /// The file.
    pub path: RepoPath,
    /// Why, in a few words ("12 MiB is over the limit of 5 MiB").
    pub why: String,
}
