//! How many tokens a text is, where no host says it.
//!
//! Charging nothing for a call whose cost is unknown would make every ceiling meaningless, so it is charged by this rule.

use super::{Reply, Request};

/// Bytes of text that count as one token. English prose has about four, source code about three: the smaller number errs towards
/// charging.
const BYTES_PER_TOKEN: usize = 3;

/// Tokens that a message costs beyond its text.
const PER_MESSAGE: u64 = 4;

/// The tokens of a text, rounded up.
pub fn estimate(text: &str) -> u64 {
    u64::try_from(text.len().div_ceil(BYTES_PER_TOKEN)).unwrap_or(u64::MAX)
}

/// The tokens that a request is read as: its messages, calls and tools.
pub fn estimate_request(request: &Request) -> u64 {
    let message = |message: &super::Message| {
        let calls = match message {
            super::Message::Assistant { calls, .. } => calls.as_slice(),
            super::Message::System(_) | super::Message::User(_) | super::Message::Tool { .. } => &[],
        };
        let calls: u64 = calls.iter().map(|call| estimate(call.name.as_str()) + estimate(call.arguments.as_str())).sum();
        estimate(message.text().as_str()) + calls + PER_MESSAGE
    };
    let tool = |tool: &super::ToolSpec| {
        estimate(&tool.name) + estimate(&tool.description) + estimate(&tool.parameters.to_string()) + PER_MESSAGE
    };
    request.messages.iter().map(message).sum::<u64>() + request.tools.iter().map(tool).sum::<u64>()
}

/// The tokens that a reply was written with: its text and its calls.
pub fn estimate_reply(reply: &Reply) -> u64 {
    let calls = reply.calls.iter().map(|call| estimate(&call.name) + estimate(&call.arguments));
    estimate(&reply.text) + calls.sum::<u64>()
}
