//! Writes the reviewed content into a directory of its own, for programs that can only read files.
//!
//! Nothing but directories and regular files is written: a program that follows a symbolic link cannot be led out of the
//! directory. No filter and no hook runs; the bytes are those under review.

use std::collections::BTreeSet;
use std::fs::{DirBuilder, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use bstr::ByteSlice;
use tempfile::TempDir;

use crate::finding::RepoPath;

use super::read::{Reader, Wanted};
use super::{ChangeError, Content, Entry, Kind};

/// The directory of the files, in a private one: a program can be pointed at either.
const NAME: &str = "reviewed";

/// A larger file is left out, and said to be.
const FILE_LIMIT: u64 = 256 * 1024 * 1024;

/// The reviewed content as files in a private temporary directory, which is removed when this value is dropped.
#[derive(Debug)]
pub struct Materialised {
    directory: TempDir,
    path: PathBuf,
    /// The files that are not there, and why. Symbolic links and submodules are not among them: they hold no content to miss.
    pub left_out: Vec<(RepoPath, String)>,
}

impl Materialised {
    /// The directory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The directory above, which holds that one and nothing else.
    pub fn above(&self) -> &Path {
        self.directory.path()
    }
}

/// Writes `entries`, sorted by path.
pub(super) async fn materialise(reader: &Reader, entries: &[Entry]) -> Result<Materialised, ChangeError> {
    let failed = |source| ChangeError::Io { action: "writing the reviewed content to a temporary directory", source };
    let directory =
        tempfile::Builder::new().prefix("aurumcode-").permissions(Permissions::from_mode(0o700)).tempdir().map_err(failed)?;
    let root = directory.path().join(NAME);
    DirBuilder::new().mode(0o700).create(&root).map_err(failed)?;
    let mut left_out = Vec::new();
    let mut kept = Vec::new();
    let mut directories = BTreeSet::new();
    for entry in entries {
        match refusal(&entry.path) {
            Some(why) => left_out.push((entry.path.clone(), why.to_owned())),
            None if entry.kind == Kind::Symlink => {}
            None => {
                let path = root.join(entry.path.as_path());
                let needed = if entry.kind == Kind::Submodule { Some(path.as_path()) } else { path.parent() };
                directories.extend(needed.map(Path::to_owned));
                if entry.kind != Kind::Submodule {
                    kept.push(entry.clone());
                }
            }
        }
    }
    create_all(directories).await.map_err(failed)?;
    let path = root.clone();
    let executable: BTreeSet<RepoPath> =
        kept.iter().filter(|entry| entry.kind == Kind::Executable).map(|entry| entry.path.clone()).collect();
    let write = move |path: &RepoPath, content: Content<'_>| write(&root, path, executable.contains(path), &content);
    let written = reader.map(kept.iter().map(Wanted::from).collect(), FILE_LIMIT, write).await?;
    for (entry, result) in kept.iter().zip(written) {
        match result {
            Ok(None) => {}
            Ok(Some(why)) => left_out.push((entry.path.clone(), why)),
            Err(source) => return Err(failed(source)),
        }
    }
    left_out.sort_unstable();
    Ok(Materialised { directory, path, left_out })
}

async fn create_all(directories: BTreeSet<PathBuf>) -> io::Result<()> {
    let create = move || {
        let mut builder = DirBuilder::new();
        builder.recursive(true).mode(0o700);
        // Where a file has the name of a directory, the files below it fail one by one.
        directories
            .iter()
            .map(|directory| builder.create(directory))
            .filter(|made| !made.as_ref().is_err_and(is_in_the_way))
            .collect()
    };
    tokio::task::spawn_blocking(create).await.unwrap_or_else(|error| Err(error.into()))
}

/// Writes one file, or says why it is not there.
fn write(root: &Path, path: &RepoPath, executable: bool, content: &Content<'_>) -> io::Result<Option<String>> {
    let bytes = match content {
        Content::Bytes(bytes) => bytes,
        Content::TooLarge { size } => return Ok(Some(format!("it holds {size} bytes"))),
        Content::Unreadable { why } => return Ok(Some(why.clone())),
        Content::Submodule | Content::Missing => return Ok(Some("it is gone".to_owned())),
    };
    let mode = if executable { 0o700 } else { 0o600 };
    let file = OpenOptions::new().write(true).create_new(true).mode(mode).open(root.join(path.as_path()));
    match file.and_then(|mut file| file.write_all(bytes)) {
        Ok(()) => Ok(None),
        Err(error) if is_in_the_way(&error) => Ok(Some("another path stands in its way".to_owned())),
        Err(error) if error.kind() == io::ErrorKind::InvalidFilename => {
            Ok(Some("its name is too long for this system".to_owned()))
        }
        Err(error) => Err(error),
    }
}

fn is_in_the_way(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory | io::ErrorKind::IsADirectory)
}

/// Why a path may not be written. Git refuses to make such paths, but a hand-made tree can hold them.
fn refusal(path: &RepoPath) -> Option<&'static str> {
    let segments = || path.as_bytes().split_str("/");
    if segments().any(|segment| matches!(segment, b"" | b"." | b"..")) {
        Some("its path leaves the directory")
    } else if segments().any(|segment| segment.eq_ignore_ascii_case(b".git")) {
        Some("its path lies in a `.git` directory")
    } else {
        None
    }
}
