//! What an engine is asked: the reviewed content, who asks, with which options, and the only way to start a program.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use serde::de::DeserializeOwned;

use crate::change::{Change, ChangeError, Content, Range};
use crate::config::{Ignore, Scope};
use crate::finding::RepoPath;
use crate::process::Runner;

use super::{ScanError, Trust};

/// One engine's order.
pub struct Request {
    /// Who ordered the scan.
    pub trust: Trust,
    /// The entry's options, valid under the engine's own schema.
    pub options: serde_json::Value,
    /// The reviewed range of commits; empty when no commits are reviewed. An engine that needs one treats an empty one as a
    /// failure, never as "scan everything".
    pub range: Range,
    /// Which findings will count as new, so that an engine can leave out what cannot.
    pub scope: Scope,
    /// What is under review.
    pub change: Arc<Change>,
    /// The only way to start a program.
    pub command: Arc<dyn Runner>,
    /// Paths that are not reviewed.
    pub ignored: Arc<Ignore>,
    /// When the host stops waiting. A long computation asks [`Request::expired`] now and then.
    pub deadline: Instant,
}

impl Request {
    /// The reviewed content as a directory of files, written once for all engines that ask: for wrapped programs.
    pub async fn root(&self) -> Result<&Path, ScanError> {
        Ok(self.change.materialised().await?)
    }

    /// The options as the engine's own type.
    pub fn options<T: DeserializeOwned>(&self) -> Result<T, ScanError> {
        serde_json::from_value(self.options.clone()).map_err(|error| ScanError::Execution(format!("options: {error}")))
    }

    /// The regular files that this scope looks at, without the ignored ones, by path: the changed files, or the whole tree.
    pub async fn files(&self) -> Result<Vec<RepoPath>, ScanError> {
        let mut files: Vec<RepoPath> = match self.scope {
            Scope::Added | Scope::ChangedFiles | Scope::Range => {
                self.change.files().iter().filter(|file| file.is_readable()).map(|file| file.path.clone()).collect()
            }
            Scope::Tree => self.change.tree().await?.iter().filter(|entry| entry.kind.is_file()).map(|entry| entry.path.clone()).collect(),
        };
        files.retain(|path| !self.ignored.matches(path));
        Ok(files)
    }

    /// Reads `files` and hands each to `sink`, on all cores, in no particular order. A file over `max_bytes`, or one that
    /// cannot be read, is handed over as such.
    pub async fn read_each(
        &self,
        files: Vec<RepoPath>,
        max_bytes: u64,
        sink: impl Fn(&RepoPath, Content) + Send + Sync + 'static,
    ) -> Result<(), ScanError> {
        Ok(self.change.read_each(files, max_bytes, sink).await?)
    }

    /// Whether the host has stopped waiting.
    pub fn expired(&self) -> bool {
        Instant::now() >= self.deadline
    }
}

impl From<ChangeError> for ScanError {
    fn from(error: ChangeError) -> Self {
        Self::Execution(error.to_string())
    }
}
