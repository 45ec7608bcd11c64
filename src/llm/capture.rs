//! Keeps every prompt that is sent, for whoever wants to read what a model was told (`AURUMCODE_PROMPT_CAPTURE`).
//!
//! It holds redacted text only, and writes no file: `cli` does that when the review is over.

use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;

use crate::redaction::Redacted;

use super::{Message, Model, ModelError, Reply, Request};

/// The prompts so far. Clones share them.
#[derive(Debug, Clone, Default)]
pub struct Captured(Arc<Mutex<Vec<Redacted>>>);

impl Captured {
    /// All prompts, in the order in which they were sent.
    pub fn text(&self) -> Redacted {
        Redacted::concat(self.0.lock().unwrap_or_else(PoisonError::into_inner).iter())
    }

    fn add(&self, request: &Request) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push(Redacted::from_static("==== call ====\n"));
        for message in &request.messages {
            kept.push(match message {
                Message::System(_) => Redacted::from_static("---- system\n"),
                Message::User(_) => Redacted::from_static("---- user\n"),
                Message::Assistant { .. } => Redacted::from_static("---- assistant\n"),
                Message::Tool { .. } => Redacted::from_static("---- tool\n"),
            });
            kept.push(message.text().clone());
            if let Message::Assistant { calls, .. } = message {
                for call in calls {
                    let parts = [&call.name, &Redacted::from_static(" "), &call.arguments, &Redacted::from_static("\n")];
                    kept.push(Redacted::concat(parts));
                }
            }
            kept.push(Redacted::from_static("\n"));
        }
    }
}

/// A model whose prompts are kept.
pub struct Capture {
    model: Box<dyn Model>,
    captured: Captured,
}

impl Capture {
    /// Keeps what is sent to `model` in `captured`.
    pub fn new(model: Box<dyn Model>, captured: Captured) -> Self {
        Self { model, captured }
    }
}

#[async_trait]
impl Model for Capture {
    fn identity(&self) -> String {
        self.model.identity()
    }

    fn calls_tools(&self) -> bool {
        self.model.calls_tools()
    }

    async fn call(&self, request: &Request) -> Result<Reply, ModelError> {
        self.captured.add(request);
        self.model.call(request).await
    }
}
