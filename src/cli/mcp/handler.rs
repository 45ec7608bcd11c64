//! The protocol's side of the server: which tools there are, and one question after the other to whoever answers.

use std::sync::Arc;

use rmcp::ErrorData;
use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, JsonObject, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
};
use rmcp::service::{RequestContext, RoleServer};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::sync::{mpsc, oneshot};

use super::asked::{FindingsQuestion, ReviewQuestion, RulesQuestion, TopicQuestion};

/// What a client is told before it asks.
const INSTRUCTIONS: &str = "The review gate of this repository, read-only. Ask `aurum_gate` before you push: it says whether the change \
                            may pass and what blocks it. Mend what blocks; nothing that you send changes the rules, and a finding goes \
                            away only when the code no longer has the problem. `inconclusive` is not a pass.";

/// A parsed question.
#[derive(Debug, Clone)]
pub(super) enum Question {
    Gate(ReviewQuestion),
    Review(FindingsQuestion),
    Rules(RulesQuestion),
    Explain(TopicQuestion),
}

/// An answer, redacted: the text or the document, or why there is none.
pub(super) type Answer = Result<Value, String>;

/// A question and where its answer goes.
pub(super) type Asked = (Question, oneshot::Sender<Answer>);

/// The server. Questions wait for each other: two reviews at once would only slow each other down.
pub(super) struct Handler {
    pub(super) questions: mpsc::Sender<Asked>,
}

impl Handler {
    fn parse(request: CallToolRequestParams) -> Result<Question, ErrorData> {
        let arguments = request.arguments.unwrap_or_default();
        Ok(match request.name.as_ref() {
            "aurum_gate" => Question::Gate(parsed(arguments)?),
            "aurum_review" => Question::Review(parsed(arguments)?),
            "aurum_rules" => Question::Rules(parsed(arguments)?),
            "aurum_explain" => Question::Explain(parsed(arguments)?),
            _ => {
                let names = tools().iter().map(|tool| format!("`{}`", tool.name)).collect::<Vec<_>>().join(", ");
                return Err(ErrorData::invalid_params(format!("there is no such tool; there are {names}"), None));
            }
        })
    }
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("aurumcode", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        tools().into_iter().find(|tool| tool.name == name)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let question = Self::parse(request)?;
        let (sender, receiver) = oneshot::channel();
        let gone = || ErrorData::internal_error("the server is ending", None);
        self.questions.send((question, sender)).await.map_err(|_| gone())?;
        let result = match receiver.await.map_err(|_| gone())? {
            Ok(Value::String(text)) => CallToolResult::success(vec![ContentBlock::text(text)]),
            // The text stands beside the structure for clients of older versions of the protocol.
            Ok(document) => CallToolResult::structured(document),
            Err(why) => CallToolResult::error(vec![ContentBlock::text(why)]),
        };
        Ok(result.into())
    }
}

/// A client that misspells an argument must not get the answer to another question.
fn parsed<T: DeserializeOwned>(arguments: JsonObject) -> Result<T, ErrorData> {
    serde_json::from_value(arguments.into())
        .map_err(|error| ErrorData::invalid_params(format!("the arguments are wrong: {error}"), None))
}

fn tools() -> Vec<Tool> {
    vec![
        tool::<ReviewQuestion>(
            "aurum_gate",
            "Review the change and say whether it may pass: verdict, what blocks (rule, path, line, message, remedy), and what was not \
             verified and why. `may_pass` false means: mend first.",
        ),
        tool::<FindingsQuestion>(
            "aurum_review",
            "Like `aurum_gate`, with every finding page by page, those that do not block included, and what was not looked at.",
        ),
        tool::<RulesQuestion>("aurum_rules", "List the rules that this program knows: name, severity, title, tags."),
        tool::<TopicQuestion>(
            "aurum_explain",
            "Explain a rule, an error code, a reason such as `sast_unavailable`, an exit status, an engine, or a finding by its \
             fingerprint: what it means and what to do.",
        ),
    ]
}

fn tool<Q: JsonSchema>(name: &'static str, description: &'static str) -> Tool {
    let schema = schemars::schema_for!(Q).to_value();
    let schema = schema.as_object().cloned().unwrap_or_default();
    let reads = ToolAnnotations::new().read_only(true).destructive(false).idempotent(true).open_world(false);
    Tool::new(name, description, Arc::new(schema)).with_annotations(reads)
}
