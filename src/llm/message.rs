//! What is said in a conversation with a model.
//!
//! What goes out is [`Redacted`]; what came in is plain text that nobody has checked yet. The two never share a type.

use crate::redaction::Redacted;

/// One message of a conversation, as it is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Message {
    /// What the model is for.
    System(Redacted),
    /// What it is asked.
    User(Redacted),
    /// What it answered before.
    Assistant {
        /// Its text, which may be empty.
        text: Redacted,
        /// The tools that it asked for.
        calls: Vec<SentCall>,
    },
    /// What came of one of its calls.
    Tool {
        /// The id of the call.
        call: Redacted,
        /// The result.
        content: Redacted,
    },
}

impl Message {
    /// The text of the message: of an assistant's, without its calls.
    pub fn text(&self) -> &Redacted {
        match self {
            Self::System(text) | Self::User(text) | Self::Assistant { text, .. } | Self::Tool { content: text, .. } => text,
        }
    }

    /// The word that the protocol uses for the sender.
    pub const fn role(&self) -> &'static str {
        match self {
            Self::System(_) => "system",
            Self::User(_) => "user",
            Self::Assistant { .. } => "assistant",
            Self::Tool { .. } => "tool",
        }
    }
}

/// A call as it is sent back to the model, with the conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentCall {
    /// Its id.
    pub id: Redacted,
    /// The tool's name.
    pub name: Redacted,
    /// The arguments: always a JSON object, also where the model wrote something else. A host that parses them would otherwise refuse
    /// every further request of the conversation.
    pub arguments: Redacted,
}

/// A call as the model wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolCall {
    /// Its id: not empty, and of no other call in the same reply.
    pub id: String,
    /// The name of a tool, which may not exist.
    pub name: String,
    /// The arguments: text that should be a JSON object.
    pub arguments: String,
}
