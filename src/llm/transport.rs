//! One HTTP exchange with a host: bounded in size and time, without redirects.
//!
//! A redirect would carry the key and the diff to a place that the operator did not name, so it is a failure. The body is read up to a
//! bound, because a host is foreign and its reply may not end.

use std::time::Duration;

use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use tokio::time::{Instant, timeout_at};

use super::profile::Auth;
use super::{Endpoint, ModelError};

/// The most bytes of a reply that are read: 8 MiB. An answer has some kilobytes.
pub(super) const BODY_LIMIT: usize = 8 * 1024 * 1024;

/// How long a connection may take: 30 s.
const CONNECT: Duration = Duration::from_secs(30);

/// The most bytes of a host's complaint that are kept.
const DETAIL_LIMIT: usize = 400;

/// The client of the whole program.
pub(super) fn client() -> Result<reqwest::Client, ModelError> {
    // The second caller finds the provider installed, which is what it wants.
    let _installed = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .connect_timeout(CONNECT)
        .user_agent(concat!("aurumcode/", env!("CARGO_PKG_VERSION")))
        .build()
        .map_err(|error| ModelError::Transport(chain(&error)))
}

/// Sends `body` and returns the body of a reply with status 200.
pub(super) async fn post(
    client: &reqwest::Client,
    endpoint: &Endpoint,
    body: String,
    deadline: Instant,
) -> Result<Vec<u8>, ModelError> {
    timeout_at(deadline, exchange(client, endpoint, body)).await.map_err(|_| ModelError::Deadline)?
}

/// Reads `url` of the same host, with the same key.
pub(super) async fn get(
    client: &reqwest::Client,
    endpoint: &Endpoint,
    url: &reqwest::Url,
    deadline: Instant,
) -> Result<Vec<u8>, ModelError> {
    let request = client.get(url.clone());
    timeout_at(deadline, answered(request, endpoint)).await.map_err(|_| ModelError::Deadline)?
}

async fn exchange(client: &reqwest::Client, endpoint: &Endpoint, body: String) -> Result<Vec<u8>, ModelError> {
    answered(client.post(endpoint.url.clone()).header(CONTENT_TYPE, "application/json").body(body), endpoint).await
}

async fn answered(request: reqwest::RequestBuilder, endpoint: &Endpoint) -> Result<Vec<u8>, ModelError> {
    let mut request = request.header(ACCEPT, "application/json");
    if let Some(key) = &endpoint.key {
        let (name, value) = match endpoint.profile.auth {
            Auth::ApiKey => (reqwest::header::HeaderName::from_static("api-key"), key.clone()),
            Auth::Bearer | Auth::OptionalBearer | Auth::None => (AUTHORIZATION, format!("Bearer {key}")),
        };
        let mut value = HeaderValue::from_str(&value).map_err(|error| ModelError::Transport(error.to_string()))?;
        value.set_sensitive(true);
        request = request.header(name, value);
    }
    let response = request.send().await.map_err(|error| ModelError::Transport(chain(&error.without_url())))?;
    let status = response.status().as_u16();
    if status == 200 {
        return read(response, BODY_LIMIT).await?.ok_or(ModelError::TooLarge { limit: BODY_LIMIT });
    }
    let header = response.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok());
    let retry_after = header.and_then(super::retry::retry_after);
    // A complaint that cannot be read, or never ends, is still a refusal.
    let said = read(response, BODY_LIMIT).await.ok().flatten().unwrap_or_default();
    Err(ModelError::Status { status, detail: complaint(&said), retry_after })
}

/// The body; nothing when it is larger than `limit`.
async fn read(mut response: reqwest::Response, limit: usize) -> Result<Option<Vec<u8>>, ModelError> {
    let mut body = Vec::new();
    loop {
        let chunk = response.chunk().await.map_err(|error| ModelError::Transport(chain(&error.without_url())))?;
        let Some(chunk) = chunk else { return Ok(Some(body)) };
        if body.len() + chunk.len() > limit {
            return Ok(None);
        }
        body.extend_from_slice(&chunk);
    }
}

/// What a host says about a failure: the message of its error object, else its text, on one line.
pub(super) fn complaint(body: &[u8]) -> String {
    let value: Option<serde_json::Value> = serde_json::from_slice(body).ok();
    let message = value.as_ref().and_then(|value| {
        let error = value.get("error").or_else(|| value.get(0)?.get("error")).unwrap_or(value);
        [&error["message"], &error["detail"], error].into_iter().find_map(|text| text.as_str()).map(str::to_owned)
    });
    let text = message.unwrap_or_else(|| String::from_utf8_lossy(body).into_owned());
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let cut: String = line.chars().take(DETAIL_LIMIT).collect();
    if cut.is_empty() { "it said nothing".to_owned() } else { cut }
}

/// An error with its causes, which is where the useful words are.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        text.push_str(": ");
        text.push_str(&cause.to_string());
        next = cause.source();
    }
    text
}
