//! The rule packs: read from where the change under review cannot weaken them, and looked through before the program is.
//!
//! The program takes a pack without a single rule and calls everything clean; so each local pack must hold one.

use serde::Deserialize;
use serde_yaml::Value;

use crate::change::{Authority, Content};
use crate::finding::RepoPath;
use crate::scanner::ScanError;
use crate::scanner::wrapped::Wrapped;

use super::options::is_of_registry;

/// A rule file of more bytes is refused: 4 MiB.
const MAX_BYTES: u64 = 4 * 1024 * 1024;

/// The directory of the local rule files, below the program's private one. Its name is one that no rule has.
const DIRECTORY: &str = "aurumcode-rules";

/// The rules of a run.
#[derive(Debug, Default)]
pub(super) struct Packs {
    /// Names of the registry.
    registry: Vec<String>,
    /// The team's rule files.
    files: Vec<RuleFile>,
}

#[derive(Debug)]
struct RuleFile {
    /// Its path, to be shown.
    path: String,
    /// What it is called for the program.
    name: String,
    text: String,
}

impl Packs {
    /// Reads them.
    pub(super) async fn read(judge: &Authority, packs: &[String]) -> Result<Self, ScanError> {
        let mut read = Self::default();
        for pack in packs {
            if is_of_registry(pack) {
                read.registry.push(pack.clone());
                continue;
            }
            let place = place(pack);
            let yaml = |path: &RepoPath| {
                *path == place || path.extension().is_some_and(|extension| extension == "yml" || extension == "yaml")
            };
            let found = judge.find(std::slice::from_ref(&place), MAX_BYTES, yaml).await?;
            let before = read.files.len();
            for (path, content) in found {
                read.add(&path, &content, path == place)?;
            }
            if read.files.len() == before {
                return Err(refused(pack, "there is no file with rules by that name"));
            }
        }
        Ok(read)
    }

    /// Adds a file. One that a folder holds need not be one of rules; one that is named must be.
    fn add(&mut self, path: &RepoPath, content: &Content<'_>, is_named: bool) -> Result<(), ScanError> {
        let shown = path.to_string();
        let text = match content {
            Content::Bytes(bytes) => String::from_utf8(bytes.to_vec()).map_err(|_| refused(&shown, "it is not UTF-8"))?,
            other => return Err(refused(&shown, &format!("it cannot be read: {other}"))),
        };
        let rules = holds_rules(&text).map_err(|why| refused(&shown, &why))?;
        if rules {
            let name = format!("{:05}.yml", self.files.len());
            self.files.push(RuleFile { path: shown, name, text });
        } else if is_named {
            return Err(refused(&shown, "it holds no rule; a list `rules` with one is needed"));
        }
        Ok(())
    }

    /// Writes the local rules for the program, and gives the values of its option `--config`.
    pub(super) fn configs(&self, program: &Wrapped<'_>) -> Result<Vec<String>, ScanError> {
        let mut directory = None;
        for file in &self.files {
            let path = program.write(&format!("{DIRECTORY}/{}", file.name), &file.text)?;
            directory = path.parent().map(|parent| parent.to_string_lossy().into_owned());
        }
        Ok(self.registry.iter().cloned().chain(directory).collect())
    }

    /// For the identity: names and contents. What a pack of the registry holds is not known.
    pub(super) fn parts(&self) -> impl Iterator<Item = &[u8]> {
        let local = self.files.iter().flat_map(|file| [file.path.as_bytes(), file.text.as_bytes()]);
        self.registry.iter().map(|name| name.as_bytes()).chain(local)
    }

    /// The repository's name of a rule file that the program names by its own path.
    pub(super) fn shown(&self, named: &str) -> Option<&str> {
        let name = named.rsplit('/').next()?;
        self.files.iter().find(|file| file.name == name).map(|file| file.path.as_str())
    }

    /// The `id` in the rule file of a rule that the program names by the file's path.
    pub(super) fn id<'r>(&self, rule: &'r str) -> &'r str {
        rule.split_once(DIRECTORY).and_then(|(_, id)| id.strip_prefix('.')).unwrap_or(rule)
    }

    /// Whether any rules are fetched.
    pub(super) fn is_fetched(&self) -> bool {
        !self.registry.is_empty()
    }
}

/// The file or folder of the repository that a local pack names; `.` is the root.
pub(super) fn place(pack: &str) -> RepoPath {
    let path = pack.trim_start_matches("./").trim_end_matches('/');
    RepoPath::from(if path == "." { "" } else { path })
}

/// Whether a text is one YAML document with rules. Several documents are about something else.
fn holds_rules(text: &str) -> Result<bool, String> {
    let mut documents = Vec::new();
    for document in serde_yaml::Deserializer::from_str(text) {
        let value = Value::deserialize(document).map_err(|error| {
            let place = error.location().map(|place| format!(", at line {}", place.line())).unwrap_or_default();
            format!("it is not YAML{place}")
        })?;
        documents.push(value.get("rules").and_then(Value::as_sequence).is_some_and(|rules| !rules.is_empty()));
    }
    Ok(documents == [true])
}

fn refused(pack: &str, why: &str) -> ScanError {
    ScanError::Execution(format!("rule pack invalid: `{pack}`: {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_named_as_in_its_file() {
        let packs = Packs::default();
        assert_eq!(packs.id("tmp.aurumcode-Xy12.aurumcode-rules.acme.no-eval"), "acme.no-eval");
        assert_eq!(packs.id("python.lang.no-eval"), "python.lang.no-eval");
    }

    #[test]
    fn a_pack_is_one_document_with_a_rule() {
        assert_eq!(holds_rules("rules:\n  - id: a\n"), Ok(true));
        for other in ["", "rules: []\n", "rules: x\n", "a: 1\n---\nrules: [{id: a}]\n", "- 1\n"] {
            assert_eq!(holds_rules(other), Ok(false), "{other}");
        }
        assert!(holds_rules("a: [\n").is_err_and(|why| why.starts_with("it is not YAML, at line ")));
    }
}
