//! What a person says on a page, on its way to whoever decides it.

use tokio::sync::oneshot;

use crate::delivery::PullRequestId;

/// What a person can say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Word {
    /// The last word for it.
    Approve,
    /// The last word against it.
    Reject,
    /// Let it go on where it stopped.
    Resume,
    /// Let it begin again at QA.
    Restart,
}

impl Word {
    /// The word that a form sends.
    pub(super) fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "approve" => Self::Approve,
            "reject" => Self::Reject,
            "resume" => Self::Resume,
            "restart" => Self::Restart,
            _ => return None,
        })
    }
}

/// A word about a pull request, as it was on the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// Which one.
    pub pull_request: PullRequestId,
    /// The number of its last event when the person looked: a word about another state does not count.
    pub sequence: u64,
    /// What.
    pub word: Word,
    /// Why; may be empty where the word needs no reason.
    pub reason: String,
}

/// A word, and where its end is told: an error is a line for the person.
pub type Saying = (Said, oneshot::Sender<Result<(), String>>);
