//! One exchange with a forge: bounded in size and time, without redirects.
//!
//! A redirect would carry the token to a place that nobody named, so it is a failure. The body is read up to a bound, because its length
//! is the forge's choice.

use std::time::Duration;

use reqwest::header::HeaderMap;
use tokio::time::timeout;

use super::super::ForgeError;

/// The most bytes of an answer that are read: 32 MiB. A page of a hundred long comments has some megabytes.
const BODY_LIMIT: usize = 32 * 1024 * 1024;

/// The most characters of a forge's complaint that are kept.
const DETAIL_LIMIT: usize = 400;

/// An answer, whatever its status.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) headers: HeaderMap,
    pub(super) body: Vec<u8>,
}

/// Sends a request and reads the whole answer within `limit`.
pub(super) async fn exchange(request: reqwest::RequestBuilder, limit: Duration) -> Result<Answer, ForgeError> {
    timeout(limit, whole(request)).await.map_err(|_| ForgeError::Deadline(limit))?
}

async fn whole(request: reqwest::RequestBuilder) -> Result<Answer, ForgeError> {
    let mut response = request.send().await.map_err(broken)?;
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(broken)? {
        if body.len() + chunk.len() > BODY_LIMIT {
            return Err(ForgeError::TooMuch("32 MiB in one answer"));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Answer { status, headers, body })
}

/// An error with its causes, which is where the useful words are.
fn broken(error: reqwest::Error) -> ForgeError {
    let error = error.without_url();
    let mut text = error.to_string();
    let mut next = std::error::Error::source(&error);
    while let Some(cause) = next {
        text.push_str(": ");
        text.push_str(&cause.to_string());
        next = cause.source();
    }
    ForgeError::Transport(text)
}

impl Answer {
    /// The error that a status other than 2xx is.
    pub(super) fn error(&self) -> ForgeError {
        let (status, detail) = (self.status, complaint(&self.body));
        match status {
            401 => ForgeError::Unauthorised(detail),
            403 => ForgeError::Forbidden { status, detail },
            300..=399 => {
                let detail = "it sends on to another address; the repository may have a new name".to_owned();
                ForgeError::Missing { status, detail }
            }
            404 | 410 => ForgeError::Missing { status, detail },
            // A conflict is with another writer, as when two runs report the status of a commit at once.
            408 | 409 | 500..=599 => ForgeError::Failed { status, detail },
            _ => ForgeError::Refused { status, detail },
        }
    }
}

/// What a forge says about a failure: the message of its error object and the first details, else its text, on one line.
fn complaint(body: &[u8]) -> String {
    let value: Option<serde_json::Value> = serde_json::from_slice(body).ok();
    let text = match value.as_ref().and_then(serde_json::Value::as_object) {
        Some(object) => {
            let text = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let parts = ["message", "error", "errors"].iter().filter_map(|key| object.get(*key));
            parts.filter(|part| !part.is_null()).map(text).collect::<Vec<_>>().join("; ")
        }
        None => String::from_utf8_lossy(body).into_owned(),
    };
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let cut: String = line.chars().take(DETAIL_LIMIT).collect();
    if cut.is_empty() { "it said nothing".to_owned() } else { cut }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_forge_complains_in_its_own_shape() {
        let table = [
            (r#"{"message":"Validation Failed","errors":[{"field":"line"}]}"#, r#"Validation Failed; [{"field":"line"}]"#),
            (r#"{"message":"400 (Bad request) \"Note\" not given"}"#, r#"400 (Bad request) "Note" not given"#),
            (r#"{"error":"insufficient_scope"}"#, "insufficient_scope"),
            ("<html>\n<b>Bad gateway</b>", "<html> <b>Bad gateway</b>"),
            ("", "it said nothing"),
            ("{}", "it said nothing"),
        ];
        for (body, expected) in table {
            assert_eq!(complaint(body.as_bytes()), expected);
        }
        assert_eq!(complaint("x".repeat(9_000).as_bytes()).len(), DETAIL_LIMIT);
    }
}
