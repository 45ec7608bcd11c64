//! Shows what a changed file declares and which other files use it.
//!
//! Uses are whole words, not resolved names: a model gets hints where to look, not a proof.

use std::collections::BTreeSet;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::deliberation::{
    Declared, Reviewed, Tool, ToolError, ToolResult, ToolSpec, async_trait, declarations, schema_of, shortened,
};
use crate::finding::RepoPath;

/// The most files that are searched.
const MAX_FILES: usize = 2000;

/// The most symbols that are looked for.
const MAX_SYMBOLS: usize = 100;

/// The most references of one call.
const MAX_REFERENCES: usize = 40;

/// The most bytes of a line that is shown.
const MAX_LINE: usize = 80;

/// Shorter names are everywhere and mean nothing.
const MIN_NAME: usize = 3;

#[derive(Deserialize, JsonSchema)]
struct Arguments {
    /// A file that the change touches, from the root of the repository.
    path: String,
    /// How many references to pass over, to see further ones.
    skip: Option<u32>,
}

struct CodebaseContext(Arc<Reviewed>);

/// The tool.
pub fn tool(reviewed: &Arc<Reviewed>) -> Arc<dyn Tool> {
    Arc::new(CodebaseContext(Arc::clone(reviewed)))
}

#[async_trait]
impl Tool for CodebaseContext {
    fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: "codebase_context".to_owned(),
            description: "Shows the symbols that a changed file declares, and where other files use those on changed lines."
                .to_owned(),
            parameters: schema_of::<Arguments>(),
        }
    }

    fn cost(&self) -> String {
        "reads up to 2000 files; up to 40 references".to_owned()
    }

    async fn run(&self, arguments: Value) -> Result<ToolResult, ToolError> {
        let Arguments { path, skip } = serde_json::from_value(arguments)?;
        let changed = self.0.locate_changed(&path)?;
        let text = self.0.text(&path).await?;
        let Some(declared) = declarations(&changed, &text) else {
            let content = json!({ "path": changed.to_string(), "unstructured": true });
            return Ok(ToolResult::new(content.to_string(), format!("no grammar reads {path}")));
        };
        let touched = |one: &Declared| self.0.change().is_added(&changed, one.line);
        let symbols: Vec<Value> = declared
            .iter()
            .take(MAX_SYMBOLS)
            .map(|one| json!({ "name": shortened(&one.name, MAX_LINE), "kind": one.kind, "line": one.line, "changed": touched(one) }))
            .collect();
        let names: BTreeSet<String> = declared
            .iter()
            .filter(|one| touched(one) && one.name.len() >= MIN_NAME)
            .map(|one| one.name.clone())
            .take(MAX_SYMBOLS)
            .collect();
        let mut files = self.0.files().await?;
        files.retain(|file| *file != changed);
        let dropped = files.len().saturating_sub(MAX_FILES);
        files.truncate(MAX_FILES);
        let references = self.references(files, names).await?;
        let dependents: BTreeSet<&str> = references.iter().filter_map(|one| one["file"].as_str()).collect();
        let skip = skip.unwrap_or(0) as usize;
        let page: Vec<&Value> = references.iter().skip(skip).take(MAX_REFERENCES).collect();
        let next = skip + page.len();
        let content = json!({
            "path": changed.to_string(),
            "symbols": symbols,
            "references": page,
            "next_skip": (next < references.len()).then_some(next),
            "dependents": dependents.iter().take(MAX_REFERENCES).collect::<Vec<_>>(),
            "dropped": { "files": dropped, "symbols": declared.len().saturating_sub(MAX_SYMBOLS) },
        });
        let summary = format!("{} symbols, {} references in {} files", declared.len(), references.len(), dependents.len());
        Ok(ToolResult::new(content.to_string(), summary))
    }
}

impl CodebaseContext {
    /// Where the other files hold one of the names as a whole word, each line once a name.
    async fn references(&self, files: Vec<RepoPath>, names: BTreeSet<String>) -> Result<Vec<Value>, ToolError> {
        let look = move |path: &RepoPath, text: &str| -> Vec<Value> {
            let mut found = Vec::new();
            for (line, number) in text.lines().zip(1u32..) {
                let words = line.split(|character: char| !character.is_alphanumeric() && character != '_');
                let known: BTreeSet<&str> = words.filter(|word| names.contains(*word)).collect();
                let shown = shortened(line.trim(), MAX_LINE);
                found.extend(
                    known
                        .into_iter()
                        .map(|name| json!({ "file": path.to_string(), "symbol": name, "line": number, "text": shown })),
                );
            }
            found
        };
        Ok(self.0.look(files, look).await?.into_iter().flatten().flatten().collect())
    }
}
