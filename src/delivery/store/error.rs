//! Why a store did not do what it was asked.

use crate::delivery::PullRequestId;

/// Why a store did not do what it was asked. Nothing was written then, unless the connection broke while the answer was under way:
/// whoever asks again is told [`StoreError::Conflict`] in that case.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Somebody else changed the pull request first: read it again and decide anew.
    #[error("the pull request was changed by somebody else at the same time")]
    Conflict,
    /// The job belongs to another worker by now.
    #[error("another worker has taken over: this one was silent for longer than its lease")]
    LeaseLost,
    /// There is no such pull request.
    #[error("there is no pull request {0} in this store")]
    Unknown(PullRequestId),
    /// The branch has an open pull request.
    #[error("the branch `{branch}` has the open pull request {id} already: there is never a second one")]
    AlreadyOpen {
        /// The one that is open.
        id: PullRequestId,
        /// The branch.
        branch: String,
    },
    /// What is stored was not written by this program, or by a newer one.
    #[error("the store holds something that this version does not understand: {0}")]
    Unreadable(String),
    /// The database cannot be reached, or refuses.
    #[error("the store failed: {0}")]
    Failed(String),
}
