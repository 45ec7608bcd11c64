//! Where each effective value comes from: the material of `config show --origin`.

use serde_json::{Value, json};

use super::{Loaded, Override, Section};

/// One effective value.
#[derive(Debug, Clone, PartialEq)]
pub struct Explained {
    /// The dotted path; an entry of `quality_gates.scanners` is named by its engine, in brackets.
    pub path: String,
    /// The value that counts.
    pub value: Value,
    /// Where it comes from.
    pub source: ValueSource,
}

/// Where an effective value comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ValueSource {
    /// The program's own default.
    Default,
    /// The engine's own default.
    Engine,
    /// A configuration file.
    File {
        /// Whose it is.
        section: Section,
        /// The file as the user would name it.
        file: String,
        /// The line, from 1.
        line: u32,
        /// The column in characters, from 1.
        column: u32,
    },
}

impl std::fmt::Display for ValueSource {
    /// `default`, `engine default` or `file:line:column`, with `policy` in front for a central policy's file.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::Engine => f.write_str("engine default"),
            Self::File { section: Section::Policy, .. } => write!(f, "policy {}", self.place()),
            Self::File { .. } => f.write_str(&self.place()),
        }
    }
}

impl ValueSource {
    /// `file:line:column`; empty for a default.
    pub(super) fn place(&self) -> String {
        match self {
            Self::Default | Self::Engine => String::new(),
            Self::File { file, line, column, .. } => format!("{file}:{line}:{column}"),
        }
    }
}

/// The effective values as text, one a line in aligned columns; with `origin`, each with its source.
pub fn show(loaded: &Loaded, origin: bool) -> String {
    let rows: Vec<[String; 3]> =
        loaded.explain().iter().map(|row| [row.path.clone(), plain(&row.value), row.source.to_string()]).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default();
    let (paths, values) = (width(0), width(1));
    let mut text = String::new();
    for [path, value, source] in &rows {
        let line = if origin { format!("{path:paths$}  {value:values$}  {source}") } else { format!("{path:paths$}  {value}") };
        text.push_str(line.trim_end());
        text.push('\n');
    }
    let told = loaded.overrides().iter().filter(|_| origin).map(Override::told);
    for line in told {
        text.push_str(&format!("# {line}\n"));
    }
    text
}

/// The same as JSON: `configuration` and `policy` (file names or null), `values`, each with `path`, `value` and `source`, and
/// `overrides`, what one layer says in vain.
pub fn show_json(loaded: &Loaded) -> Value {
    let values = loaded.explain().iter().map(|row| {
        let source = match &row.source {
            ValueSource::Default => json!({ "kind": "default" }),
            ValueSource::Engine => json!({ "kind": "engine" }),
            ValueSource::File { section, file, line, column } => {
                json!({ "kind": "file", "section": section.as_str(), "file": file, "line": line, "column": column })
            }
        };
        json!({ "path": row.path, "value": row.value, "source": source })
    });
    let overrides =
        loaded.overrides().iter().map(|one| json!({ "setting": one.setting, "counts": one.winner.as_str(), "place": one.place }));
    let policy = loaded.files().iter().find(|file| file.section == Section::Policy).map(|file| file.file.as_str());
    json!({
        "configuration": loaded.file(),
        "policy": policy,
        "values": values.collect::<Vec<_>>(),
        "overrides": overrides.collect::<Vec<_>>(),
    })
}

/// A word as it is, everything else as JSON, which stays on one line.
fn plain(value: &Value) -> String {
    let is_word =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-./:".contains(&byte));
    match value.as_str() {
        Some(text) if is_word(text) => text.to_owned(),
        _ => value.to_string(),
    }
}
