//! What a model is: one call, messages and tools in, a reply or the reason why there is none out.
//!
//! Rooms receive `&dyn Model`, so that a test can put one in its place that hangs, refuses or writes rubbish.

use async_trait::async_trait;
use serde_json::Value;
use tokio::time::Instant;

use super::{Message, ModelError, ToolCall, ToolSpec};

/// A language model, wherever it runs.
#[async_trait]
pub trait Model: Send + Sync {
    /// Who answers, for reports and the cache: host and model. It holds no secret.
    fn identity(&self) -> String;

    /// Whether it can be offered tools at all.
    fn calls_tools(&self) -> bool;

    /// Asks once. Retries are the model's own business; it gives up at the request's deadline.
    ///
    /// # Errors
    /// Why there is no reply. A reply is never made up, and a broken one is never repaired.
    async fn call(&self, request: &Request) -> Result<Reply, ModelError>;
}

/// One question.
#[derive(Debug, Clone)]
pub struct Request {
    /// The conversation so far, oldest first.
    pub messages: Vec<Message>,
    /// The tools that it may ask for; none: it must answer.
    pub tools: Vec<ToolSpec>,
    /// The shape of the answer, for hosts that can be told.
    pub answer: Option<Answer>,
    /// How many tokens it may write, where the caller bounds that.
    pub max_output_tokens: Option<u32>,
    /// When nobody waits any more.
    pub deadline: Instant,
}

/// The shape of an answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// A name for it: `[a-z_]+`.
    pub name: String,
    /// Its JSON Schema.
    pub schema: Value,
}

/// What a model said. Nothing of it has been checked but its form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// Its text; may be empty when it asks for tools.
    pub text: String,
    /// The tools that it asks for, in its order.
    pub calls: Vec<ToolCall>,
    /// What the host says that this cost; nothing when it does not say, or says it in a way that cannot be right.
    pub usage: Option<Usage>,
    /// Why it stopped.
    pub finish: Finish,
    /// The identity of the model that answered: with fallbacks, not always the first.
    pub answered_by: String,
}

/// Why a model stopped writing. What makes an answer useless (a cut, a refusal) is an error instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finish {
    /// It was done.
    Stop,
    /// It waits for tools.
    Tools,
}

/// Tokens of one call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// Tokens read.
    pub input: u64,
    /// Tokens written.
    pub output: u64,
}
