//! Reads `engines.toml` into entries with positions: the shape of the list, not yet what it refers to.
//!
//! Exists apart from serde because a deserialiser stops at its first error and answers an unknown key without its remedy;
//! here every table is read to its end and each problem keeps its place.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::entry::{Entry, Kind};
use super::nearest::nearest;
use super::refusal::Refusal;
use super::source::Source;

/// The list as written, in its order.
#[derive(Debug)]
pub(super) struct Manifest {
    /// The entries whose name and home could be read, each list in its written order.
    pub(super) entries: Vec<Entry>,
    /// Whether every name that the author wrote is in `entries`. When not, that one is missing proves nothing.
    pub(super) whole: bool,
}

/// Reads the manifest's text. Everything that could not be read becomes a refusal.
pub(super) fn read(source: Source<'_>, refusals: &mut Vec<Refusal>) -> Manifest {
    let (document, errors) = DeTable::parse_recoverable(source.text);
    let mut reader = Reader { source, refusals, manifest: Manifest { entries: Vec::new(), whole: true } };
    if errors.is_empty() {
        reader.document(document.get_ref());
    } else {
        // What the TOML reader recovered is a guess: refusing it as well would only bury the real error.
        reader.manifest.whole = false;
        for error in errors {
            let help = "correct the TOML; an entry is a line `[[engine]]`, `[[tool]]` or `[[context]]`, then `name = \"…\"`";
            reader.refuse(error.span().map_or(0, |span| span.start), format!("not valid TOML: {}", error.message()), help);
        }
    }
    reader.manifest
}

struct Reader<'a> {
    source: Source<'a>,
    refusals: &'a mut Vec<Refusal>,
    manifest: Manifest,
}

impl Reader<'_> {
    fn document(&mut self, document: &DeTable<'_>) {
        for (key, value) in document {
            match key.get_ref().as_ref() {
                "engine" => self.list(Kind::Engine, value),
                "tool" => self.list(Kind::Tool, value),
                "context" => self.list(Kind::Context, value),
                word => self.unknown_at_top(word, key.span().start, value.get_ref()),
            }
        }
        if self.manifest.whole && !self.manifest.entries.iter().any(|entry| entry.kind == Kind::Engine) {
            let offset = document.get_key_value("engine").map_or(0, |(key, _)| key.span().start);
            let help = "add an `[[engine]]` table with a `name`: a binary without engines could verify nothing";
            self.refuse(offset, "the list of engines is empty", help);
        }
    }

    fn unknown_at_top(&mut self, word: &str, offset: usize, value: &DeValue<'_>) {
        let is_table = value.is_table() || value.is_array();
        // A misspelt table holds names that are then missing from the list.
        self.manifest.whole &= !is_table;
        let what = if is_table { "table" } else { "key" };
        let help = suggest(word, &["engine", "tool", "context"], "the tables are `[[engine]]`, `[[tool]]` and `[[context]]`");
        self.refuse(offset, format!("unknown {what} `{word}`"), help);
    }

    fn list(&mut self, kind: Kind, value: &Spanned<DeValue<'_>>) {
        let Some(items) = value.get_ref().as_array() else { return self.not_a_table(kind, "", value) };
        for item in items {
            match item.get_ref() {
                DeValue::Table(table) => self.entry(kind, item.span().start, table),
                _ => self.not_a_table(kind, "each element of ", item),
            }
        }
    }

    fn not_a_table(&mut self, kind: Kind, which: &str, value: &Spanned<DeValue<'_>>) {
        self.manifest.whole = false;
        let (word, found) = (kind.word(), with_article(value.get_ref().type_str()));
        let wanted = if which.is_empty() { "a list of tables" } else { "a table" };
        let help = format!("write `[[{word}]]`, with two brackets, once for each {word}");
        self.refuse(value.span().start, format!("{which}`{word}` must be {wanted}, not {found}"), help);
    }

    /// Reads one table that begins at `start`.
    fn entry(&mut self, kind: Kind, start: usize, table: &DeTable<'_>) {
        let (mut name, mut feature, mut dependency) = (None, None, None);
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "name" => name = self.string("name", value),
                "feature" => feature = self.string("feature", value),
                "crate" => dependency = self.string("crate", value),
                word => {
                    let help = suggest(word, &["name", "feature", "crate"], "the keys are `name`, `feature` and `crate`");
                    self.refuse(key.span().start, format!("unknown key `{word}`"), help);
                }
            }
        }
        if name.is_none() && !table.contains_key("name") {
            let help = format!("add `name = \"…\"`, the name of the folder under {}/", kind.folder());
            self.refuse(start, format!("this `[[{}]]` has no `name`", kind.word()), help);
        }
        // An unreadable `crate` must not send the checks to look for a folder.
        match name.filter(|_| dependency.is_some() || !table.contains_key("crate")) {
            Some(name) => self.manifest.entries.push(Entry { kind, name, feature, dependency }),
            None => self.manifest.whole = false,
        }
    }

    fn string(&mut self, key: &str, value: &Spanned<DeValue<'_>>) -> Option<Spanned<String>> {
        let text = value.get_ref().as_str();
        if text.is_none() {
            let found = with_article(value.get_ref().type_str());
            self.refuse(value.span().start, format!("`{key}` must be a string, not {found}"), format!("write `{key} = \"…\"`"));
        }
        text.map(|text| Spanned::new(value.span(), text.to_owned()))
    }

    fn refuse(&mut self, offset: usize, message: impl Into<String>, help: impl Into<String>) {
        self.refusals.push(self.source.refuse(offset, message, help));
    }
}

/// The help for a word that is none of `known`.
fn suggest(word: &str, known: &[&str], all: &str) -> String {
    nearest(word, known.iter().copied()).map_or_else(|| all.to_owned(), |close| format!("did you mean `{close}`? {all}"))
}

fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
}
