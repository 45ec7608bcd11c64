//! What says that a finding is not to count, and why.
//!
//! A suppressed finding is never dropped: it keeps its place in every report, with what silences it and the reason. Whether the
//! suppression counts is the gate's business, never that of whoever reports it.

/// What silences a finding, with the reason that was given.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Suppression {
    /// What silences it.
    pub by: SuppressedBy,
    /// Why, in the words of whoever wrote it, on one line; the host redacts it. Empty when an engine's own format has no room for
    /// a reason.
    pub reason: String,
}

/// The kinds of suppression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SuppressedBy {
    /// A comment `aurumcode: ignore <rule> -- <reason>` in the reviewed code.
    Comment,
    /// A comment in the reviewed code in the engine's own syntax, such as `nosemgrep` or `noqa`.
    EngineComment,
    /// A file beside the code in the engine's own format, such as `.gitleaksignore`, or a word of the report it comes from.
    EngineFile,
    /// The baseline: the finding was accepted as it is.
    Baseline,
    /// An exception of the configuration.
    Exception,
}

impl SuppressedBy {
    /// The word that reports and the audit use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Comment => "comment",
            Self::EngineComment => "engine-comment",
            Self::EngineFile => "engine-file",
            Self::Baseline => "baseline",
            Self::Exception => "exception",
        }
    }

    /// Whether it stands in the code itself, as SARIF asks (§3.35.2).
    pub const fn in_source(self) -> bool {
        matches!(self, Self::Comment | Self::EngineComment)
    }
}
