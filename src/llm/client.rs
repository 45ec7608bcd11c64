//! The client: one model behind an address, asked with patience.

use async_trait::async_trait;
use tokio::time::{Instant, sleep};

use super::{Endpoint, Model, ModelError, Reply, Request, Retry, request, response, transport};

/// A model that speaks chat completions.
pub struct ChatModel {
    endpoint: Endpoint,
    retry: Retry,
    client: reqwest::Client,
}

impl ChatModel {
    /// A client for the endpoint.
    ///
    /// # Errors
    /// The machine's certificates cannot be used.
    pub fn new(endpoint: Endpoint, retry: Retry) -> Result<Self, ModelError> {
        Ok(Self { endpoint, retry, client: transport::client()? })
    }

    async fn once(&self, request: &Request, body: String) -> Result<Reply, ModelError> {
        let bytes = transport::post(&self.client, &self.endpoint, body, request.deadline).await?;
        response::read(&bytes, self.endpoint.identity())
    }
}

#[async_trait]
impl Model for ChatModel {
    fn identity(&self) -> String {
        self.endpoint.identity()
    }

    fn calls_tools(&self) -> bool {
        self.endpoint.profile.tools
    }

    async fn call(&self, request: &Request) -> Result<Reply, ModelError> {
        if !request.tools.is_empty() && !self.calls_tools() {
            return Err(ModelError::NoTools);
        }
        let body = request::body(request, &self.endpoint)?;
        let mut attempt = 1;
        loop {
            let error = match self.once(request, body.clone()).await {
                Ok(reply) => return Ok(reply),
                Err(error) => error,
            };
            tracing::info!(model = self.identity(), attempt, error = error.token(), "a call of the model has no reply");
            attempt += 1;
            let wish = match &error {
                ModelError::Status { retry_after, .. } => *retry_after,
                _ => None,
            };
            let wait = if error.is_transient() { self.retry.before(attempt, wish) } else { None };
            match wait {
                // A wait beyond the deadline would only end in a worse message.
                Some(wait) if Instant::now() + wait < request.deadline => sleep(wait).await,
                Some(_) | None => return Err(error),
            }
        }
    }
}
