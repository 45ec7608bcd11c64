//! The name of a rule, as reports and configuration cite it.

use std::fmt;

/// A rule's published name, `<engine>:<rule>` once the host has named it (for example `exemplo:marca`).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId(String);

impl RuleId {
    /// Takes the name as it is; the host, not the engine, puts the engine's name in front of it.
    pub fn new(id: impl Into<String>) -> Self {
        Self(id.into())
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The published name of this rule of `engine`: `<engine>:<rule>`, unless it already is.
    pub fn named_by(&self, engine: &str) -> Self {
        match self.0.strip_prefix(engine) {
            Some(rest) if rest.starts_with(':') => self.clone(),
            _ => Self(format!("{engine}:{}", self.0)),
        }
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engine_is_named_once() {
        assert_eq!(RuleId::new("marca").named_by("exemplo").as_str(), "exemplo:marca");
        assert_eq!(RuleId::new("exemplo:marca").named_by("exemplo").as_str(), "exemplo:marca");
        assert_eq!(RuleId::new("exemplos:marca").named_by("exemplo").as_str(), "exemplo:exemplos:marca");
    }
}
