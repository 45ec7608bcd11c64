//! A model that follows a script and remembers what it was asked, and tools that can do what a test needs.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use aurumcode::deliberation::{
    Deliberated, Limits, Offer, Session, Tool, ToolError, ToolResult, ToolSpec, async_trait, schema_of,
};
use aurumcode::llm::{Finish, Message, Model, ModelError, Reply, Request, ToolCall, Usage};
use aurumcode::redaction::Redactor;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use tokio::time::Instant;

/// Replies in their order; when they are used up, the last failure there is.
pub(crate) struct Script {
    replies: Mutex<VecDeque<Result<Reply, ModelError>>>,
    pub(crate) asked: Mutex<Vec<Request>>,
}

impl Script {
    pub(crate) fn new(replies: impl IntoIterator<Item = Result<Reply, ModelError>>) -> Self {
        Self { replies: Mutex::new(replies.into_iter().collect()), asked: Mutex::default() }
    }

    pub(crate) fn request(&self, number: usize) -> Request {
        self.asked.lock().expect("not poisoned")[number - 1].clone()
    }

    pub(crate) fn count(&self) -> usize {
        self.asked.lock().expect("not poisoned").len()
    }
}

#[async_trait]
impl Model for Script {
    fn identity(&self) -> String {
        "script".to_owned()
    }

    fn calls_tools(&self) -> bool {
        true
    }

    async fn call(&self, request: &Request) -> Result<Reply, ModelError> {
        self.asked.lock().expect("not poisoned").push(request.clone());
        self.replies.lock().expect("not poisoned").pop_front().unwrap_or(Err(ModelError::Empty))
    }
}

pub(crate) fn says(text: &str) -> Result<Reply, ModelError> {
    Ok(Reply { text: text.to_owned(), calls: Vec::new(), usage: None, finish: Finish::Stop, answered_by: "script".to_owned() })
}

pub(crate) fn asks(calls: &[(&str, &str, &str)]) -> Result<Reply, ModelError> {
    let call = |(id, name, arguments): &(&str, &str, &str)| ToolCall {
        id: (*id).to_owned(),
        name: (*name).to_owned(),
        arguments: (*arguments).to_owned(),
    };
    Ok(Reply { calls: calls.iter().map(call).collect(), finish: Finish::Tools, ..says("thinking aloud").expect("a reply") })
}

pub(crate) fn costs(reply: Result<Reply, ModelError>, input: u64, output: u64) -> Result<Reply, ModelError> {
    reply.map(|reply| Reply { usage: Some(Usage { input, output }), ..reply })
}

/// What the tool of a test does.
#[derive(Clone)]
pub(crate) enum Does {
    Says(String),
    Refuses,
    Fails,
    Panics,
    Hangs,
}

pub(crate) struct Odd {
    pub(crate) name: &'static str,
    pub(crate) does: Does,
    pub(crate) ran: Arc<Mutex<Vec<Value>>>,
}

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only its schema is looked at")]
struct Arguments {
    path: Option<String>,
}

#[async_trait]
impl Tool for Odd {
    fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: self.name.to_owned(),
            description: "Does as it is told.".to_owned(),
            parameters: schema_of::<Arguments>(),
        }
    }

    fn cost(&self) -> String {
        "nothing".to_owned()
    }

    async fn run(&self, arguments: Value) -> Result<ToolResult, ToolError> {
        self.ran.lock().expect("not poisoned").push(arguments);
        match &self.does {
            Does::Says(text) => Ok(ToolResult::new(text.clone(), "said it")),
            Does::Refuses => Err(ToolError::Refused("not that one".to_owned())),
            Does::Fails => Err(ToolError::Failed("disk on fire".to_owned())),
            Does::Panics => panic!("a tool that panics"),
            Does::Hangs => std::future::pending().await,
        }
    }
}

/// Offers these tools, and what they were run with.
pub(crate) fn offers(tools: &[(&'static str, Does)]) -> (Vec<Offer>, Arc<Mutex<Vec<Value>>>) {
    let ran = Arc::new(Mutex::new(Vec::new()));
    let offer =
        |(name, does): &(&'static str, Does)| Offer::of(Arc::new(Odd { name, does: does.clone(), ran: Arc::clone(&ran) }));
    (tools.iter().map(offer).collect(), ran)
}

pub(crate) async fn hold(model: &dyn Model, offers: &[Offer], limits: Limits) -> Deliberated {
    let redactor = Redactor::default();
    redactor.register("hunter2hunter2");
    let session = Session {
        model,
        offers,
        limits,
        redactor: &redactor,
        deadline: Instant::now() + Duration::from_secs(60),
        max_output_tokens: None,
    };
    let opening = vec![Message::System(redactor.redact("review")), Message::User(redactor.redact("the change"))];
    session.run(opening, None).await
}

/// The results that a request holds: id and text.
pub(crate) fn results(request: &Request) -> Vec<(String, String)> {
    let result = |message: &Message| match message {
        Message::Tool { call, content } => Some((call.to_string(), content.to_string())),
        Message::System(_) | Message::User(_) | Message::Assistant { .. } => None,
    };
    request.messages.iter().filter_map(result).collect()
}
