//! Several models, asked one after the other until one answers.
//!
//! Only a failure of the host moves on. A refusal or a useless answer is an answer: whoever wrote what is under review could otherwise
//! choose the judge. Once a fallback has answered, the rest of the conversation stays with it.

use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;

use super::{Message, Model, ModelError, Reply, Request};

/// The models in their order.
pub struct Chain {
    models: Vec<Box<dyn Model>>,
    current: AtomicUsize,
}

impl Chain {
    /// A chain; nothing when there is no model in it.
    pub fn new(models: Vec<Box<dyn Model>>) -> Option<Self> {
        (!models.is_empty()).then(|| Self { models, current: AtomicUsize::new(0) })
    }
}

#[async_trait]
impl Model for Chain {
    fn identity(&self) -> String {
        self.models.first().map(|model| model.identity()).unwrap_or_default()
    }

    fn calls_tools(&self) -> bool {
        self.models.iter().any(|model| model.calls_tools())
    }

    async fn call(&self, request: &Request) -> Result<Reply, ModelError> {
        let with_tools = !request.tools.is_empty() || request.messages.iter().any(|sent| matches!(sent, Message::Tool { .. }));
        let mut failed = ModelError::NoTools;
        for (index, model) in self.models.iter().enumerate().skip(self.current.load(Ordering::Relaxed)) {
            if with_tools && !model.calls_tools() {
                continue;
            }
            match model.call(request).await {
                Ok(reply) => {
                    self.current.store(index, Ordering::Relaxed);
                    return Ok(reply);
                }
                Err(error) if error.moves_on() => {
                    tracing::warn!(model = model.identity(), error = error.token(), "the next model is asked");
                    failed = error;
                }
                Err(error) => return Err(error),
            }
        }
        Err(failed)
    }
}
