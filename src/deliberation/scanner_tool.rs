//! An engine that is not required, as a tool: it runs when the model asks for it.
//!
//! What it finds counts in the gate whatever the model makes of it; the model is told a summary. The engine's run, its deadline and its
//! outcome are the review's business, which is why this room sees it only through [`Deferred`].

use std::sync::Arc;

use schemars::JsonSchema;
use serde_json::Value;

use crate::llm::{ToolSpec, schema_of};

use super::{Tool, ToolError, ToolResult};

/// A scan that waits to be asked for.
#[super::async_trait]
pub trait Deferred: Send + Sync {
    /// The engine's registered name.
    fn engine(&self) -> &str;

    /// What it looks for, in one sentence.
    fn summary(&self) -> &str;

    /// Runs it, once: a second call gives the same answer.
    ///
    /// # Errors
    /// Why the engine has no answer.
    async fn scan(&self) -> Result<Scanned, String>;
}

/// What a scan found, for the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scanned {
    /// The typed origin of the findings.
    pub origin: String,
    /// One line a finding.
    pub lines: Vec<String>,
    /// Identity of the findings.
    pub digest: String,
}

/// The tool around a deferred scan.
pub struct ScannerTool(pub Arc<dyn Deferred>);

/// It takes no argument: what it looks at and how is said by the configuration, never by the model.
#[derive(JsonSchema)]
struct NoArguments {}

/// The name by which a model asks for an engine: `scanner_<engine>`, with `_` for `-`.
pub fn scanner_tool_name(engine: &str) -> String {
    format!("scanner_{}", engine.replace('-', "_"))
}

#[super::async_trait]
impl Tool for ScannerTool {
    fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: scanner_tool_name(self.0.engine()),
            description: format!(
                "Runs the scanner {} over the reviewed change: {} Its findings count in the gate.",
                self.0.engine(),
                self.0.summary()
            ),
            parameters: schema_of::<NoArguments>(),
        }
    }

    fn cost(&self) -> String {
        "one scan, seconds to minutes".to_owned()
    }

    fn reads_repository(&self) -> bool {
        false
    }

    async fn run(&self, _arguments: Value) -> Result<ToolResult, ToolError> {
        let Scanned { origin, lines, digest } = self.0.scan().await.map_err(ToolError::Failed)?;
        let count = match lines.len() {
            1 => "1 finding".to_owned(),
            count => format!("{count} findings"),
        };
        let list: String = lines.iter().map(|line| format!("{line}\n")).collect();
        Ok(ToolResult {
            content: format!("scanner {} (origin {origin}): {count}\n{list}", self.0.engine()),
            summary: count,
            digest,
        })
    }
}
