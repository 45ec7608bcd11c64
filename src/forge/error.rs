//! Why a forge did not do what it was asked: each way as a type, because they are answered differently.
//!
//! The texts come from the forge and may quote anything: whoever shows them passes them through the filter.

use std::time::Duration;

/// Why a forge did not do what it was asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ForgeError {
    /// There was no connection, or it broke.
    #[error("the connection failed: {0}")]
    Transport(String),
    /// It did not answer in time.
    #[error("it did not answer within {} s", .0.as_secs())]
    Deadline(Duration),
    /// It asks to be left alone for longer than anybody waits.
    #[error("it limits how often it may be asked, and wants to be left alone for {} s", .0.as_secs())]
    Limited(Duration),
    /// The token may not do this.
    #[error("the token may not do this (status {status}): {detail}")]
    Forbidden {
        /// The HTTP status.
        status: u16,
        /// What it said, cut.
        detail: String,
    },
    /// It does not know the token.
    #[error("it does not accept the token (status 401): {0}")]
    Unauthorised(String),
    /// There is nothing of that name that the token may see.
    #[error("there is no such thing, or the token may not see it (status {status}): {detail}")]
    Missing {
        /// The HTTP status.
        status: u16,
        /// What it said, cut.
        detail: String,
    },
    /// It understood, and does not accept what it was sent.
    #[error("it does not accept what it was sent (status {status}): {detail}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// What it said, cut.
        detail: String,
    },
    /// It failed.
    #[error("it failed (status {status}): {detail}")]
    Failed {
        /// The HTTP status.
        status: u16,
        /// What it said, cut.
        detail: String,
    },
    /// It answered with something else than it should.
    #[error("it sent an answer that breaks its own rules: {0}")]
    Malformed(String),
    /// There is more than anybody reads.
    #[error("it has more than {0} to tell")]
    TooMuch(&'static str),
    /// A comment bears the mark, and nobody says whether the token's account wrote it.
    #[error("it does not say whom the token speaks for, and there is a comment that may be ours or may not")]
    UnknownAuthor,
    /// An address or a name cannot be used.
    #[error("{0}")]
    Unusable(String),
}

impl ForgeError {
    /// Whether the same thing may succeed when it is asked again.
    pub const fn is_transient(&self) -> bool {
        match self {
            Self::Transport(_) | Self::Deadline(_) | Self::Failed { .. } => true,
            Self::Limited(_)
            | Self::Forbidden { .. }
            | Self::Unauthorised(_)
            | Self::Missing { .. }
            | Self::Refused { .. }
            | Self::Malformed(_)
            | Self::TooMuch(_)
            | Self::UnknownAuthor
            | Self::Unusable(_) => false,
        }
    }
}
