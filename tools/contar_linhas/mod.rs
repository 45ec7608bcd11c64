//! Counts the lines of a changed file: the tool of the extension guide.
//!
//! The smallest tool that is complete: a type for its arguments, a description, and one answer.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::deliberation::{Reviewed, Tool, ToolError, ToolResult, ToolSpec, async_trait, schema_of};

#[derive(Deserialize, JsonSchema)]
struct Arguments {
    /// A file that the change touches.
    path: String,
}

struct ContarLinhas(Arc<Reviewed>);

/// The tool.
pub fn tool(reviewed: &Arc<Reviewed>) -> Arc<dyn Tool> {
    Arc::new(ContarLinhas(Arc::clone(reviewed)))
}

#[async_trait]
impl Tool for ContarLinhas {
    fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: "contar_linhas".to_owned(),
            description: "Counts the lines of a changed file.".to_owned(),
            parameters: schema_of::<Arguments>(),
        }
    }

    fn cost(&self) -> String {
        "one line".to_owned()
    }

    async fn run(&self, arguments: Value) -> Result<ToolResult, ToolError> {
        let Arguments { path } = serde_json::from_value(arguments)?;
        self.0.locate_changed(&path)?;
        let lines = self.0.text(&path).await?.lines().count();
        Ok(ToolResult::new(format!("{lines} linhas"), format!("{lines} linhas")))
    }
}
