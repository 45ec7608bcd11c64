//! The closed sets of words in an audit, each tied to the domain's own enumeration.
//!
//! A word that is not in its set is refused when an audit is read.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{config, finding, gate};

/// A member of a closed set.
pub(super) trait Word {
    /// Its spelling.
    fn word(self) -> &'static str;
}

/// Declares an enumeration of words and its conversions from and to the domain's enumeration of the same variants.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident = $domain:path { $($(#[$word_doc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        pub(super) enum $name {
            $($(#[$word_doc])* #[serde(rename = $word)] $variant,)*
        }

        impl Word for $name {
            fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }
        }

        impl From<$domain> for $name {
            fn from(domain: $domain) -> Self {
                match domain {
                    $(<$domain>::$variant => Self::$variant,)*
                }
            }
        }

        impl From<$name> for $domain {
            fn from(word: $name) -> Self {
                match word {
                    $($name::$variant => <$domain>::$variant,)*
                }
            }
        }
    };
}

words! {
    /// How bad a finding is.
    Severity = finding::Severity {
        /// Worth knowing.
        Info = "info",
        /// Should be looked at.
        Warning = "warning",
        /// Must be mended, by default.
        Error = "error",
    }
}

words! {
    /// How a finding stands towards the change, by its engine's scope.
    Standing = finding::Standing {
        /// Inside the scope: it counts in the gate.
        New = "new",
        /// Outside the scope: never in the gate.
        PreExisting = "pre-existing",
    }
}

words! {
    /// The side of the diff that lines count on.
    Side = finding::Side {
        /// The old side.
        Left = "left",
        /// The new side.
        Right = "right",
    }
}

words! {
    /// Why a finding does or does not block.
    Disposition = gate::Disposition {
        /// New, counted, and at or above its threshold.
        Blocking = "blocking",
        /// New and counted, below its threshold.
        BelowThreshold = "below-threshold",
        /// There before the change.
        PreExisting = "pre-existing",
        /// The configuration switches its rule off.
        RuleDisabled = "rule-disabled",
        /// `gate.sources` does not name its source.
        SourceNotCounted = "source-not-counted",
        /// A comment, or the engine's own means, silences it.
        Suppressed = "suppressed",
        /// The baseline accepts it.
        Baselined = "baselined",
        /// An exception of the configuration answers for it.
        Excepted = "excepted",
    }
}

words! {
    /// What silences a finding.
    SuppressedBy = finding::SuppressedBy {
        /// A comment `aurumcode: ignore`.
        Comment = "comment",
        /// A comment in the engine's own syntax.
        EngineComment = "engine-comment",
        /// A file in the engine's own format.
        EngineFile = "engine-file",
        /// The baseline.
        Baseline = "baseline",
        /// An exception of the configuration.
        Exception = "exception",
    }
}

words! {
    /// Why no engine was shown a changed file.
    LeftOutWhy = finding::LeftOutWhy {
        /// `ignore` takes it out.
        Ignored = "ignored",
        /// It is a submodule.
        Submodule = "submodule",
        /// It is a symbolic link.
        Symlink = "symlink",
    }
}

words! {
    /// The verdict.
    Verdict = gate::Verdict {
        /// Nothing blocks and everything was verified.
        Approved = "approved",
        /// At least one finding blocks.
        Rejected = "rejected",
        /// Nothing blocks, but not everything was verified.
        Inconclusive = "inconclusive",
    }
}

words! {
    /// Whether any finding blocks.
    Policy = gate::Policy {
        /// None does.
        Pass = "pass",
        /// At least one does.
        Breach = "breach",
    }
}

words! {
    /// Whether everything was verified.
    Completeness = gate::Completeness {
        /// Everything was.
        Complete = "complete",
        /// Something was not: `gate.reasons` says what.
        Incomplete = "incomplete",
    }
}

words! {
    /// What an inconclusive verdict does.
    Inconclusive = config::Inconclusive {
        /// It blocks.
        Block = "block",
        /// It passes and says so.
        Warn = "warn",
    }
}

words! {
    /// Which findings of an engine count as new.
    Scope = config::Scope {
        /// Those on added lines.
        Added = "added",
        /// Those in changed files.
        ChangedFiles = "changed_files",
        /// Those anywhere in the reviewed tree.
        Tree = "tree",
        /// Those in the commits of the reviewed range.
        Range = "range",
    }
}

words! {
    /// Who declared an engine.
    Section = config::Section {
        /// Nobody: it is on by default.
        Default = "default",
        /// The repository's own configuration.
        Repository = "repo",
        /// The central policy.
        Policy = "policy",
    }
}

words! {
    /// The language of text shown to people.
    Language = config::Language {
        /// English.
        En = "en",
        /// Brazilian Portuguese.
        PtBr = "pt-BR",
    }
}

/// The version of the document's shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub(super) enum Version {
    /// This version.
    #[serde(rename = "audit/v1")]
    V1,
}

/// What the gate says about the change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub(super) enum Outcome {
    /// The change may pass.
    #[serde(rename = "pass")]
    Pass,
    /// It may not.
    #[serde(rename = "block")]
    Block,
}

impl Word for Outcome {
    fn word(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Block => "block",
        }
    }
}

/// What is compared with what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum SubjectKind {
    /// `head` against the merge base with the base that the user named.
    Named,
    /// `head` against the merge base with the remote's default branch.
    DefaultBranch,
    /// `head` against its first parent.
    PreviousCommit,
    /// The first commit: everything is added.
    FirstCommit,
    /// The index against `HEAD`.
    Staged,
    /// The working files against `HEAD`.
    Worktree,
    /// The whole tree, as if every line were added.
    All,
}

#[cfg(test)]
mod tests {
    /// Reports, configuration and audit use the same words: the domain's.
    #[test]
    fn words_are_the_domains() {
        macro_rules! same {
            ($($name:ident: $($domain:expr),*;)*) => {
                $($(assert_eq!(super::$name::from($domain).word(), $domain.as_str());)*)*
            };
        }
        use super::Word;
        use crate::config::{Inconclusive, Language, Scope, Section};
        use crate::finding::{Severity, Standing, SuppressedBy};
        use crate::gate::{Disposition, Verdict};
        same! {
            Severity: Severity::Info, Severity::Warning, Severity::Error;
            Standing: Standing::New, Standing::PreExisting;
            Disposition: Disposition::Blocking, Disposition::BelowThreshold, Disposition::PreExisting, Disposition::RuleDisabled,
                Disposition::SourceNotCounted, Disposition::Suppressed, Disposition::Baselined, Disposition::Excepted;
            SuppressedBy: SuppressedBy::Comment, SuppressedBy::EngineComment, SuppressedBy::EngineFile, SuppressedBy::Baseline,
                SuppressedBy::Exception;
            Verdict: Verdict::Approved, Verdict::Rejected, Verdict::Inconclusive;
            Inconclusive: Inconclusive::Block, Inconclusive::Warn;
            Scope: Scope::Added, Scope::ChangedFiles, Scope::Tree, Scope::Range;
            Section: Section::Default, Section::Repository, Section::Policy;
            Language: Language::En, Language::PtBr;
        }
    }
}
