//! Severities as the configuration writes them: one word, or a list of which the lowest counts.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::finding::Severity;

/// The accepted words, in any case: the three ranks first, then their synonyms.
pub(super) const WORDS: [&str; 7] = ["info", "warning", "error", "low", "medium", "high", "critical"];

/// A severity as one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rank(pub(super) Severity);

impl<'de> Deserialize<'de> for Rank {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map(Self).map_err(serde::de::Error::custom)
    }
}

impl Serialize for Rank {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.as_str())
    }
}

impl JsonSchema for Rank {
    fn schema_name() -> Cow<'static, str> {
        "Severity".into()
    }

    /// The words in lower case, which editors complete, and a pattern that admits other cases.
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let any_case =
            WORDS.map(|word| word.chars().map(|letter| format!("[{letter}{}]", letter.to_ascii_uppercase())).collect::<String>());
        json_schema!({
            "description": "`info`, `warning` or `error`; `low` is `info`, `medium` is `warning`, `high` and `critical` are `error`; in upper or lower case.",
            "type": "string",
            "anyOf": [{ "enum": WORDS }, { "pattern": format!("^({})$", any_case.join("|")) }],
        })
    }
}

/// A threshold is a severity, or a list of severities of which the lowest counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Threshold {
    /// The lowest severity that rejects.
    One(Rank),
    /// The severities that reject; the lowest is the threshold.
    List(#[schemars(length(min = 1))] Vec<Rank>),
}

impl Threshold {
    /// The lowest severity that rejects. An empty list, which the schema refuses, would mean everything.
    pub(super) fn lowest(&self) -> Severity {
        match self {
            Self::One(rank) => rank.0,
            Self::List(ranks) => ranks.iter().map(|rank| rank.0).min().unwrap_or(Severity::Info),
        }
    }
}

impl Default for Threshold {
    fn default() -> Self {
        Self::One(Rank(Severity::Error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_those_of_the_shared_vocabulary() {
        for word in WORDS {
            assert!(word.parse::<Severity>().is_ok(), "{word}");
        }
        for rank in [Severity::Info, Severity::Warning, Severity::Error] {
            assert!(WORDS.contains(&rank.as_str()));
        }
    }

    #[test]
    fn the_lowest_severity_of_a_list_counts() {
        let threshold: Threshold = serde_json::from_str(r#"["error", "Medium"]"#).unwrap();
        assert_eq!(threshold.lowest(), Severity::Warning);
        assert_eq!(Threshold::default().lowest(), Severity::Error);
    }
}
