//! What a decision about a pull request is: the events that happened and the work that follows, or why nothing was decided.
//!
//! Plain values, so that a store can write them down and a worker can carry them out without knowing how they came about.

use crate::change::Oid;

use super::{Event, Gate, InvalidGateAction, MatrixProblem, NextAction, PullRequest, Turn};

/// Work that follows from a decision, each at most once for its pull request and number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Work {
    /// A gate judges, in this round.
    Judge(Gate, u32),
    /// The developer corrects, before this round.
    Correct(u32),
    /// The event of this number is told where people read it.
    Comment(u64),
}

/// What was decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recorded {
    /// The state after it.
    pub state: PullRequest,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// What follows.
    pub work: Vec<Work>,
}

/// Why nothing was decided.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// It is not the gate's turn.
    #[error(transparent)]
    Turn(#[from] InvalidGateAction),
    /// It is blocked.
    #[error("the pull request is blocked: a person has to unblock it")]
    Blocked,
    /// It is not blocked.
    #[error("the pull request is not blocked")]
    NotBlocked,
    /// A person has decided.
    #[error("a person has decided already")]
    Over,
    /// Not all gates have approved.
    #[error("the gates have not approved it yet")]
    NotApproved,
    /// Another round is on.
    #[error("the verdict is for round {given}, and round {current} is on")]
    Round {
        /// The verdict's.
        given: u32,
        /// The pull request's.
        current: u32,
    },
    /// Another commit is under review.
    #[error("this is about {given}, and {current} is under review")]
    Head {
        /// The one that was looked at.
        given: Oid,
        /// The one under review.
        current: Oid,
    },
    /// The gate has rejected this very commit.
    #[error("the gate has rejected {0} already, and there is no new commit")]
    NoNewCommit(Oid),
    /// A rejection that says nothing.
    #[error("a rejection names at least one thing to change")]
    NoItems,
    /// An approval that asks for changes.
    #[error("an approval asks for no changes")]
    Items,
    /// The matrix does not prove it.
    #[error("the matrix does not prove the approval: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Matrix(Vec<MatrixProblem>),
    /// No scanner looked, or one found something.
    #[error("the scanners do not prove the approval")]
    Scanners,
    /// The commit is not the one that QA approved, and its tests were not seen to pass.
    #[error("QA approved another commit, and the tests were not seen to pass on this one")]
    Suite,
}

impl Recorded {
    /// Nothing yet, on a pull request as it is.
    pub fn nothing(before: &PullRequest) -> Self {
        Self { state: before.clone(), events: Vec::new(), work: Vec::new() }
    }

    /// Whether something happened that decides anew what is to be done; work of before is void then.
    pub fn moves(&self) -> bool {
        self.events.iter().any(|event| match event {
            Event::Opened { .. }
            | Event::Judged(_)
            | Event::GateChanged { .. }
            | Event::HeadMoved { .. }
            | Event::Blocked(_)
            | Event::Unblocked(_)
            | Event::UserDecided(_) => true,
            Event::Spent(_) | Event::CommentPosted { .. } | Event::CommentFailed { .. } => false,
        })
    }

    /// The word of the wire for what follows a verdict.
    pub fn next_action(&self) -> NextAction {
        match self.state.turn() {
            Turn::Blocked(_) => NextAction::Blocked,
            Turn::Developer(_) => NextAction::Correct,
            Turn::Gate(Gate::Qa | Gate::Secops) => NextAction::RunSecops,
            Turn::User | Turn::Over(_) => NextAction::Done,
        }
    }
}
