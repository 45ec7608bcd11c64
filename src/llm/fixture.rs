//! A model out of a file (`AURUMCODE_LLM_FIXTURE`): what it answers is chosen by what the prompt holds.
//!
//! It makes every example of the documentation repeatable and independent of a network. It is a model like any other: what it says
//! passes the same checks, and it decides as little.

use async_trait::async_trait;
use serde::Deserialize;
use serde_json::Value;

use super::{Finish, Message, Model, ModelError, Reply, Request, ToolCall};

/// The recorded answers.
#[derive(Debug, Clone)]
pub struct Fixture {
    script: Script,
}

/// The file is no fixture.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the recorded model's file cannot be read: {0}")]
pub struct FixtureError(pub String);

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Script {
    cases: Vec<Case>,
    default: Option<Value>,
    tool_calls: Vec<Scripted>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    prompt_contains: String,
    response: Value,
}

/// A call that it makes.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Scripted {
    tool: String,
    #[serde(default = "no_arguments")]
    arguments: Value,
    #[serde(default)]
    prompt_contains: Option<String>,
    /// Only when the prompt has more lines than this.
    #[serde(default)]
    lines_above: Option<usize>,
    /// Again in every round; else once in a conversation.
    #[serde(default)]
    every_round: bool,
}

fn no_arguments() -> Value {
    Value::Object(serde_json::Map::new())
}

impl Fixture {
    /// Reads a fixture. An object with the key `aurumcode_fixture` is a script (under that key, or beside it); any other text is the answer
    /// to everything.
    ///
    /// # Errors
    /// It is a script and not of the right form.
    pub fn read(text: &str) -> Result<Self, FixtureError> {
        let script = match serde_json::from_str::<Value>(text) {
            Ok(Value::Object(mut fields)) if fields.contains_key("aurumcode_fixture") => {
                let inner = fields.remove("aurumcode_fixture").filter(Value::is_object);
                let script = inner.unwrap_or(Value::Object(fields));
                serde_json::from_value(script).map_err(|error| FixtureError(error.to_string()))?
            }
            Ok(_) | Err(_) => Script { default: Some(Value::String(text.to_owned())), ..Script::default() },
        };
        Ok(Self { script })
    }

    /// The calls that it makes in this round.
    fn calls(&self, request: &Request, prompt: &str) -> Vec<ToolCall> {
        let asked = |name: &str| {
            request.messages.iter().any(|message| match message {
                // A tool that does not exist goes back under another name; its id still tells.
                Message::Assistant { calls, .. } => calls.iter().any(|call| {
                    let id = call.id.as_str().strip_prefix("call-").and_then(|id| id.split_once('-')).map(|(_, tool)| tool);
                    call.name.as_str() == name || id == Some(name)
                }),
                Message::System(_) | Message::User(_) | Message::Tool { .. } => false,
            })
        };
        let round = 1 + request.messages.iter().filter(|message| matches!(message, Message::Assistant { .. })).count();
        let wanted = |call: &&Scripted| {
            (call.every_round || !asked(&call.tool))
                && call.prompt_contains.as_ref().is_none_or(|part| prompt.contains(part.as_str()))
                && call.lines_above.is_none_or(|lines| prompt.lines().count() > lines)
        };
        let mut calls: Vec<ToolCall> = Vec::new();
        for call in self.script.tool_calls.iter().filter(wanted) {
            let id = format!("call-{round}-{}", call.tool);
            let again = calls.iter().filter(|other| other.name == call.tool).count();
            let id = if again == 0 { id } else { format!("{id}-{}", again + 1) };
            calls.push(ToolCall { id, name: call.tool.clone(), arguments: written(&call.arguments) });
        }
        calls
    }
}

#[async_trait]
impl Model for Fixture {
    fn identity(&self) -> String {
        "fixture".to_owned()
    }

    fn calls_tools(&self) -> bool {
        !self.script.tool_calls.is_empty()
    }

    async fn call(&self, request: &Request) -> Result<Reply, ModelError> {
        let prompt: String = request.messages.iter().map(|message| format!("{}\n", message.text())).collect();
        let calls = if request.tools.is_empty() { Vec::new() } else { self.calls(request, &prompt) };
        if !calls.is_empty() {
            return Ok(Reply { text: String::new(), calls, usage: None, finish: Finish::Tools, answered_by: self.identity() });
        }
        let case = self.script.cases.iter().find(|case| prompt.contains(&case.prompt_contains));
        let answer = case.map(|case| &case.response).or(self.script.default.as_ref());
        let answer = answer.ok_or_else(|| ModelError::Recorded("no case fits the prompt, and there is no default".to_owned()))?;
        Ok(Reply { text: written(answer), calls, usage: None, finish: Finish::Stop, answered_by: self.identity() })
    }
}

/// Text as it is, anything else as JSON.
fn written(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
