//! A tree on disk for the generator to read: sound as it is made, and broken by the edits of a test.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::codegen::{Generated, Refusal, generate};

/// The list that each test starts from; tests cite its lines and columns.
pub(crate) const LIST: &str = r#"[[engine]]
name = "alpha"

[[engine]]
name = "beta-two"
feature = "extra"

[[engine]]
name = "delta"
crate = "acme_delta"

[[tool]]
name = "read_it"
"#;

/// The manifest of the package that each test starts from.
pub(crate) const CARGO: &str = r#"[package]
name = "small"

[features]
extra = []

[dependencies]
acme-delta = { path = "acme-delta" }
"#;

/// A module with an engine in it.
pub(crate) fn engine(summary: &str) -> String {
    format!(
        "//! {summary}\n//! More of it.\n\nuse super::super::Engine;\n\npub fn engine() -> Engine {{\n    Engine(\"{summary}\")\n}}\n"
    )
}

/// One change to the tree.
pub(crate) enum Edit<'a> {
    /// Replaces the only occurrence of the second text in the file by the third.
    Replace(&'a str, &'a str, &'a str),
    /// Writes the file, and the folders above it.
    Write(&'a str, &'a [u8]),
    /// Removes the file or the folder.
    Remove(&'a str),
}

/// A tree in a temporary directory.
pub(crate) struct Tree {
    directory: TempDir,
    root: PathBuf,
}

impl Tree {
    /// A tree without fault.
    pub(crate) fn sound() -> Self {
        Self::sound_in(OsStr::new("tree"))
    }

    /// A tree without fault, in a directory of that name.
    pub(crate) fn sound_in(name: &OsStr) -> Self {
        let tree = Self::empty_in(name);
        tree.write("engines.toml", LIST);
        tree.write("Cargo.toml", CARGO);
        tree.write("engines/alpha/mod.rs", engine("The first."));
        tree.write("engines/alpha/README.md", "# alpha\n");
        tree.write("engines/beta-two/mod.rs", engine("The second."));
        tree.write("engines/beta-two/README.md", "# beta-two\n");
        tree.write("tools/read_it/mod.rs", "//! Reads it.\n\npub fn tool() -> crate::Tool {\n    crate::Tool\n}\n");
        tree.write("tools/read_it/README.md", "# read_it\n");
        tree
    }

    /// A directory with nothing in it.
    pub(crate) fn empty() -> Self {
        Self::empty_in(OsStr::new("tree"))
    }

    fn empty_in(name: &OsStr) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path().join(name);
        fs::create_dir(&root).unwrap();
        Self { directory, root }
    }

    /// The sound tree after the edits.
    pub(crate) fn edited(edits: &[Edit<'_>]) -> Self {
        let tree = Self::sound();
        for edit in edits {
            match *edit {
                Edit::Replace(file, from, to) => {
                    let text = fs::read_to_string(tree.root.join(file)).unwrap();
                    assert_eq!(text.matches(from).count(), 1, "`{from}` must occur once in {file}");
                    tree.write(file, text.replace(from, to));
                }
                Edit::Write(file, bytes) => tree.write(file, bytes),
                Edit::Remove(path) => {
                    let path = tree.root.join(path);
                    if path.is_dir() { fs::remove_dir_all(path).unwrap() } else { fs::remove_file(path).unwrap() }
                }
            }
        }
        tree
    }

    /// Writes a file, and the folders above it.
    pub(crate) fn write(&self, file: &str, bytes: impl AsRef<[u8]>) {
        write(&self.root.join(file), bytes);
    }

    /// The directory.
    pub(crate) fn root(&self) -> &Path {
        assert!(self.root.starts_with(self.directory.path()));
        &self.root
    }

    /// What the generator answers.
    pub(crate) fn generate(&self) -> Result<Generated, Vec<Refusal>> {
        generate(self.root(), "engines.toml")
    }
}

/// Writes a file, and the folders above it.
#[expect(clippy::disallowed_methods, reason = "a test's own input, in its own directory")]
pub(crate) fn write(path: &Path, bytes: impl AsRef<[u8]>) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}
