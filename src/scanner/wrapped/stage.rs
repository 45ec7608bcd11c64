//! The files that a program is to look at, alone in a directory of their own.
//!
//! A program that is pointed at a directory looks at what it likes there: it skips what an ignore file of the author says, reads
//! settings of the author, and leaves out what its makers found boring. So it gets a directory that holds the files of the review
//! and nothing else; the author's settings only where they count.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use crate::change::Materialised;
use crate::finding::{RepoPath, Unreviewed};
use crate::scanner::{Request, ScanError, Trust};

use super::Paths;

/// The most bytes of file names in one run: far below what Linux takes (128 KiB for one argument, megabytes for all).
const BATCH_BYTES: usize = 96 * 1024;

/// The files of a review in a directory, removed when it is dropped.
#[derive(Debug)]
pub struct Stage {
    content: Materialised,
    paths: Paths,
    /// The wanted files that are not there, each with the reason.
    pub unreviewed: Vec<Unreviewed>,
}

impl Stage {
    /// Writes the files of [`Request::files`] that `wanted` takes.
    ///
    /// `settings` are names of files with which an author can tell the program what to leave out, at any depth. Under
    /// [`Trust::Policy`] no such file is there; under [`Trust::Repository`] all of them are, of the whole reviewed content.
    ///
    /// # Errors
    /// The content could not be read or written.
    pub async fn new(request: &Request, settings: &[&str], wanted: impl Fn(&RepoPath) -> bool) -> Result<Self, ScanError> {
        let is_setting = |path: &RepoPath| settings.iter().any(|name| path.file_name() == *name);
        let mut files = request.files().await?;
        files.retain(|path| wanted(path) && !is_setting(path));
        let mut all = files.clone();
        if request.trust == Trust::Repository && !settings.is_empty() {
            let tree = request.change.whole_tree().await?;
            all.extend(
                tree.iter().filter(|entry| entry.kind.is_file() && is_setting(&entry.path)).map(|entry| entry.path.clone()),
            );
        }
        let content = request.change.materialise(all).await?;
        let left_out = |path: &RepoPath| content.left_out.iter().find(|(left, _)| left == path);
        let mut unreviewed = Vec::new();
        files.retain(|path| {
            let why = left_out(path).map(|(_, why)| why.clone());
            unreviewed.extend(why.iter().map(|why| Unreviewed { path: path.clone(), why: why.clone() }));
            why.is_none()
        });
        let paths = Paths::new(content.path(), files);
        Ok(Self { content, paths, unreviewed })
    }

    /// The directory.
    pub fn path(&self) -> &Path {
        self.content.path()
    }

    /// The files, to find the one again that a report names.
    pub fn paths(&self) -> &Paths {
        &self.paths
    }

    /// Whether there is nothing to look at.
    pub fn is_empty(&self) -> bool {
        self.paths.files().is_empty()
    }

    /// The files as arguments, relative to the directory: as many in a run as a command line takes. Each begins with `./`, so that
    /// none can be taken for an option.
    pub fn batches(&self) -> Vec<Vec<OsString>> {
        let mut batches: Vec<Vec<OsString>> = Vec::new();
        let mut room = 0;
        for path in self.paths.files() {
            let argument = [b"./", path.as_bytes()].concat();
            match batches.last_mut() {
                Some(batch) if argument.len() <= room => batch.push(OsStr::from_bytes(&argument).to_owned()),
                _ => {
                    batches.push(vec![OsStr::from_bytes(&argument).to_owned()]);
                    room = BATCH_BYTES;
                }
            }
            room = room.saturating_sub(argument.len() + 1);
        }
        batches
    }
}
