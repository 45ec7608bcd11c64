//! Lists the files that are under review.
//!
//! Ignored files and files that hold secrets are not in the list.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::deliberation::{Page, Reviewed, Tool, ToolError, ToolResult, ToolSpec, async_trait, schema_of};

/// The most files of one call.
const MAX_FILES: usize = 200;

#[derive(Deserialize, JsonSchema)]
struct Arguments {
    /// Only files whose path begins so.
    path_prefix: Option<String>,
    /// How many files to pass over, to see further ones.
    skip: Option<u32>,
}

struct ListFiles(Arc<Reviewed>);

/// The tool.
pub fn tool(reviewed: &Arc<Reviewed>) -> Arc<dyn Tool> {
    Arc::new(ListFiles(Arc::clone(reviewed)))
}

#[async_trait]
impl Tool for ListFiles {
    fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: "list_files".to_owned(),
            description: "Lists the paths of the files that are under review.".to_owned(),
            parameters: schema_of::<Arguments>(),
        }
    }

    fn cost(&self) -> String {
        "up to 200 paths".to_owned()
    }

    async fn run(&self, arguments: Value) -> Result<ToolResult, ToolError> {
        let Arguments { path_prefix, skip } = serde_json::from_value(arguments)?;
        let prefix = path_prefix.unwrap_or_default();
        let files = self.0.files().await?.into_iter().filter(|path| path.as_bytes().starts_with(prefix.as_bytes()));
        let files: Vec<String> = files.map(|path| path.to_string()).collect();
        let total = files.len();
        let page = Page::of(&files, skip.unwrap_or(0) as usize, MAX_FILES);
        let list = page.with_note(|next| format!("the next part: skip={next}"));
        Ok(ToolResult::new(format!("{total} files\n{list}"), format!("{total} files")))
    }
}
