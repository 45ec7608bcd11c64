//! The closed words of the configuration: each enum is both the file's spelling and the value that the program works with.
//!
//! The doc comments are what the JSON Schema and the reference page say about each word.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which findings of an engine count as new.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// Those on lines that the change adds.
    Added,
    /// Those in files that the change touches.
    ChangedFiles,
    /// Those anywhere in the reviewed tree.
    Tree,
    /// Those in the commits of the reviewed range, as engines that read history report them.
    Range,
}

impl Scope {
    /// Every scope, from narrow to wide.
    pub const ALL: [Self; 4] = [Self::Added, Self::ChangedFiles, Self::Tree, Self::Range];

    /// The spelling in the configuration.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::ChangedFiles => "changed_files",
            Self::Tree => "tree",
            Self::Range => "range",
        }
    }
}

/// What a verdict that could not be completed does to the exit status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Inconclusive {
    /// It blocks (exit 4).
    #[default]
    Block,
    /// It passes and says so (exit 0).
    Warn,
}

impl Inconclusive {
    /// Both words.
    pub const ALL: [Self; 2] = [Self::Block, Self::Warn];

    /// The spelling in the configuration.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Block => "block",
            Self::Warn => "warn",
        }
    }
}

/// The language of text shown to people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub enum Language {
    /// English.
    #[default]
    #[serde(rename = "en")]
    En,
    /// Brazilian Portuguese.
    #[serde(rename = "pt-BR")]
    PtBr,
}

impl Language {
    /// Every language.
    pub const ALL: [Self; 2] = [Self::En, Self::PtBr];

    /// The tag in the configuration and on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::PtBr => "pt-BR",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_spells_each_word_as_the_program_does() {
        fn check<T: Serialize + Copy>(words: &[T], as_str: fn(T) -> &'static str) {
            for word in words {
                assert_eq!(serde_json::to_value(word).unwrap(), as_str(*word));
            }
        }
        check(&Scope::ALL, Scope::as_str);
        check(&Inconclusive::ALL, Inconclusive::as_str);
        check(&Language::ALL, Language::as_str);
    }
}
