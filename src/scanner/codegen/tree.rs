//! What lies around the manifest: the folders with their modules and manuals.
//!
//! Exists so that reading happens in one place, before any check. Must never follow a name from the manifest: it lists what is
//! there, and the checks compare.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use super::entry::Kind;
use super::refusal::Refusal;
use super::source::Source;

/// A file as far as it could be read.
#[derive(Debug)]
pub(super) enum Content {
    /// Not there.
    Absent,
    /// There, but unreadable; the refusal says why.
    Unreadable(Refusal),
    /// Its text.
    Text(String),
}

impl Content {
    /// Reads `file`, a name relative to `root`.
    pub(super) fn read(root: &Path, file: &str) -> Self {
        let help = "make it a readable UTF-8 file";
        match fs::read(root.join(file)) {
            Ok(bytes) => String::from_utf8(bytes).map_or_else(
                |error| {
                    let valid = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]);
                    Self::Unreadable(Source { file, text: &valid }.refuse(valid.len(), "not UTF-8 from here on", help))
                },
                Self::Text,
            ),
            Err(error) if error.kind() == ErrorKind::NotFound => Self::Absent,
            Err(error) => Self::Unreadable(Source { file, text: "" }.refuse(0, format!("cannot be read: {error}"), help)),
        }
    }
}

/// One folder under `engines/`, `tools/` or `context/`.
#[derive(Debug)]
pub(super) struct Folder {
    /// `mod.rs`.
    pub(super) module: Content,
    /// `README.md`.
    pub(super) readme: Content,
}

/// The folders of one kind by their names.
#[derive(Debug)]
pub(super) struct Folders {
    /// By name; a name that is not UTF-8 has replacement characters, and no manifest entry can match those.
    pub(super) by_name: BTreeMap<String, Folder>,
    /// Whether the directory that holds them exists.
    pub(super) exists: bool,
}

impl Folders {
    /// Lists the folders of `kind` under `root`. A directory that exists but cannot be listed is refused.
    pub(super) fn read(root: &Path, kind: Kind, refusals: &mut Vec<Refusal>) -> Self {
        match list(&root.join(kind.folder())) {
            Ok(names) => {
                let by_name = names.into_iter().map(|name| {
                    let inside = |file: &str| Content::read(root, &format!("{}/{name}/{file}", kind.folder()));
                    let folder = Folder { module: inside("mod.rs"), readme: inside("README.md") };
                    (name, folder)
                });
                Self { by_name: by_name.collect(), exists: true }
            }
            Err(error) => {
                if error.kind() != ErrorKind::NotFound {
                    let source = Source { file: kind.folder(), text: "" };
                    refusals.push(source.refuse(0, format!("cannot be listed: {error}"), "make it a readable directory"));
                }
                Self { by_name: BTreeMap::new(), exists: false }
            }
        }
    }
}

/// The names of the folders in `directory`; other files there are no concern of the registry.
fn list(directory: &Path) -> std::io::Result<Vec<String>> {
    let mut names = Vec::new();
    for item in fs::read_dir(directory)? {
        let item = item?;
        if item.path().is_dir() {
            names.push(item.file_name().to_string_lossy().into_owned());
        }
    }
    Ok(names)
}
