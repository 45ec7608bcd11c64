//! The effective sources of context, the policy's before the repository's.

use serde_json::Map;

use crate::config::Section;
use crate::finding::RepoPath;

/// The section `review.context` of both layers.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ContextSettings {
    /// Files with what a team wants to be looked at, one for each layer.
    pub prompts: Vec<ListedFile>,
    /// Documents.
    pub docs: Vec<ListedFile>,
    /// Files that are skills and always apply.
    pub skills: Vec<ListedFile>,
    /// MCP servers.
    pub mcp: Vec<McpSetting>,
}

/// A file of the tree of the layer that names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedFile {
    /// Whose tree it is in.
    pub layer: Section,
    /// The path.
    pub path: RepoPath,
    /// The heading of the only section that is wanted; nothing: the whole file.
    pub heading: Option<String>,
    /// What it means that it is not there.
    pub presence: Presence,
}

/// What it means that a file is not there, or cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// Nobody named it: nothing, when it is not there; a notice, when it cannot be read.
    Optional,
    /// A notice.
    Wanted,
    /// The configuration is refused.
    Required,
}

/// An MCP server, and the one tool of it that is called.
#[derive(Debug, Clone, PartialEq)]
pub struct McpSetting {
    /// Who declared it.
    pub layer: Section,
    /// What the source is called: letters, digits, `-` and `_`. No other source has it.
    pub name: String,
    /// The program: an absolute path, or a name on the PATH.
    pub command: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// Names of the variables of the environment that it may see.
    pub env: Vec<String>,
    /// The tool.
    pub tool: String,
    /// The arguments of the call. A text that is [`CHANGED_PATHS`](super::CHANGED_PATHS) stands for the list of changed paths; no other
    /// text holds `${`.
    pub payload: Map<String, serde_json::Value>,
    /// The SHA-256 of the tool's name, description and schema, in lower-case hexadecimal.
    pub sha256: Option<String>,
    /// The most bytes of its answer.
    pub max_bytes: usize,
    /// Whether the review is inconclusive without its answer, where a model takes part.
    pub required: bool,
}

impl ContextSettings {
    /// The files that the layer names, or would look for.
    pub fn files(&self, layer: Section) -> impl Iterator<Item = &ListedFile> {
        [&self.prompts, &self.docs, &self.skills].into_iter().flatten().filter(move |file| file.layer == layer)
    }
}
