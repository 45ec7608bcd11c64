//! The embedded rules as text, by language.
//!
//! They are our own writing, one rule a file, each with its cases in `testdata/`. What is listed here comes from the folders: a
//! test keeps `files.rs` equal to them.

pub(super) use super::files::FILES;

/// The rule files of a folder in `rules/`, each with its text.
pub(super) fn rules(folder: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    within("rules", folder)
}

/// The files of a folder in `utils/`: what the rules of a language share.
pub(super) fn utils(folder: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    within("utils", folder)
}

/// The ids of the embedded rules.
pub(super) fn ids() -> impl Iterator<Item = &'static str> {
    FILES.iter().filter_map(|(path, _)| path.strip_prefix("rules/")?.split('/').nth(1)?.strip_suffix(".yml"))
}

/// Whether an embedded rule has that id.
pub(super) fn has(id: &str) -> bool {
    ids().any(|known| known == id)
}

fn within(top: &str, folder: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let prefix = format!("{top}/{folder}/");
    FILES.iter().copied().filter(move |(path, _)| path.starts_with(&prefix))
}
