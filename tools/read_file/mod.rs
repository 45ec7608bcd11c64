//! Reads lines of a file as it is under review.
//!
//! It reads the reviewed content by name and never the file system; ignored files and files that hold secrets are refused.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::deliberation::{Page, Reviewed, Tool, ToolError, ToolResult, ToolSpec, async_trait, schema_of};

/// The most lines of one call.
const MAX_LINES: usize = 200;

#[derive(Deserialize, JsonSchema)]
struct Arguments {
    /// The file, from the root of the repository.
    path: String,
    /// The first line, from 1; by default the first of the file.
    #[schemars(range(min = 1))]
    start_line: Option<u32>,
    /// The last line; at most 200 lines are given.
    #[schemars(range(min = 1))]
    end_line: Option<u32>,
}

struct ReadFile(Arc<Reviewed>);

/// The tool.
pub fn tool(reviewed: &Arc<Reviewed>) -> Arc<dyn Tool> {
    Arc::new(ReadFile(Arc::clone(reviewed)))
}

#[async_trait]
impl Tool for ReadFile {
    fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: "read_file".to_owned(),
            description: "Reads lines of a file as it is under review, with their numbers.".to_owned(),
            parameters: schema_of::<Arguments>(),
        }
    }

    fn cost(&self) -> String {
        "up to 200 lines".to_owned()
    }

    async fn run(&self, arguments: Value) -> Result<ToolResult, ToolError> {
        let Arguments { path, start_line, end_line } = serde_json::from_value(arguments)?;
        let text = self.0.text(&path).await?;
        let numbered: Vec<String> = text.lines().zip(1..).map(|(line, number)| format!("{number}: {line}")).collect();
        let first = start_line.unwrap_or(1) as usize;
        if first > numbered.len().max(1) {
            return Err(ToolError::Refused(format!("{path} has {} lines", numbered.len())));
        }
        let last = end_line.map_or(usize::MAX, |line| line as usize);
        if last < first {
            return Err(ToolError::Refused("end_line comes before start_line".to_owned()));
        }
        let page = Page::of(&numbered, first - 1, MAX_LINES.min((last - first).saturating_add(1)));
        let (shown, total) = (page.shown, numbered.len());
        let content = page.with_note(|next| format!("{total} lines in all; the next part: start_line={}", next + 1));
        Ok(ToolResult::new(content, format!("{shown} lines of {path}")))
    }
}
