//! How bad a finding is: three ranks, one spelling table.
//!
//! Scanners use many words for severity; they all map here, so that a threshold means the same for every source.

use std::fmt;
use std::str::FromStr;

/// The rank of a finding. The order is the rank: `Info < Warning < Error`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; never blocks unless a threshold says `info`.
    Info,
    /// Should be looked at.
    Warning,
    /// Must be mended before the change passes, by default.
    Error,
}

impl Severity {
    /// The canonical spelling: `info`, `warning` or `error`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }

    /// The rank of a deterministic finding whose scanner used the word `text`.
    ///
    /// A word that nobody knows ranks as [`Severity::Error`]: what cannot be ranked must not slip under a threshold.
    pub fn of_scanner(text: &str) -> Self {
        text.parse().unwrap_or(Self::Error)
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The word is not the name of a severity.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a severity (accepted: info, low, warning, medium, error, high, critical)")]
pub struct UnknownSeverity(pub String);

impl FromStr for Severity {
    type Err = UnknownSeverity;

    /// Accepts the canonical words and their synonyms (`low`, `medium`, `high`, `critical`), in any case.
    fn from_str(text: &str) -> Result<Self, UnknownSeverity> {
        match text.trim().to_ascii_lowercase().as_str() {
            "info" | "low" => Ok(Self::Info),
            "warning" | "medium" => Ok(Self::Warning),
            "error" | "high" | "critical" => Ok(Self::Error),
            _ => Err(UnknownSeverity(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn synonyms_map_to_three_ranks() {
        let table = [
            ("info", Severity::Info),
            ("LOW", Severity::Info),
            ("warning", Severity::Warning),
            ("Medium", Severity::Warning),
            ("error", Severity::Error),
            ("high", Severity::Error),
            (" CRITICAL ", Severity::Error),
        ];
        for (word, rank) in table {
            assert_eq!(word.parse(), Ok(rank), "{word}");
        }
        assert_eq!("blocker".parse::<Severity>(), Err(UnknownSeverity("blocker".to_owned())));
        assert_eq!(Severity::of_scanner("blocker"), Severity::Error);
    }

    #[test]
    fn the_order_is_the_rank() {
        assert!(Severity::Info < Severity::Warning && Severity::Warning < Severity::Error);
    }
}
