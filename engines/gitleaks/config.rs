//! Which rules the program runs with: its own, or those of a configuration file from where judging files come from.
//!
//! A file without a single rule is refused: the program takes it, finds nothing and calls that clean.

use crate::change::{Authority, Content};
use crate::finding::RepoPath;
use crate::scanner::{Request, ScanError, Trust};

/// The built-in rules, and nothing of the repository's.
const BUILT_IN: &str = "[extend]\nuseDefault = true\n";

/// The author's own configuration, which the program would take by itself.
pub(super) const AUTHORS: &str = ".gitleaks.toml";

/// A larger file is refused: 4 MiB.
const MAX_BYTES: u64 = 4 * 1024 * 1024;

/// The rules of a run.
#[derive(Debug)]
pub(super) struct Rules {
    /// The configuration, in the program's format.
    pub(super) text: String,
    /// The author's configuration, where it counts and no other is set: it can take findings back.
    pub(super) authors: Option<String>,
}

/// Reads them.
pub(super) async fn rules(request: &Request, chosen: Option<&str>) -> Result<Rules, ScanError> {
    if let Some(path) = chosen {
        return Ok(Rules { text: chosen_rules(&request.judge, path).await?, authors: None });
    }
    let authors = if request.trust == Trust::Repository { authors(request).await? } else { None };
    Ok(Rules { text: BUILT_IN.to_owned(), authors })
}

/// The configuration that the options choose.
pub(super) async fn chosen_rules(judge: &Authority, path: &str) -> Result<String, ScanError> {
    let found = judge.read_one(&RepoPath::from(path.trim_start_matches("./")), MAX_BYTES).await?;
    if found == Content::Missing {
        let message = format!("`options.config` names `{path}`, and there is no such file; correct the path");
        return Err(ScanError::Execution(message));
    }
    read(path, &found)
}

/// The author's configuration. It can take findings back, so it too comes from where judging files come from.
async fn authors(request: &Request) -> Result<Option<String>, ScanError> {
    let content = request.judging_file(&RepoPath::from(AUTHORS), MAX_BYTES).await?;
    if content == Content::Missing { Ok(None) } else { read(AUTHORS, &content).map(Some) }
}

fn read(path: &str, content: &Content<'_>) -> Result<String, ScanError> {
    let refused = |why: String| ScanError::Execution(format!("the configuration `{path}` {why}"));
    let text = match content {
        Content::Bytes(bytes) => std::str::from_utf8(bytes).map_err(|_| refused("is not UTF-8".to_owned()))?,
        other => return Err(refused(format!("cannot be read: {other}"))),
    };
    check(text).map_err(refused)?;
    Ok(text.to_owned())
}

/// What the program itself would not mind.
fn check(text: &str) -> Result<(), String> {
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| format!("is not TOML: {}", error.message()))?;
    let extend = table.get("extend").and_then(toml::Value::as_table);
    if extend.is_some_and(|extend| extend.contains_key("path") || extend.contains_key("url")) {
        return Err("extends another file, which is not followed; put all rules into one file".to_owned());
    }
    let built_in = extend.and_then(|extend| extend.get("useDefault")).and_then(toml::Value::as_bool) == Some(true);
    let own = table.get("rules").and_then(toml::Value::as_array).is_some_and(|rules| !rules.is_empty());
    if built_in || own {
        Ok(())
    } else {
        Err("holds no rule; add `[[rules]]`, or `[extend]` with `useDefault = true`".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_configuration_holds_rules_and_stands_alone() {
        assert_eq!(check(BUILT_IN), Ok(()));
        assert_eq!(check("[[rules]]\nid = \"a\"\nregex = \"b\"\n"), Ok(()));
        for (text, why) in [
            ("", "no rule"),
            ("[allowlist]\npaths = [\"a\"]\n", "no rule"),
            ("[extend]\nuseDefault = false\n", "no rule"),
            ("[extend]\npath = \"x.toml\"\n", "another file"),
            ("[[rules]\n", "not TOML"),
        ] {
            assert!(check(text).expect_err(text).contains(why), "{text}");
        }
    }
}
