//! The skills that a change calls for, as a source of context.

use std::sync::Arc;

use async_trait::async_trait;

use crate::context::{ContextProvider, CuratedProvider, ProviderError};
use crate::finding::RepoPath;

use super::Catalogue;

/// A source that gives the text of every skill that applies.
#[derive(Debug, Clone)]
pub struct Provider {
    catalogue: Arc<Catalogue>,
}

impl Provider {
    /// Over these skills.
    pub const fn new(catalogue: Arc<Catalogue>) -> Self {
        Self { catalogue }
    }
}

#[async_trait]
impl ContextProvider for Provider {
    fn name(&self) -> &str {
        "skills"
    }

    async fn provide(&self, changed: &[RepoPath]) -> Result<String, ProviderError> {
        let mut text = String::new();
        for selection in self.catalogue.select(changed) {
            let skill = selection.skill;
            for word in &selection.unknown_languages {
                text.push_str(&format!("Skill `{}` names a language that is not known: `{word}`.\n", skill.base));
            }
            if selection.answer.applies() {
                text.push_str(&format!("\n### Skill `{}` ({})\n\n{}\n", skill.base, skill.layer.as_str(), skill.text.trim()));
                for rule in &skill.rules {
                    text.push_str(&format!("- `{}` (at least {}): {}\n", rule.id, rule.severity, rule.title));
                }
            }
        }
        Ok(text)
    }

    fn curated(&self) -> Option<&dyn CuratedProvider> {
        Some(self)
    }
}

impl CuratedProvider for Provider {}
