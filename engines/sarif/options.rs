//! What an entry of the configuration can set.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::scanner::OptionProblem;

use super::files::Patterns;
use super::uri::{self, Segments, Target};

/// A larger file is not read, unless the entry says otherwise: 64 MiB.
const MAX_FILE_BYTES: u64 = 64 * 1024 * 1024;

/// The options of this engine.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Options {
    /// The files to read: patterns from the root of the repository's working directory, such as `reports/*.sarif`.
    #[schemars(length(min = 1))]
    pub files: Vec<String>,
    /// Whether each pattern and each tool must be there. Without it, an absent one counts as nothing found.
    #[serde(default = "yes")]
    pub must_exist: bool,
    /// Only runs of these tools count, by the name of the driver: one name or a list.
    #[serde(default)]
    pub tool: Option<Tools>,
    /// The directory of the repository in which the scanner ran, for files with relative paths.
    #[serde(default)]
    pub relative_to: Option<String>,
    /// Where the scanner saw the repository, for files with absolute paths of another machine or container.
    #[serde(default)]
    pub checkout: Option<String>,
    /// The size in bytes beyond which a file is not read.
    #[serde(default = "max_file_bytes")]
    #[schemars(range(min = 1))]
    pub max_file_bytes: u64,
}

/// One name or several.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Tools {
    /// One name.
    One(String),
    /// Several.
    Several(Vec<String>),
}

fn yes() -> bool {
    true
}

fn max_file_bytes() -> u64 {
    MAX_FILE_BYTES
}

impl Options {
    /// The tools whose runs count; nothing: all.
    pub(super) fn tools(&self) -> Option<&[String]> {
        self.tool.as_ref().map(|tools| match tools {
            Tools::One(name) => std::slice::from_ref(name),
            Tools::Several(names) => names.as_slice(),
        })
    }

    /// `relative_to` as path segments.
    pub(super) fn relative_to(&self) -> Segments {
        match uri::parse_unencoded(self.relative_to.as_deref().unwrap_or_default()) {
            Target::Relative(path) => path,
            Target::Absolute(_) | Target::Elsewhere => Segments::new(),
        }
    }

    /// `checkout` as path segments.
    pub(super) fn checkout(&self) -> Option<Segments> {
        match uri::parse_unencoded(self.checkout.as_deref()?) {
            Target::Absolute(path) => Some(path),
            Target::Relative(_) | Target::Elsewhere => None,
        }
    }

    /// What the schema cannot say.
    pub(super) fn problems(&self) -> Vec<OptionProblem> {
        let problem = |pointer: &str, message: String, help: &str| OptionProblem {
            pointer: pointer.to_owned(),
            message,
            help: help.to_owned(),
        };
        let mut problems = Vec::new();
        if let Err((index, why)) = Patterns::new(&self.files) {
            problems.push(problem(&format!("/files/{index}"), why, "give a pattern such as `reports/*.sarif`"));
        }
        if self.files.is_empty() {
            problems.push(problem("/files", "no file is named".to_owned(), "give a pattern such as `reports/*.sarif`"));
        }
        if let Some(name) = self.tools().and_then(|names| names.iter().find(|name| name.trim().is_empty())) {
            problems.push(problem(
                "/tool",
                format!("`{name}` is not the name of a tool"),
                "write it as the file does: `tool.driver.name`",
            ));
        }
        if self.tools().is_some_and(<[String]>::is_empty) {
            problems.push(problem("/tool", "no tool is named".to_owned(), "leave the key out to read the runs of all tools"));
        }
        let inside = |path: &str| match uri::parse_unencoded(path) {
            Target::Relative(path) => path.is_empty() || !path.iter().any(|part| part == b".."),
            Target::Absolute(_) | Target::Elsewhere => false,
        };
        if let Some(path) = self.relative_to.as_deref().filter(|path| !inside(path)) {
            problems.push(problem(
                "/relative_to",
                format!("`{path}` is not a directory inside the repository"),
                "give it from the repository's root, without `..`",
            ));
        }
        if self.checkout.is_some() && self.checkout().is_none() {
            problems.push(problem(
                "/checkout",
                "it is not an absolute path".to_owned(),
                "give a path such as `/src` or `C:/work`",
            ));
        }
        if self.max_file_bytes == 0 {
            problems.push(problem("/max_file_bytes", "no file is that small".to_owned(), "write a number of bytes"));
        }
        problems
    }
}
