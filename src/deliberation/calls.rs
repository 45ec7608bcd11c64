//! Answers the calls of one round: each with exactly one result, in the order in which they were asked for.
//!
//! An unknown tool and wrong arguments are refused and answered, never dropped and never run with something else. A tool that panics has
//! failed; one that takes too long ends the conversation.

use std::sync::Arc;
use std::time::Instant;

use serde_json::Value;

use crate::llm::{Message, SentCall, ToolCall};
use crate::redaction::{Layout, Redacted, Redactor};

use super::transcript::{Call, CallStatus, Transcript};
use super::{LimitError, Limits, Offer, ToolError, ToolResult, validate_arguments};

/// The most bytes of a result that a model is sent.
const MAX_CONTENT: usize = 8192;

/// The most bytes of a summary.
const MAX_SUMMARY: usize = 240;

/// The most bytes of arguments that the transcript keeps.
const MAX_ARGUMENTS: usize = 2048;

/// What the calls of a conversation share.
pub(super) struct Calls<'a> {
    pub(super) offers: &'a [Offer],
    pub(super) limits: Limits,
    pub(super) redactor: &'a Redactor,
    pub(super) read: u64,
}

impl Calls<'_> {
    /// Answers `calls` of `round`: appends to the transcript, and returns the assistant's message and the results.
    pub(super) async fn answer(
        &mut self,
        round: u32,
        text: &str,
        calls: Vec<ToolCall>,
        transcript: &mut Transcript,
    ) -> Result<Vec<Message>, LimitError> {
        let sent = calls.iter().enumerate().map(|(index, call)| self.sent(round, index, call)).collect();
        let mut messages = vec![Message::Assistant { text: self.redactor.redact(text), calls: sent }];
        for (index, call) in calls.into_iter().enumerate() {
            let id = self.id(round, index, &call.id);
            let started = Instant::now();
            let answered = self.one(&call, transcript).await;
            let mut entry = Call {
                round,
                id: id.clone(),
                tool: cut(&self.redactor.redact(&call.name), MAX_SUMMARY, self.redactor),
                arguments: cut(&self.redactor.redact(&call.arguments), MAX_ARGUMENTS, self.redactor),
                status: CallStatus::Executed,
                duration: started.elapsed(),
                result: Redacted::default(),
                digest: String::new(),
            };
            let content = match answered {
                Ok(result) => {
                    entry.result = self.summary(&result.summary);
                    entry.digest = result.digest;
                    transcript.calls.push(entry);
                    result.content
                }
                Err(End::Told(status, why)) => {
                    entry.status = status;
                    entry.result = self.summary(&why);
                    transcript.calls.push(entry);
                    why
                }
                Err(End::Limit(limit)) => {
                    entry.status = CallStatus::Failed;
                    entry.result = self.summary(&limit.detail);
                    transcript.calls.push(entry);
                    return Err(limit);
                }
            };
            messages.push(Message::Tool { call: id, content: self.content(&content) });
        }
        Ok(messages)
    }

    async fn one(&mut self, call: &ToolCall, transcript: &mut Transcript) -> Result<ToolResult, End> {
        let refused = |why: String| End::Told(CallStatus::Refused, why);
        let Some(offer) = self.offers.iter().find(|offer| offer.spec.name == call.name) else {
            let names: Vec<&str> = self.offers.iter().map(|offer| offer.spec.name.as_str()).collect();
            return Err(refused(format!("there is no such tool; there are: {}", names.join(", "))));
        };
        if !transcript.requested.contains(&offer.spec.name) {
            transcript.requested.push(offer.spec.name.clone());
        }
        let arguments = validate_arguments(&offer.spec.parameters, &call.arguments).map_err(refused)?;
        let result = self.run(offer, arguments).await?;
        if offer.tool.reads_repository() {
            // What leaves is what counts: the text after the filter.
            self.read += u64::try_from(self.redactor.redact(&result.content).len()).unwrap_or(u64::MAX);
            if self.read > self.limits.max_read_bytes {
                return Err(End::Limit(LimitError {
                    limit: "max_read_bytes",
                    detail: format!(
                        "the tools have read {} bytes; at most {} are allowed",
                        self.read, self.limits.max_read_bytes
                    ),
                }));
            }
        }
        Ok(result)
    }

    async fn run(&self, offer: &Offer, arguments: Value) -> Result<ToolResult, End> {
        let tool = Arc::clone(&offer.tool);
        let mut running = tokio::spawn(async move { tool.run(arguments).await });
        match tokio::time::timeout(self.limits.per_tool_timeout, &mut running).await {
            Ok(Ok(Ok(result))) => Ok(result),
            Ok(Ok(Err(ToolError::Refused(why)))) => Err(End::Told(CallStatus::Refused, why)),
            Ok(Ok(Err(ToolError::Failed(why)))) => Err(End::Told(CallStatus::Failed, why)),
            Ok(Err(_)) => Err(End::Told(CallStatus::Failed, "the tool failed".to_owned())),
            Err(_) => {
                running.abort();
                let seconds = self.limits.per_tool_timeout.as_secs_f32();
                Err(End::Limit(LimitError {
                    limit: "per_tool_timeout_seconds",
                    detail: format!("{} gave no result within {seconds} s", offer.spec.name),
                }))
            }
        }
    }

    /// The call as it goes back to the model: arguments that are no object are left out, for a host that parses them would refuse every
    /// further request of the conversation.
    fn sent(&self, round: u32, index: usize, call: &ToolCall) -> SentCall {
        let arguments = serde_json::from_str::<Value>(&call.arguments).ok().filter(Value::is_object);
        let arguments = arguments.unwrap_or_else(|| Value::Object(serde_json::Map::new()));
        // A name that no tool can have would be refused by the host, too.
        let known = self.offers.iter().any(|offer| offer.spec.name == call.name);
        SentCall {
            id: self.id(round, index, &call.id),
            name: if known { self.redactor.redact(&call.name) } else { Redacted::from_static("unknown_tool") },
            arguments: self.redactor.redact_json(&arguments, Layout::Compact),
        }
    }

    /// The id that the model gave, unless the filter took something out of it: then one of our own, since two could become the same.
    fn id(&self, round: u32, index: usize, id: &str) -> Redacted {
        let redacted = self.redactor.redact(id);
        if redacted.as_str() == id { redacted } else { self.redactor.redact(&format!("call-{round}-{}", index + 1)) }
    }

    fn summary(&self, text: &str) -> Redacted {
        let line = self.redactor.redact(text).as_str().split_whitespace().collect::<Vec<_>>().join(" ");
        cut(&self.redactor.redact(&line), MAX_SUMMARY, self.redactor)
    }

    /// The result as the model is sent it.
    fn content(&self, text: &str) -> Redacted {
        let redacted = self.redactor.redact(text);
        if redacted.len() <= MAX_CONTENT {
            return redacted;
        }
        let kept = head(redacted.as_str(), MAX_CONTENT - 100);
        let left = redacted.len() - kept.len();
        self.redactor.redact(&format!("{kept}\n[cut here: {left} bytes more; ask for a smaller part, or for the next one]"))
    }
}

/// How a call ends without a result.
enum End {
    /// The model is told why, and the conversation goes on.
    Told(CallStatus, String),
    /// The conversation ends.
    Limit(LimitError),
}

/// At most `limit` bytes of a text. It was redacted before, so no cut goes through a secret.
fn cut(text: &Redacted, limit: usize, redactor: &Redactor) -> Redacted {
    if text.len() <= limit { text.clone() } else { redactor.redact(&format!("{}...", head(text.as_str(), limit - 3))) }
}

fn head(text: &str, limit: usize) -> &str {
    let end = (0..=limit.min(text.len())).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    &text[..end]
}
