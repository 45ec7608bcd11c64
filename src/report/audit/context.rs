//! The sources of context in an audit.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config::{self, Presence};

use super::words::Section;

/// The section `review.context`, the central policy's sources before the repository's.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ContextSettings {
    /// Files with what a team wants to be looked at, one for each layer, whether or not they are there.
    pub(super) prompts: Vec<ListedFile>,
    /// Documents.
    pub(super) docs: Vec<ListedFile>,
    /// Files that are skills and always apply.
    pub(super) skills: Vec<ListedFile>,
    /// MCP servers.
    pub(super) mcp: Vec<Mcp>,
}

/// A file of the tree of the layer that names it.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ListedFile {
    /// Whose tree it is in.
    pub(super) section: Section,
    /// The path.
    pub(super) path: String,
    /// The heading of the only section that is wanted; null for the whole file.
    pub(super) heading: Option<String>,
    /// Whether the configuration is refused without it.
    pub(super) required: bool,
}

/// An MCP server, and the one tool of it that is called.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Mcp {
    /// Who declared it.
    pub(super) section: Section,
    /// What it is called.
    pub(super) name: String,
    /// The program.
    pub(super) command: String,
    /// Its arguments.
    pub(super) args: Vec<String>,
    /// Names of the variables that it may see.
    pub(super) env: Vec<String>,
    /// The tool.
    pub(super) tool: String,
    /// The arguments of the call.
    pub(super) payload: serde_json::Map<String, serde_json::Value>,
    /// The SHA-256 of what the tool says about itself; null where none is written down.
    pub(super) sha256: Option<String>,
    /// The most bytes of its answer.
    pub(super) max_bytes: u64,
    /// Whether the review is inconclusive without its answer.
    pub(super) required: bool,
}

impl ContextSettings {
    /// The wire form.
    pub(super) fn of(settings: &config::ContextSettings) -> Self {
        let files = |list: &[config::ListedFile]| list.iter().map(ListedFile::of).collect();
        Self {
            prompts: files(&settings.prompts),
            docs: files(&settings.docs),
            skills: files(&settings.skills),
            mcp: settings.mcp.iter().map(Mcp::of).collect(),
        }
    }
}

impl ListedFile {
    fn of(file: &config::ListedFile) -> Self {
        Self {
            section: file.layer.into(),
            path: file.path.to_string(),
            heading: file.heading.clone(),
            required: file.presence == Presence::Required,
        }
    }
}

impl Mcp {
    fn of(one: &config::McpSetting) -> Self {
        Self {
            section: one.layer.into(),
            name: one.name.clone(),
            command: one.command.clone(),
            args: one.args.clone(),
            env: one.env.clone(),
            tool: one.tool.clone(),
            payload: one.payload.clone(),
            sha256: one.sha256.clone(),
            max_bytes: u64::try_from(one.max_bytes).unwrap_or(u64::MAX),
            required: one.required,
        }
    }
}
