//! Tells the model the team's notes: the source of context of the extension guide.
//!
//! The smallest source that is complete: a name, and text for the paths that changed. Its text is from outside: only a source that
//! reads what the owner of the repository controls may implement `CuratedProvider`.

use crate::change::Authority;
use crate::context::{ContextProvider, ProviderError, async_trait};
use crate::finding::RepoPath;

struct NotasDoTime {
    texto: String,
}

/// The source.
pub fn context(_: &Authority) -> Box<dyn ContextProvider> {
    Box::new(NotasDoTime { texto: "Funções pequenas; nada de estado global. MARCA-NOTAS-DO-TIME".to_owned() })
}

#[async_trait]
impl ContextProvider for NotasDoTime {
    fn name(&self) -> &str {
        "notas do time"
    }

    async fn provide(&self, changed: &[RepoPath]) -> Result<String, ProviderError> {
        if changed.is_empty() {
            return Ok(String::new());
        }
        Ok(self.texto.clone())
    }
}
