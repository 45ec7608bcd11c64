//! What can happen to a pull request. Its state is what its events add up to, and nothing else.

use std::num::NonZeroU32;

use crate::change::Oid;

use super::{BlockOrigin, BlockReason, Budget, Gate, GateStatus, GateVerdict, Spending, Task, Verdict};

/// What was agreed when the gates opened. It never changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terms {
    /// The task, as it was then.
    pub task: Task,
    /// The repository, by the name that its store knows it by: one text for every clone of it.
    pub repository: String,
    /// The branch under review, without `refs/heads/`.
    pub branch: String,
    /// What it is to be merged into, by the name that the user gave.
    pub base: String,
    /// Where the branch is pushed to; nothing where the local branch counts.
    pub remote: Option<String>,
    /// How many corrections each gate allows in one visit.
    pub max_corrections: NonZeroU32,
    /// What all work on it together may cost.
    pub budget: Budget,
}

/// How a new head relates to the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Lineage {
    /// It contains the commit before.
    Descends,
    /// It does not: the branch was rewritten.
    Rewritten,
}

/// Why a pull request does not move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// What stopped it.
    pub reason: BlockReason,
    /// What exactly happened; one redacted line.
    pub diagnosis: String,
}

impl Block {
    /// Where to look.
    pub const fn origin(&self) -> BlockOrigin {
        self.reason.origin()
    }
}

/// How a person lets a blocked pull request go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Resume {
    /// At the gate where it stopped, with the counter at 0. What lapsed stays lapsed.
    Resume,
    /// From QA, as if no gate had judged.
    Restart,
}

impl Resume {
    /// Both ways.
    pub const ALL: [Self; 2] = [Self::Resume, Self::Restart];

    /// The wire name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Resume => "resume",
            Self::Restart => "restart",
        }
    }
}

/// What a person said at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserDecision {
    /// What.
    pub verdict: Verdict,
    /// The commit that it is about.
    pub head: Oid,
    /// Why; may be empty for an approval.
    pub reason: String,
}

/// One thing that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// The gates opened on this commit.
    Opened {
        /// What was agreed.
        terms: Box<Terms>,
        /// The commit.
        head: Oid,
    },
    /// A gate's verdict was recorded.
    Judged(GateVerdict),
    /// What the verdict led to.
    GateChanged {
        /// The gate and its verdict; nothing when the gates opened.
        by: Option<(Gate, Verdict)>,
        /// The status from now on.
        status: GateStatus,
        /// The corrections of this visit of the gate.
        corrections: u32,
        /// Whether the verdict blocked it.
        blocked: bool,
    },
    /// The branch has another head.
    HeadMoved {
        /// The commit.
        head: Oid,
        /// How it relates to the one before.
        lineage: Lineage,
    },
    /// It was blocked.
    Blocked(Block),
    /// A person unblocked it.
    Unblocked(Resume),
    /// A person said the last word.
    UserDecided(UserDecision),
    /// Work on it has cost something.
    Spent(Spending),
    /// A verdict was told where people read it.
    CommentPosted {
        /// The event that was told.
        about: u64,
        /// Where.
        place: String,
    },
    /// A verdict could not be told.
    CommentFailed {
        /// The event that was to be told.
        about: u64,
        /// Why.
        detail: String,
    },
}
