//! Reads a reply of chat completions, and refuses what does not keep to the protocol.
//!
//! The shapes are our own and not `async-openai`'s: hosts leave out what that library takes for certain (`created`, `id`, `finish_reason`)
//! and send words that its enums do not know. What matters is checked here more strictly than there: one choice, an assistant's message,
//! ids that are there and differ, one answer or calls. Nothing is repaired.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::Value;

use super::transport::complaint;
use super::{Finish, ModelError, Reply, ToolCall, Usage};

/// The most calls in one reply.
const MAX_CALLS: usize = 64;

/// The most bytes of an id or a tool's name.
const MAX_NAME: usize = 256;

#[derive(Deserialize)]
struct Completion {
    choices: Vec<Choice>,
    #[serde(default)]
    usage: Value,
}

#[derive(Deserialize)]
struct Choice {
    message: Message,
    #[serde(default)]
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Message {
    #[serde(default)]
    role: Option<String>,
    #[serde(default)]
    content: Option<Content>,
    #[serde(default)]
    refusal: Option<String>,
    #[serde(default)]
    tool_calls: Option<Vec<Call>>,
    #[serde(default)]
    function_call: Option<Value>,
}

/// Text, or the parts that some hosts send in its place.
#[derive(Deserialize)]
#[serde(untagged)]
enum Content {
    Text(String),
    Parts(Vec<Part>),
}

#[derive(Deserialize)]
struct Part {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    text: Option<String>,
}

#[derive(Deserialize)]
struct Call {
    id: String,
    #[serde(rename = "type", default)]
    kind: Option<String>,
    function: Function,
}

#[derive(Deserialize)]
struct Function {
    name: String,
    arguments: Arguments,
}

/// The protocol says text that holds JSON; some hosts send the object itself, which says the same.
#[derive(Deserialize)]
#[serde(untagged)]
enum Arguments {
    Text(String),
    Object(serde_json::Map<String, Value>),
}

/// The reply in `body`, given by the model `answered_by`.
pub(super) fn read(body: &[u8], answered_by: String) -> Result<Reply, ModelError> {
    let text = std::str::from_utf8(body).map_err(|error| malformed(format!("it is not UTF-8: {error}")))?;
    if text.trim_start().starts_with("data:") {
        return Err(malformed("it is a stream of events, which was not asked for"));
    }
    let value: Value = serde_json::from_str(text).map_err(|error| malformed(format!("it is not JSON: {error}")))?;
    if value.get("error").is_some_and(|error| !error.is_null()) {
        return Err(ModelError::Provider(complaint(body)));
    }
    // The reader below takes a list for an object whose fields stand in its order.
    let objects = [&value, &value["choices"][0], &value["choices"][0]["message"]];
    if objects.into_iter().any(Value::is_array) {
        return Err(malformed("invalid type: a list where an object belongs"));
    }
    // From the text again: a key that stands twice is seen only there.
    let completion: Completion = serde_json::from_str(text).map_err(|error| malformed(error.to_string()))?;
    let usage = usage(&completion.usage);
    let mut choices = completion.choices;
    let (Some(choice), true) = (choices.pop(), choices.is_empty()) else {
        return Err(malformed("it does not hold exactly one choice"));
    };
    reply(choice, usage, answered_by)
}

fn reply(choice: Choice, usage: Option<Usage>, answered_by: String) -> Result<Reply, ModelError> {
    let Choice { message, finish_reason } = choice;
    if message.role.as_deref().is_some_and(|role| role != "assistant") {
        return Err(malformed("its message is not the assistant's"));
    }
    if message.function_call.is_some_and(|call| !call.is_null()) {
        return Err(malformed("it calls a function in the manner that tool calls replaced"));
    }
    if let Some(refusal) = message.refusal.filter(|refusal| !refusal.trim().is_empty()) {
        return Err(ModelError::Refused(refusal));
    }
    match finish_reason.as_deref() {
        Some("length" | "max_tokens") => return Err(ModelError::Truncated),
        Some("content_filter" | "safety" | "SAFETY" | "refusal") => {
            return Err(ModelError::Refused("its host filtered the content".to_owned()));
        }
        _ => {}
    }
    let calls = calls(message.tool_calls.unwrap_or_default())?;
    let text = message.content.map_or_else(|| Ok(String::new()), content)?;
    if calls.is_empty() && text.trim().is_empty() {
        return Err(ModelError::Empty);
    }
    // Some hosts say `stop` although there are calls; what is there counts, not the word for it.
    let finish = if calls.is_empty() { Finish::Stop } else { Finish::Tools };
    if calls.is_empty() && finish_reason.as_deref() == Some("tool_calls") {
        return Err(malformed("it announces tool calls and holds none"));
    }
    Ok(Reply { text, calls, usage, finish, answered_by })
}

fn calls(sent: Vec<Call>) -> Result<Vec<ToolCall>, ModelError> {
    if sent.len() > MAX_CALLS {
        return Err(malformed(format!("it holds {} tool calls, more than {MAX_CALLS}", sent.len())));
    }
    let mut ids = BTreeSet::new();
    let mut calls = Vec::new();
    for Call { id, kind, function } in sent {
        if kind.is_some_and(|kind| kind != "function") {
            return Err(malformed("a tool call is of a kind that was not offered"));
        }
        if id.trim().is_empty() || id.len() > MAX_NAME {
            return Err(malformed("a tool call has no usable id"));
        }
        if function.name.trim().is_empty() || function.name.len() > MAX_NAME {
            return Err(malformed("a tool call has no usable name"));
        }
        if !ids.insert(id.clone()) {
            return Err(malformed("two tool calls have the same id"));
        }
        let arguments = match function.arguments {
            Arguments::Text(text) => text,
            Arguments::Object(object) => Value::Object(object).to_string(),
        };
        calls.push(ToolCall { id, name: function.name, arguments });
    }
    Ok(calls)
}

fn content(content: Content) -> Result<String, ModelError> {
    match content {
        Content::Text(text) => Ok(text),
        Content::Parts(parts) => {
            let text = |part: Part| (part.kind == "text").then_some(part.text).flatten();
            parts.into_iter().map(text).collect::<Option<String>>().ok_or_else(|| malformed("its content is not text"))
        }
    }
}

/// What it cost, when that is said in whole numbers that can be true: nobody reads a prompt of no tokens.
fn usage(value: &Value) -> Option<Usage> {
    let (input, output) = (value.get("prompt_tokens")?.as_u64()?, value.get("completion_tokens")?.as_u64()?);
    (input > 0 && input <= MAX_TOKENS && output <= MAX_TOKENS).then_some(Usage { input, output })
}

/// No call costs more tokens than this; a host that says so is mistaken.
const MAX_TOKENS: u64 = 1 << 40;

fn malformed(why: impl Into<String>) -> ModelError {
    ModelError::Malformed(why.into())
}
