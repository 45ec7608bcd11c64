//! Shows a section of a skill that applies to the change, by the rule that it states.
//!
//! The sections are the team's, from the side that has power over the review: what the change itself does to a skill is not shown here.

use std::fmt::Write;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::deliberation::{Page, Reviewed, Tool, ToolError, ToolResult, ToolSpec, async_trait, schema_of};
use crate::finding::RuleId;

/// The most lines of one call.
const MAX_LINES: usize = 200;

/// How many rules the tool's description names.
const MAX_NAMED: usize = 40;

#[derive(Deserialize, JsonSchema)]
struct Arguments {
    /// The rule that the section states, as the list of rules names it.
    rule_id: String,
    /// How many lines of the section to pass over, to see further ones.
    skip: Option<u32>,
}

struct ShowSection(Arc<Reviewed>);

/// The tool.
pub fn tool(reviewed: &Arc<Reviewed>) -> Arc<dyn Tool> {
    Arc::new(ShowSection(Arc::clone(reviewed)))
}

#[async_trait]
impl Tool for ShowSection {
    fn spec(&self) -> ToolSpec {
        let sections = self.0.sections();
        let mut description = "Shows a section of the team's skills, whole, by its rule:".to_owned();
        for section in sections.iter().take(MAX_NAMED) {
            // A `String` takes every write.
            let _ = write!(description, " `{}`", section.rule);
        }
        if sections.len() > MAX_NAMED {
            let _ = write!(description, " and {} more of the list of rules", sections.len() - MAX_NAMED);
        }
        description.push('.');
        ToolSpec { name: "skill_section".to_owned(), description, parameters: schema_of::<Arguments>() }
    }

    fn cost(&self) -> String {
        "up to 200 lines".to_owned()
    }

    fn has_something(&self) -> bool {
        !self.0.sections().is_empty()
    }

    async fn run(&self, arguments: Value) -> Result<ToolResult, ToolError> {
        let Arguments { rule_id, skip } = serde_json::from_value(arguments)?;
        let wanted = RuleId::new(rule_id.trim());
        let Some(section) = self.0.sections().iter().find(|section| section.rule == wanted) else {
            return Err(ToolError::Refused(format!("no skill that applies to the change has the rule {wanted}")));
        };
        let lines: Vec<&str> = section.text.trim().lines().collect();
        let page = Page::of(&lines, skip.unwrap_or(0) as usize, MAX_LINES);
        let (shown, total) = (page.shown, lines.len());
        let text = page.with_note(|next| format!("{total} lines in all; the next part: skip={next}"));
        let content = format!("{} (at least {}): {}\n\n{text}", section.rule, section.severity, section.title);
        Ok(ToolResult::new(content, format!("{shown} lines of {wanted}")))
    }
}
