//! The seam that every source of context has: a name, and text for the paths that changed.

use std::time::Duration;

use async_trait::async_trait;

use crate::finding::RepoPath;
use crate::redaction::Redacted;

/// How long one source may take: 10 s. Then its future is dropped, which ends whatever it was doing.
pub const PROVIDER_TIMEOUT: Duration = Duration::from_secs(10);

/// A source of context.
#[async_trait]
pub trait ContextProvider: Send + Sync {
    /// What the source is called in the prompt and in warnings.
    fn name(&self) -> &str;

    /// Text for a change of these paths, sorted; empty when there is nothing to say. It has no largest size.
    ///
    /// # Errors
    /// The source has no answer. The review goes on without it, and says so.
    async fn provide(&self, changed: &[RepoPath]) -> Result<String, ProviderError>;

    /// Whether the model is not to be asked without this source, and the review then is inconclusive.
    fn required(&self) -> bool {
        false
    }

    /// This source as a curated one; nothing for a source whose text comes from elsewhere.
    fn curated(&self) -> Option<&dyn CuratedProvider> {
        None
    }
}

/// A source that reads only what the owner of the repository or of the policy controls: prompt, instructions, skills, documents.
/// A source of text from outside must not be one: the prompt presents what is curated as the team's own words.
pub trait CuratedProvider: ContextProvider {}

/// Why a source has no answer, in words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ProviderError(pub String);

/// A source without an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderWarning {
    /// The source.
    pub provider: Redacted,
    /// Why.
    pub reason: Redacted,
}
