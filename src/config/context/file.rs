//! The shape of `review.context` in the file. The doc comments are shown to users.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the model is told besides the change. All of it is text to read: none of it turns a rule on or off.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(in crate::config) struct Context {
    /// A file with what the team wants to be looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1), extend("x-default" = "`.aurumcode/prompt.md`, where it is there"))]
    pub(in crate::config) prompt: Option<String>,
    /// Documents that the model is given whole or in part: a path, or a section of keys.
    pub(in crate::config) docs: Vec<Document>,
    /// Files of Markdown that are skills and always apply. Folders in `.aurumcode/skills/` need no entry.
    #[schemars(inner(length(min = 1)))]
    pub(in crate::config) skills: Vec<String>,
    /// MCP servers, each of which is asked one question by one of its tools.
    pub(in crate::config) mcp: Vec<Mcp>,
}

/// A document: its path, or more about it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(in crate::config) enum Document {
    /// The path.
    Path(#[schemars(length(min = 1))] String),
    /// The path with the part that is wanted.
    Listed(ListedDocument),
}

/// A document, and which part of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::config) struct ListedDocument {
    /// The file, from the root of the repository or of the policy.
    #[schemars(length(min = 1))]
    pub(in crate::config) path: String,
    /// The heading of the only section that is wanted, as the document writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1), extend("x-default" = "the whole document"))]
    pub(in crate::config) section: Option<String>,
    /// Whether the configuration is refused when the document or its section is not there; otherwise that is a notice. In a central
    /// policy every document is required.
    #[serde(default)]
    pub(in crate::config) required: bool,
}

/// An MCP server, and the one tool of it that is called. It is a program on this machine that is started with an empty environment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::config) struct Mcp {
    /// What the source is called: letters, digits, `-` and `_`.
    #[schemars(length(min = 1))]
    pub(in crate::config) name: String,
    /// The program: an absolute path, or a name on the PATH.
    #[schemars(length(min = 1))]
    pub(in crate::config) command: String,
    /// Its arguments.
    #[serde(default)]
    pub(in crate::config) args: Vec<String>,
    /// Names of variables of the environment that it may see. It sees no other.
    #[serde(default)]
    #[schemars(inner(length(min = 1)))]
    pub(in crate::config) env: Vec<String>,
    /// The tool that is called, once a review.
    #[schemars(length(min = 1))]
    pub(in crate::config) tool: String,
    /// The arguments of the call, redacted before they are sent. The text `${changed_paths}` stands for the list of changed paths.
    #[serde(default, skip_serializing_if = "serde_json::Map::is_empty")]
    pub(in crate::config) payload: serde_json::Map<String, serde_json::Value>,
    /// The SHA-256 of the tool's name, description and schema, in hexadecimal: a tool that says something else about itself than it
    /// did when it was written down is not called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-default" = "none: the tool is not called, and the report says what to write"))]
    pub(in crate::config) sha256: Option<String>,
    /// The most bytes of its answer.
    #[serde(default = "max_bytes")]
    #[schemars(range(min = 1, max = 16_777_216))]
    pub(in crate::config) max_bytes: u32,
    /// Whether the review is inconclusive without its answer, where a model takes part.
    #[serde(default)]
    pub(in crate::config) required: bool,
}

fn max_bytes() -> u32 {
    65_536
}

impl Document {
    pub(in crate::config) fn path(&self) -> &str {
        match self {
            Self::Path(path) => path,
            Self::Listed(listed) => &listed.path,
        }
    }

    pub(in crate::config) fn section(&self) -> Option<&str> {
        match self {
            Self::Path(_) => None,
            Self::Listed(listed) => listed.section.as_deref(),
        }
    }

    pub(in crate::config) const fn required(&self) -> bool {
        match self {
            Self::Path(_) => false,
            Self::Listed(listed) => listed.required,
        }
    }
}
