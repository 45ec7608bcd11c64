//! What stands between a worker and those who do the work: the gates, the developer, the readers.
//!
//! A worker knows them only through this trait, so that a test can put somebody in their place who fails, delays or panics.

use async_trait::async_trait;

use crate::change::Oid;

use super::{Block, Gate, GateVerdict, Judgement, Lineage, PullRequest};

/// Has the work done.
#[async_trait]
pub trait GateDispatcher: Send + Sync {
    /// The head of the branch, where its terms say that it counts.
    ///
    /// # Errors
    /// It cannot be determined.
    async fn head(&self, of: &PullRequest) -> Result<Head, Trouble>;

    /// Has a gate judge the head under review, in the round that is on.
    ///
    /// # Errors
    /// The gate could not conclude. That is no verdict, and costs no correction.
    async fn judge(&self, of: &PullRequest, gate: Gate) -> Result<Paid<Judgement>, Trouble>;

    /// Has the developer answer a rejection. What came of it, the head of the branch tells.
    ///
    /// # Errors
    /// The developer could not work.
    async fn correct(&self, of: &PullRequest, rejection: &GateVerdict) -> Result<Paid<()>, Trouble>;

    /// Tells a verdict where people read it, and returns the place; nothing when there is no such place.
    ///
    /// # Errors
    /// It could not be told.
    async fn tell(&self, of: &PullRequest, verdict: &GateVerdict) -> Result<Option<String>, Trouble>;
}

/// The head of a branch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    /// The commit.
    pub commit: Oid,
    /// How it relates to the commit under review.
    pub lineage: Lineage,
}

/// What a piece of work has cost beyond its time, which the worker takes itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cost {
    /// Tokens of language models.
    pub tokens: u64,
    /// Millionths of a US dollar.
    pub micro_usd: u64,
}

/// A result, and what it has cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paid<T> {
    /// The result.
    pub result: T,
    /// The cost.
    pub cost: Cost,
}

impl<T> Paid<T> {
    /// A result that has cost nothing but time.
    pub fn free(result: T) -> Self {
        Self { result, cost: Cost::default() }
    }
}

/// Why a piece of work led to nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble {
    /// What it means.
    pub kind: TroubleKind,
    /// What the attempt has cost all the same.
    pub cost: Cost,
}

/// What a trouble means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TroubleKind {
    /// It may go away: the same work is tried again, a few times.
    Passing(String),
    /// It will not go away by itself.
    Lasting(Block),
}

impl Trouble {
    /// A trouble that may go away.
    pub fn passing(why: impl Into<String>) -> Self {
        Self { kind: TroubleKind::Passing(why.into()), cost: Cost::default() }
    }

    /// A trouble that will not.
    pub fn lasting(block: Block) -> Self {
        Self { kind: TroubleKind::Lasting(block), cost: Cost::default() }
    }
}
