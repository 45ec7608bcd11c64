//! What a tool is, and what it gives back.

use std::sync::Arc;

use serde_json::Value;

use crate::llm::ToolSpec;

use super::ToolError;

/// Something that a model may ask for. It only reads, and only what is under review; it writes nothing and reaches no network.
#[super::async_trait]
pub trait Tool: Send + Sync {
    /// How it is described to the model.
    fn spec(&self) -> ToolSpec;

    /// What a call costs, in words, for the model to weigh.
    fn cost(&self) -> String;

    /// Whether its results are charged against the bytes that may be read of the repository.
    fn reads_repository(&self) -> bool {
        true
    }

    /// Whether it has anything to show in this review; one that has nothing is not offered.
    fn has_something(&self) -> bool {
        true
    }

    /// Answers a call. `arguments` have passed [`validate_arguments`](super::validate_arguments) with the schema of the spec.
    ///
    /// # Errors
    /// Why there is no result. The model is told, and the conversation goes on.
    async fn run(&self, arguments: Value) -> Result<ToolResult, ToolError>;
}

/// What came of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolResult {
    /// What the model is told: redacted and cut before it is sent.
    pub content: String,
    /// One line for the transcript.
    pub summary: String,
    /// Identity of the result, for the cache: another result has another digest.
    pub digest: String,
}

impl ToolResult {
    /// A result whose digest is that of its content.
    pub fn new(content: impl Into<String>, summary: impl Into<String>) -> Self {
        let content = content.into();
        Self { digest: super::transcript::digest(content.as_bytes()), content, summary: summary.into() }
    }
}

/// A tool as it is offered to the model: with what it costs.
#[derive(Clone)]
pub struct Offer {
    /// The tool.
    pub tool: Arc<dyn Tool>,
    /// Its description.
    pub spec: ToolSpec,
    /// Its declared cost, in words.
    pub cost: String,
}

impl Offer {
    /// Offers a tool.
    pub fn of(tool: Arc<dyn Tool>) -> Self {
        Self { spec: tool.spec(), cost: tool.cost(), tool }
    }
}
