//! Who says so: the typed origin of a finding.
//!
//! The same word appears in the gate line, the audit and SARIF. Only code writes it, never a model or a scanned file.

use std::fmt;

/// The source of a finding, for example `secrets` or `exemplo`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Origin(String);

impl Origin {
    /// Takes the origin that an engine declares.
    pub fn new(origin: impl Into<String>) -> Self {
        Self(origin.into())
    }

    /// The origin as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
