//! What an entry may say about the engine.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::scanner::OptionProblem;

use super::embedded;

/// A file of more bytes is not looked at, unless the entry says otherwise: 1 MiB.
const MAX_FILE_BYTES: u64 = 1024 * 1024;

/// The options of `ast-grep`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct AstGrepOptions {
    /// The team's own rules: files and folders of the repository, with ast-grep's YAML rules (`*.yml`, `*.yaml`).
    pub(super) rules: Vec<String>,
    /// Rules that do not run, by id.
    pub(super) disable: Vec<String>,
    /// Whether the embedded rules run.
    pub(super) embedded: bool,
    /// The largest file that is looked at, in bytes. A larger one counts as not reviewed.
    #[schemars(range(min = 1))]
    pub(super) max_file_bytes: u64,
}

impl Default for AstGrepOptions {
    fn default() -> Self {
        Self { rules: Vec::new(), disable: Vec::new(), embedded: true, max_file_bytes: MAX_FILE_BYTES }
    }
}

/// What the schema cannot say. An id that only the team's rules may have is checked when these are read.
pub(super) fn check(options: &AstGrepOptions) -> Vec<OptionProblem> {
    let mut problems = Vec::new();
    for (index, path) in options.rules.iter().enumerate() {
        let outside = path.is_empty() || path.starts_with('/') || path.split('/').any(|part| part == "..");
        if outside || path.contains('\\') {
            problems.push(OptionProblem {
                pointer: format!("/rules/{index}"),
                message: format!("`{path}` is not a path inside the repository"),
                help: "write it relative to the repository's root, with `/`".to_owned(),
            });
        }
    }
    if options.rules.is_empty() {
        for (index, id) in options.disable.iter().enumerate().filter(|(_, id)| !embedded::has(id)) {
            problems.push(OptionProblem {
                pointer: format!("/disable/{index}"),
                message: format!("there is no rule `{id}`"),
                help: nearest(id)
                    .map_or_else(|| "the manual lists the rules".to_owned(), |near| format!("did you mean `{near}`?")),
            });
        }
        if !options.embedded {
            problems.push(OptionProblem {
                pointer: "/embedded".to_owned(),
                message: "without the embedded rules and without `rules` nothing is looked for".to_owned(),
                help: "name the team's rules, or set `enabled: false` on the entry".to_owned(),
            });
        }
    }
    if options.max_file_bytes == 0 {
        problems.push(OptionProblem {
            pointer: "/max_file_bytes".to_owned(),
            message: "no file is that small".to_owned(),
            help: format!("write a number of bytes; the default is {MAX_FILE_BYTES}"),
        });
    }
    problems
}

/// The embedded rule whose id is most like `id`.
fn nearest(id: &str) -> Option<&'static str> {
    let near =
        embedded::ids().map(|known| (strsim::jaro_winkler(id, known), known)).max_by(|one, other| one.0.total_cmp(&other.0));
    near.filter(|(likeness, _)| *likeness > 0.85).map(|(_, known)| known)
}
