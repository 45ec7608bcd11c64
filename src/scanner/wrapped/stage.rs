//! The files that a program is to look at, alone in a directory of their own.
//!
//! A program that is pointed at a directory looks at what it likes there: it skips what an ignore file of the author says, reads
//! settings of the author, and leaves out what its makers found boring. So it gets a directory that holds the files of the review
//! and nothing else; the author's settings only where they count.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use crate::change::Materialised;
use crate::finding::{RepoPath, Unreviewed};
use crate::scanner::{Request, ScanError, Trust};

use super::marker::{break_all, is_marked};
use super::{Marker, Paths, digest};

/// The most bytes of file names in one run: far below what Linux takes (128 KiB for one argument, megabytes for all).
const BATCH_BYTES: usize = 96 * 1024;

/// The files of a review in a directory, removed when it is dropped.
#[derive(Debug)]
pub struct Stage {
    content: Materialised,
    paths: Paths,
    settings: Vec<RepoPath>,
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
        Self::with(request, settings, request.trust == Trust::Repository, wanted).await
    }

    /// The same without the author's settings, whoever ordered the scan: to see what they silence.
    ///
    /// # Errors
    /// As for [`Stage::new`].
    pub async fn strict(request: &Request, settings: &[&str], wanted: impl Fn(&RepoPath) -> bool) -> Result<Self, ScanError> {
        Self::with(request, settings, false, wanted).await
    }

    async fn with(
        request: &Request,
        settings: &[&str],
        heeded: bool,
        wanted: impl Fn(&RepoPath) -> bool,
    ) -> Result<Self, ScanError> {
        let is_setting = |path: &RepoPath| settings.iter().any(|name| path.file_name() == *name);
        let mut files = request.files().await?;
        files.retain(|path| wanted(path) && !is_setting(path));
        let mut authors = Vec::new();
        if heeded && !settings.is_empty() {
            let tree = request.change.whole_tree().await?;
            authors.extend(
                tree.iter().filter(|entry| entry.kind.is_file() && is_setting(&entry.path)).map(|entry| entry.path.clone()),
            );
        }
        let content = request.change.materialise([files.clone(), authors.clone()].concat()).await?;
        let left_out = |path: &RepoPath| content.left_out.iter().find(|(left, _)| left == path);
        let mut unreviewed = Vec::new();
        files.retain(|path| {
            let why = left_out(path).map(|(_, why)| why.clone());
            unreviewed.extend(why.iter().map(|why| Unreviewed { path: path.clone(), why: why.clone() }));
            why.is_none()
        });
        authors.retain(|path| left_out(path).is_none());
        let paths = Paths::new(content.path(), files);
        Ok(Self { content, paths, settings: authors, unreviewed })
    }

    /// The directory.
    pub fn path(&self) -> &Path {
        self.content.path()
    }

    /// The directory above, which holds this one and nothing else.
    pub fn above(&self) -> &Path {
        self.content.above()
    }

    /// The files, as a program names them from the directory above.
    pub(super) fn paths_from_above(&self) -> Paths {
        self.paths.clone().named_from_above()
    }

    /// The files, to find the one again that a report names.
    pub fn paths(&self) -> &Paths {
        &self.paths
    }

    /// The author's settings that are there, by path.
    pub fn settings(&self) -> &[RepoPath] {
        &self.settings
    }

    /// A digest of the author's settings, for identities.
    ///
    /// # Errors
    /// One of them cannot be read any more.
    pub fn settings_digest(&self) -> Result<String, ScanError> {
        let mut parts = Vec::new();
        for path in &self.settings {
            parts.extend([path.as_bytes().to_vec(), self.read(path)?]);
        }
        Ok(digest(parts.iter().map(Vec::as_slice)))
    }

    /// The files that hold one of these markers.
    ///
    /// # Errors
    /// One of the files cannot be read any more.
    pub fn marked(&self, markers: &[Marker]) -> Result<BTreeSet<RepoPath>, ScanError> {
        let mut marked = BTreeSet::new();
        for path in self.paths.files().iter().filter(|_| !markers.is_empty()) {
            if is_marked(&self.read(path)?, markers) {
                marked.insert(path.clone());
            }
        }
        Ok(marked)
    }

    /// Breaks these markers in the copies, without moving a line or a column, for a program that no option makes deaf to them.
    ///
    /// # Errors
    /// One of the files cannot be read or written any more.
    pub fn break_comments(&self, markers: &[Marker]) -> Result<(), ScanError> {
        for path in self.paths.files().iter().filter(|_| !markers.is_empty()) {
            let mut text = self.read(path)?;
            if is_marked(&text, markers) {
                break_all(&mut text, markers);
                let file = OpenOptions::new().write(true).open(self.path().join(path.as_path()));
                file.and_then(|mut file| file.write_all(&text)).map_err(lost)?;
            }
        }
        Ok(())
    }

    fn read(&self, path: &RepoPath) -> Result<Vec<u8>, ScanError> {
        std::fs::read(self.path().join(path.as_path())).map_err(lost)
    }

    /// Puts a setting of the engine's own at the top of the directory, unless the author's is there.
    ///
    /// # Errors
    /// It could not be written.
    pub fn set(&self, name: &str, content: &[u8]) -> Result<(), ScanError> {
        match File::create_new(self.path().join(name)).and_then(|mut file| file.write_all(content)) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                Err(ScanError::Execution(format!("`{name}` could not be written for the program: {error}")))
            }
            _ => Ok(()),
        }
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

fn lost(error: std::io::Error) -> ScanError {
    ScanError::Execution(format!("the copy of a reviewed file cannot be used any more: {error}"))
}
