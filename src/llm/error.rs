//! Why there is no reply: each way in which a host can fail to give one, as a type.
//!
//! The texts come from the host and may quote anything: whoever shows them passes them through the filter.

use std::time::Duration;

/// Why a call gave no usable reply.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// There was no connection, or it broke.
    #[error("the connection to the model failed: {0}")]
    Transport(String),
    /// Nobody waits any more.
    #[error("the model did not answer within its time")]
    Deadline,
    /// The host refused or failed.
    #[error("the model's host answered with status {status}: {detail}")]
    Status {
        /// The HTTP status.
        status: u16,
        /// What it said, cut.
        detail: String,
        /// How long it asks to be left alone.
        retry_after: Option<Duration>,
    },
    /// The reply is larger than anybody reads.
    #[error("the model's reply is larger than {limit} bytes")]
    TooLarge {
        /// The bound.
        limit: usize,
    },
    /// The reply does not keep to the protocol.
    #[error("the model's host sent a reply that breaks the protocol: {0}")]
    Malformed(String),
    /// The host reported a failure in place of a reply.
    #[error("the model's host reported an error: {0}")]
    Provider(String),
    /// The reply says nothing and asks for nothing.
    #[error("the model's reply is empty")]
    Empty,
    /// The model, or a filter in front of it, refused.
    #[error("the model refused to answer: {0}")]
    Refused(String),
    /// The reply was cut at the limit of tokens.
    #[error("the model's reply was cut off at its limit of tokens")]
    Truncated,
    /// A recorded conversation does not go on as this one does.
    #[error("the recorded model has no reply: {0}")]
    Recorded(String),
    /// The model cannot be offered tools, and was.
    #[error("no model that can be reached calls tools")]
    NoTools,
    /// The next call would pass the ceiling of money.
    #[error("the next call would pass the ceiling of {0}")]
    Budget(String),
}

impl ModelError {
    /// The word that reports and the audit use.
    pub const fn token(&self) -> &'static str {
        match self {
            Self::Transport(_) => "transport",
            Self::Deadline => "deadline",
            Self::Status { .. } => "status",
            Self::TooLarge { .. } => "too_large",
            Self::Malformed(_) => "malformed",
            Self::Provider(_) => "provider_error",
            Self::Empty => "empty",
            Self::Refused(_) => "refused",
            Self::Truncated => "truncated",
            Self::Recorded(_) => "recorded",
            Self::NoTools => "no_tools",
            Self::Budget(_) => "budget",
        }
    }

    /// Whether the same question may be answered when it is asked again.
    pub const fn is_transient(&self) -> bool {
        match self {
            Self::Transport(_) => true,
            Self::Status { status, .. } => matches!(status, 408 | 409 | 425 | 429 | 500 | 502 | 503 | 504 | 529),
            Self::Deadline
            | Self::TooLarge { .. }
            | Self::Malformed(_)
            | Self::Provider(_)
            | Self::Empty
            | Self::Refused(_)
            | Self::Truncated
            | Self::Recorded(_)
            | Self::NoTools
            | Self::Budget(_) => false,
        }
    }

    /// Whether another model may be asked instead. An answer that is there and cannot be used is not asked for again elsewhere:
    /// whoever wrote what is under review could otherwise choose its judge by making the first one refuse.
    pub const fn moves_on(&self) -> bool {
        match self {
            Self::Transport(_) | Self::Deadline | Self::Status { .. } | Self::Malformed(_) | Self::Provider(_) => true,
            Self::TooLarge { .. }
            | Self::Empty
            | Self::Refused(_)
            | Self::Truncated
            | Self::Recorded(_)
            | Self::NoTools
            | Self::Budget(_) => false,
        }
    }
}
