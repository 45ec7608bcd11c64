//! Searches the reviewed files for a text, literally.
//!
//! It looks at every file that may be shown, and says how many it could not look at.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::deliberation::{Page, Reviewed, Tool, ToolError, ToolResult, ToolSpec, async_trait, schema_of, shortened};

/// The most lines of one call.
const MAX_HITS: usize = 50;

/// The most bytes of a line that is shown.
const MAX_LINE: usize = 240;

#[derive(Deserialize, JsonSchema)]
struct Arguments {
    /// The text, on one line; upper and lower case differ.
    #[schemars(length(min = 1, max = 256))]
    query: String,
    /// Only files whose path begins so.
    path_prefix: Option<String>,
    /// How many hits to pass over, to see further ones.
    skip: Option<u32>,
}

struct SearchText(Arc<Reviewed>);

/// The tool.
pub fn tool(reviewed: &Arc<Reviewed>) -> Arc<dyn Tool> {
    Arc::new(SearchText(Arc::clone(reviewed)))
}

#[async_trait]
impl Tool for SearchText {
    fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: "search_text".to_owned(),
            description: "Searches the reviewed files for a text, literally; gives file, line and text of each hit.".to_owned(),
            parameters: schema_of::<Arguments>(),
        }
    }

    fn cost(&self) -> String {
        "reads every file; up to 50 hits".to_owned()
    }

    async fn run(&self, arguments: Value) -> Result<ToolResult, ToolError> {
        let Arguments { query, path_prefix, skip } = serde_json::from_value(arguments)?;
        if query.trim().is_empty() || query.contains(['\n', '\r']) {
            return Err(ToolError::Refused("the query is one line that is not blank".to_owned()));
        }
        let prefix = path_prefix.unwrap_or_default();
        let mut files = self.0.files().await?;
        files.retain(|path| path.as_bytes().starts_with(prefix.as_bytes()));
        let wanted = query.clone();
        let look = move |path: &crate::finding::RepoPath, text: &str| -> Vec<String> {
            let hits = text.lines().zip(1..).filter(|(line, _)| line.contains(&wanted));
            hits.map(|(line, number)| format!("{path}:{number}: {}", shortened(line.trim(), MAX_LINE))).collect()
        };
        let found = self.0.look(files, look).await?;
        let skipped = found.iter().filter(|hits| hits.is_none()).count();
        let hits: Vec<String> = found.into_iter().flatten().flatten().collect();
        let total = hits.len();
        let page = Page::of(&hits, skip.unwrap_or(0) as usize, MAX_HITS);
        let list = page.with_note(|next| format!("{total} hits in all; the next part: skip={next}"));
        let content = format!("{total} hits; {skipped} files were not searched (binary or too large)\n{list}");
        Ok(ToolResult::new(content, format!("{total} hits for {query}")))
    }
}
