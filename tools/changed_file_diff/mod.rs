//! Shows how the change alters one file.
//!
//! The hunks are those of the reviewed range; a file that the change does not touch has none.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::deliberation::{Page, Reviewed, Tool, ToolError, ToolResult, ToolSpec, async_trait, schema_of};

/// The most lines of one call.
const MAX_LINES: usize = 300;

#[derive(Deserialize, JsonSchema)]
struct Arguments {
    /// A file that the change touches, from the root of the repository.
    path: String,
    /// How many lines of the diff to pass over, to see further ones.
    skip: Option<u32>,
}

struct ChangedFileDiff(Arc<Reviewed>);

/// The tool.
pub fn tool(reviewed: &Arc<Reviewed>) -> Arc<dyn Tool> {
    Arc::new(ChangedFileDiff(Arc::clone(reviewed)))
}

#[async_trait]
impl Tool for ChangedFileDiff {
    fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: "changed_file_diff".to_owned(),
            description: "Shows the reviewed hunks of a changed file, with three lines around each change.".to_owned(),
            parameters: schema_of::<Arguments>(),
        }
    }

    fn cost(&self) -> String {
        "up to 300 lines".to_owned()
    }

    async fn run(&self, arguments: Value) -> Result<ToolResult, ToolError> {
        let Arguments { path, skip } = serde_json::from_value(arguments)?;
        let hunks = self.0.hunks(&path).await?;
        let lines: Vec<&str> = hunks.lines().collect();
        let page = Page::of(&lines, skip.unwrap_or(0) as usize, MAX_LINES);
        let (shown, total) = (page.shown, lines.len());
        let content = page.with_note(|next| format!("{total} lines in all; the next part: skip={next}"));
        Ok(ToolResult::new(content, format!("{shown} lines of the diff of {path}")))
    }
}
