//! A real conversation, kept and played again (`--record`, `--replay`).
//!
//! The file holds redacted text: it may be kept beside a test. Playing compares each question with the recorded one, so that a
//! recording never answers a question that was not asked.

use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::redaction::{Layout, Redacted, Redactor};

use super::{Finish, Message, Model, ModelError, Reply, Request, ToolCall, Usage};

/// The form of the file.
const VERSION: u32 = 1;

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Recording {
    aurumcode_recording: u32,
    model: String,
    calls_tools: bool,
    exchanges: Vec<Exchange>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Exchange {
    /// The digest of the question.
    question: String,
    text: String,
    calls: Vec<Call>,
    usage: Option<(u64, u64)>,
    answered_by: String,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Call {
    id: String,
    name: String,
    arguments: String,
}

/// A model whose replies are kept.
pub struct Recorder {
    model: Box<dyn Model>,
    kept: Kept,
}

/// What was kept so far. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct Kept(Arc<Mutex<Vec<Exchange>>>);

impl Recorder {
    /// Keeps what `model` answers in `kept`.
    pub fn new(model: Box<dyn Model>, kept: Kept) -> Self {
        Self { model, kept }
    }
}

impl Kept {
    /// The file, for a conversation with `model`.
    pub fn document(&self, model: &dyn Model, redactor: &Redactor) -> Redacted {
        let recording = json!(Recording {
            aurumcode_recording: VERSION,
            model: model.identity(),
            calls_tools: model.calls_tools(),
            exchanges: self.0.lock().unwrap_or_else(PoisonError::into_inner).clone(),
        });
        Redacted::concat([&redactor.redact_json(&recording, Layout::Pretty), &Redacted::from_static("\n")])
    }
}

#[async_trait]
impl Model for Recorder {
    fn identity(&self) -> String {
        self.model.identity()
    }

    fn calls_tools(&self) -> bool {
        self.model.calls_tools()
    }

    async fn call(&self, request: &Request) -> Result<Reply, ModelError> {
        let reply = self.model.call(request).await?;
        let call = |call: &ToolCall| Call { id: call.id.clone(), name: call.name.clone(), arguments: call.arguments.clone() };
        self.kept.0.lock().unwrap_or_else(PoisonError::into_inner).push(Exchange {
            question: digest(request),
            text: reply.text.clone(),
            calls: reply.calls.iter().map(call).collect(),
            usage: reply.usage.map(|usage| (usage.input, usage.output)),
            answered_by: reply.answered_by.clone(),
        });
        Ok(reply)
    }
}

/// A recorded conversation as a model.
pub struct Replay {
    recording: Recording,
    next: Mutex<usize>,
}

/// The file is no recording.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the recorded conversation cannot be read: {0}")]
pub struct ReplayError(pub String);

impl Replay {
    /// Reads a recording.
    ///
    /// # Errors
    /// It is not of the right form or version.
    pub fn read(text: &str) -> Result<Self, ReplayError> {
        let recording: Recording = serde_json::from_str(text).map_err(|error| ReplayError(error.to_string()))?;
        if recording.aurumcode_recording != VERSION {
            return Err(ReplayError(format!("its version is {}, not {VERSION}", recording.aurumcode_recording)));
        }
        Ok(Self { recording, next: Mutex::new(0) })
    }
}

#[async_trait]
impl Model for Replay {
    fn identity(&self) -> String {
        self.recording.model.clone()
    }

    fn calls_tools(&self) -> bool {
        self.recording.calls_tools
    }

    async fn call(&self, request: &Request) -> Result<Reply, ModelError> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let number = *next + 1;
        let exchange = self.recording.exchanges.get(*next).ok_or_else(|| {
            ModelError::Recorded(format!("the recording holds {} replies, and this is question {number}", number - 1))
        })?;
        if exchange.question != digest(request) {
            return Err(ModelError::Recorded(format!(
                "question {number} is not the recorded one: record the conversation again"
            )));
        }
        *next += 1;
        let call = |call: &Call| ToolCall { id: call.id.clone(), name: call.name.clone(), arguments: call.arguments.clone() };
        Ok(Reply {
            text: exchange.text.clone(),
            calls: exchange.calls.iter().map(call).collect(),
            usage: exchange.usage.map(|(input, output)| Usage { input, output }),
            finish: if exchange.calls.is_empty() { Finish::Stop } else { Finish::Tools },
            answered_by: exchange.answered_by.clone(),
        })
    }
}

/// What a question is: its messages, the tools and the shape of the answer.
pub(super) fn digest(request: &Request) -> String {
    let message = |message: &Message| {
        let calls: Vec<_> = match message {
            Message::Assistant { calls, .. } => calls.iter().map(|call| json!([call.id, call.name, call.arguments])).collect(),
            Message::System(_) | Message::User(_) | Message::Tool { .. } => Vec::new(),
        };
        json!([message.role(), message.text(), calls])
    };
    let messages: Vec<_> = request.messages.iter().map(message).collect();
    let tools: Vec<_> = request.tools.iter().map(|tool| json!([tool.name, tool.description, tool.parameters])).collect();
    let answer = request.answer.as_ref().map(|answer| &answer.schema);
    let question = json!([messages, tools, answer]).to_string();
    Sha256::digest(question.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}
