//! The section `review.context`: which files and sources inform the model. None of them decides anything.
//!
//! A layer names files of its own tree, so the policy's and the repository's are added to each other and never mixed up.

mod check;
mod effective;
mod file;
mod settings;

pub use settings::{ContextSettings, ListedFile, McpSetting, Presence};

pub(super) use check::{context, named_files};
pub(super) use file::{Context, Mcp};

/// The prompt that counts where none is named, when it is there.
pub const PROMPT_FILE: &str = ".aurumcode/prompt.md";

/// A text of an MCP payload that stands for the list of changed paths.
pub const CHANGED_PATHS: &str = "${changed_paths}";
