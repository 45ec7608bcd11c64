//! What every store does: it writes decisions down whole, and hands each piece of work to one worker at a time.
//!
//! No store decides anything and none reads a clock: times come from the caller, so that a test can let a lease run out without
//! waiting for it.

use std::time::Duration;

use async_trait::async_trait;

use crate::change::Oid;
use crate::delivery::{Event, PullRequest, PullRequestId, Recorded, Terms, Work};

use super::StoreError;

/// Milliseconds since 1970-01-01 UTC.
pub type Timestamp = i64;

/// After how many blocked pull requests in a row nothing of their repository is taken any more.
pub const BREAKER_LIMIT: u32 = 3;

/// An event as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Happened {
    /// Its number within its pull request, from 1 and without gaps.
    pub sequence: u64,
    /// When.
    pub at: Timestamp,
    /// What.
    pub event: Event,
}

/// Whose work is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reach {
    /// Everybody's.
    All,
    /// That of one pull request.
    One(PullRequestId),
    /// That of the pull requests of one repository.
    Repository(String),
}

/// A piece of work that one worker holds for the time of its lease.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// Whose it is.
    pub pull_request: PullRequestId,
    /// What is to be done.
    pub work: Work,
    /// How often it was taken, this time included.
    pub attempts: u32,
    /// Who holds it.
    pub worker: String,
}

/// Keeps pull requests.
#[async_trait]
pub trait Store: Send + Sync {
    /// Opens the gates of a branch on `head`, with the first work.
    ///
    /// # Errors
    /// The branch has an open pull request, or the store failed.
    async fn open(&self, terms: Terms, head: Oid, at: Timestamp) -> Result<PullRequest, StoreError>;

    /// Where a pull request stands.
    ///
    /// # Errors
    /// There is none by that name, what is kept cannot be read, or the store failed.
    async fn load(&self, id: PullRequestId) -> Result<PullRequest, StoreError>;

    /// Everything that happened to a pull request, in order.
    ///
    /// # Errors
    /// As for [`Store::load`].
    async fn timeline(&self, id: PullRequestId) -> Result<Vec<Happened>, StoreError>;

    /// The names of all pull requests, in order, each with the number of its last event.
    ///
    /// # Errors
    /// The store failed.
    async fn list(&self) -> Result<Vec<(PullRequestId, u64)>, StoreError>;

    /// Writes a decision down: its events, the state after it and the work that follows, together with the end of the job that led
    /// to it. All of it or nothing. It counts only when the pull request still is what was decided about.
    ///
    /// # Errors
    /// The pull request has changed since `before`, the job is somebody else's by now, or the store failed.
    async fn commit(
        &self,
        before: &PullRequest,
        recorded: &Recorded,
        done: Option<&Job>,
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Takes the next job within `of` that is due, and holds it for `lease`. A job whose lease has run out is due
    /// again. Comments of a pull request are given out one after the other, and nothing but comments where the breaker is open.
    ///
    /// # Errors
    /// The store failed.
    async fn take(&self, of: &Reach, worker: &str, at: Timestamp, lease: Duration) -> Result<Option<Job>, StoreError>;

    /// When the next job within `of` will be due, with one that is held by a worker counted at the end of its lease; nothing when there
    /// is none to wait for.
    ///
    /// # Errors
    /// The store failed.
    async fn due(&self, of: &Reach) -> Result<Option<Timestamp>, StoreError>;

    /// Holds a job for `lease` from now on.
    ///
    /// # Errors
    /// It is somebody else's by now, or the store failed.
    async fn extend(&self, job: &Job, at: Timestamp, lease: Duration) -> Result<(), StoreError>;

    /// Ends a job that led to nothing.
    ///
    /// # Errors
    /// It is somebody else's by now, or the store failed.
    async fn finish(&self, job: &Job) -> Result<(), StoreError>;

    /// Gives a job back, to be taken again at `not_before`.
    ///
    /// # Errors
    /// It is somebody else's by now, or the store failed.
    async fn postpone(&self, job: &Job, not_before: Timestamp) -> Result<(), StoreError>;

    /// How many pull requests of a repository were blocked in a row; [`BREAKER_LIMIT`] and more stop its work.
    ///
    /// # Errors
    /// The store failed.
    async fn blocked_in_a_row(&self, repository: &str) -> Result<u32, StoreError>;

    /// A person lets the work of a repository go on.
    ///
    /// # Errors
    /// The store failed.
    async fn rearm(&self, repository: &str) -> Result<(), StoreError>;
}

/// What makes an event the same one however often it is recorded: a verdict is that of its gate and round, and the gates open once.
/// Anything else is told apart by its number.
pub fn key_of(event: &Event, sequence: u64) -> String {
    match event {
        Event::Opened { .. } => "opened".to_owned(),
        Event::Judged(verdict) => format!("{}/{}", verdict.gate, verdict.round),
        Event::GateChanged { .. }
        | Event::HeadMoved { .. }
        | Event::Blocked(_)
        | Event::Unblocked(_)
        | Event::UserDecided(_)
        | Event::Spent(_)
        | Event::CommentPosted { .. }
        | Event::CommentFailed { .. } => format!("#{sequence}"),
    }
}
