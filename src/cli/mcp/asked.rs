//! What each tool may be asked: the types give the schemas that clients see and the parsers.

use schemars::JsonSchema;
use serde::Deserialize;

/// What to review.
#[derive(Debug, Default, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReviewQuestion {
    /// Which state is reviewed: what is committed, what is staged for the next commit, or the working files as they are.
    #[serde(default)]
    pub(super) changes: Changes,
    /// For `committed`: compare with the merge base of this commit. Default: the remote's default branch, else the previous commit.
    #[serde(default)]
    pub(super) base: Option<String>,
}

/// The states of a repository that can be reviewed.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Changes {
    /// The commits from the base to HEAD.
    #[default]
    Committed,
    /// What is staged for the next commit.
    Staged,
    /// The working files, untracked ones included.
    Worktree,
}

/// What to review, and which of the findings to show.
#[derive(Debug, Default, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FindingsQuestion {
    /// Which state is reviewed: what is committed, what is staged for the next commit, or the working files as they are.
    #[serde(default)]
    pub(super) changes: Changes,
    /// For `committed`: compare with the merge base of this commit. Default: the remote's default branch, else the previous commit.
    #[serde(default)]
    pub(super) base: Option<String>,
    /// How many findings to pass over, to page through many.
    #[serde(default)]
    pub(super) offset: u32,
    /// How many findings to show, at most 200. Default: 50.
    #[serde(default = "fifty")]
    #[schemars(range(min = 1, max = 200))]
    pub(super) limit: u32,
}

/// Which rules to list.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RulesQuestion {
    /// Only the rules of this engine; `_gate` has the gate's own.
    #[serde(default)]
    pub(super) engine: Option<String>,
    /// Only rules whose name, title or tags contain this text.
    #[serde(default)]
    pub(super) search: Option<String>,
    /// How many rules to pass over, to page through many.
    #[serde(default)]
    pub(super) offset: u32,
    /// How many rules to show, at most 200. Default: 50.
    #[serde(default = "fifty")]
    #[schemars(range(min = 1, max = 200))]
    pub(super) limit: u32,
}

/// What to explain.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TopicQuestion {
    /// A rule such as `secrets:github-pat`, an error code, a reason, an exit status, an engine, or the fingerprint of a finding of the
    /// last review in this session.
    #[schemars(length(min = 1, max = 200))]
    pub(super) topic: String,
}

const fn fifty() -> u32 {
    50
}

impl From<&FindingsQuestion> for ReviewQuestion {
    fn from(question: &FindingsQuestion) -> Self {
        Self { changes: question.changes, base: question.base.clone() }
    }
}
