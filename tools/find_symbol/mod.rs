//! Finds where a name is declared and where it is used.
//!
//! Grammars tell declarations, uses and comments apart; a file without one is searched for the whole word and marked so.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::deliberation::{Page, Reviewed, Tool, ToolError, ToolResult, ToolSpec, async_trait, occurrences, schema_of};
use crate::finding::RepoPath;

/// The most lines of one call.
const MAX_LINES: usize = 60;

#[derive(Deserialize, JsonSchema)]
struct Arguments {
    /// The name, without spaces.
    #[schemars(length(min = 1, max = 128))]
    name: String,
    /// How many places to pass over, to see further ones.
    skip: Option<u32>,
}

struct FindSymbol(Arc<Reviewed>);

/// The tool.
pub fn tool(reviewed: &Arc<Reviewed>) -> Arc<dyn Tool> {
    Arc::new(FindSymbol(Arc::clone(reviewed)))
}

#[async_trait]
impl Tool for FindSymbol {
    fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: "find_symbol".to_owned(),
            description: "Finds the files and lines that declare a name, and those that use it.".to_owned(),
            parameters: schema_of::<Arguments>(),
        }
    }

    fn cost(&self) -> String {
        "parses every file that holds the name; up to 60 places".to_owned()
    }

    async fn run(&self, arguments: Value) -> Result<ToolResult, ToolError> {
        let Arguments { name, skip } = serde_json::from_value(arguments)?;
        if name.chars().any(|character| character.is_whitespace() || character.is_control()) {
            return Err(ToolError::Refused("the name holds no spaces".to_owned()));
        }
        let wanted = name.clone();
        let look = move |path: &RepoPath, text: &str| -> (Vec<String>, Vec<String>) {
            // Parsing costs more than a look for the word.
            if !text.contains(&wanted) {
                return Default::default();
            }
            let found = occurrences(path, text, &wanted);
            let mark = if found.parsed { "" } else { " (as text)" };
            let place = |what: &str, line: &u32| format!("{path}:{line}: {what}{mark}");
            let declared = found.declared.iter().map(|line| place("declared", line)).collect();
            (declared, found.used.iter().map(|line| place("used", line)).collect())
        };
        let found = self.0.look(self.0.files().await?, look).await?;
        let (declared, used): (Vec<_>, Vec<_>) = found.into_iter().flatten().unzip();
        let declared: Vec<String> = declared.into_iter().flatten().collect();
        let used: Vec<String> = used.into_iter().flatten().collect();
        let summary = format!("{name}: {} declarations, {} uses", declared.len(), used.len());
        let places: Vec<String> = declared.into_iter().chain(used).collect();
        let page = Page::of(&places, skip.unwrap_or(0) as usize, MAX_LINES);
        let list = page.with_note(|next| format!("the next part: skip={next}"));
        Ok(ToolResult::new(format!("{summary}\n{list}"), summary))
    }
}
