//! One conversation in the protocol: greet, find the tool, know it again, call it, read its text.

use std::fmt;

use rmcp::ServiceExt;
use rmcp::model::{
    CallToolRequestParams, ClientCapabilities, ClientConfig, ContentBlock, Implementation, JsonObject, PaginatedRequestParams,
};
use rmcp::service::{ClientInitializeError, Peer, RoleClient, ServiceError};
use tokio::io::{AsyncRead, AsyncWrite};

use super::digest;
use crate::config::McpSetting;

/// How many pages of tools are read; the bound on bytes would take longer.
const PAGES: usize = 50;

/// How far a conversation has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// The first message.
    Greeting,
    /// The list of tools.
    Listing,
    /// The call.
    Calling,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Greeting => "`initialize`",
            Self::Listing => "`tools/list`",
            Self::Calling => "`tools/call`",
        })
    }
}

/// Why there is no text, in words that nobody has redacted.
#[derive(Debug)]
pub(super) enum Failure {
    /// The server did not answer. How it ended and what it said last may tell why.
    Gone(String),
    /// The server answered, and that is no text to use.
    Answered(String),
}

/// Asks the server; `at` is told of every step.
pub(super) async fn ask(
    server: &McpSetting,
    arguments: JsonObject,
    streams: (impl AsyncRead + Send + Unpin + 'static, impl AsyncWrite + Send + Unpin + 'static),
    at: impl Fn(Step),
) -> Result<String, Failure> {
    at(Step::Greeting);
    let me = ClientConfig::new(ClientCapabilities::default(), Implementation::new("aurumcode", env!("CARGO_PKG_VERSION")));
    let client = me.serve(streams).await.map_err(|error| not_greeted(&error))?;
    at(Step::Listing);
    pinned(server, client.peer()).await?;
    at(Step::Calling);
    let call = CallToolRequestParams::new(server.tool.clone()).with_arguments(arguments);
    let answer = client.call_tool(call).await.map_err(|error| refused(Step::Calling, &error))?;
    let text =
        answer.content.iter().filter_map(ContentBlock::as_text).map(|text| text.text.as_str()).collect::<Vec<_>>().join("\n");
    match answer.is_error {
        Some(true) => Err(Failure::Answered(format!("the tool failed: {}", first_words(&text)))),
        _ if answer.content.is_empty() => Err(Failure::Answered("its answer has no content".to_owned())),
        _ if text.is_empty() => Err(Failure::Answered("its answer has no text".to_owned())),
        _ => Ok(cut(text, server.max_bytes)),
    }
}

/// Finds the tool and compares it with what the configuration pins. A tool that is not pinned is not called.
async fn pinned(server: &McpSetting, peer: &Peer<RoleClient>) -> Result<(), Failure> {
    let (mut names, mut cursor) = (Vec::new(), None);
    for _ in 0..PAGES {
        let page = peer
            .list_tools(Some(PaginatedRequestParams::default().with_cursor(cursor)))
            .await
            .map_err(|error| refused(Step::Listing, &error))?;
        if let Some(tool) = page.tools.iter().find(|tool| tool.name == server.tool) {
            let found = digest(tool);
            let refused = match &server.sha256 {
                Some(pinned) if *pinned == found => return Ok(()),
                Some(pinned) => format!(
                    "the tool is not the one that is pinned: its name, description and schemas have the SHA-256 {found}, and `sha256` \
                     says {pinned}; read what changed, then write `sha256: {found}`"
                ),
                None => {
                    format!("the tool is not pinned, so it is not called; read its description, then write `sha256: {found}`")
                }
            };
            return Err(Failure::Answered(refused));
        }
        names.extend(page.tools.iter().map(|tool| format!("`{}`", tool.name)));
        cursor = page.next_cursor;
        if cursor.is_none() {
            return Err(Failure::Answered(match names.as_slice() {
                [] => "it offers no tools".to_owned(),
                names => format!("it has no tool `{}`; it offers {}", server.tool, first_words(&names.join(", "))),
            }));
        }
    }
    Err(Failure::Answered(format!("its list of tools has more than {PAGES} pages")))
}

fn not_greeted(error: &ClientInitializeError) -> Failure {
    Failure::Answered(match error {
        ClientInitializeError::ConnectionClosed(_) | ClientInitializeError::TransportError { .. } => {
            return closed(Step::Greeting);
        }
        ClientInitializeError::JsonRpcError(error) => format!("it refused `initialize`: {}", first_words(&error.message)),
        _ => "its answer to `initialize` is not one of the protocol".to_owned(),
    })
}

fn refused(step: Step, error: &ServiceError) -> Failure {
    Failure::Answered(match error {
        ServiceError::McpError(error) => format!("it refused {step}: {}", first_words(&error.message)),
        ServiceError::TransportSend(_) | ServiceError::TransportClosed => return closed(step),
        _ => format!("its answer to {step} is not one of the protocol"),
    })
}

/// The first bytes of an answer that is too long, with a mark that says so.
fn cut(mut text: String, max_bytes: usize) -> String {
    let bytes = text.len();
    if bytes > max_bytes {
        text.truncate(text.floor_char_boundary(max_bytes));
        text.push_str(&format!("\n[cut: the answer has {bytes} bytes, of which `max_bytes` lets {max_bytes} pass]"));
    }
    text
}

/// It is gone before it answered.
fn closed(step: Step) -> Failure {
    Failure::Gone(format!("it ended before it answered {step}"))
}

/// The beginning of what a server says, on one line: the reason of a failure is a hint, not a channel.
pub(super) fn first_words(text: &str) -> String {
    const CHARACTERS: usize = 300;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(CHARACTERS) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None if line.is_empty() => "(no reason given)".to_owned(),
        None => line,
    }
}
