//! What an engine is asked: the reviewed content, who asks, with which options, and the only way to start a program.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use serde::de::DeserializeOwned;

use crate::change::{Authority, Change, ChangeError, Content, Range};
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
    /// Which findings will count as new, and so which files to look at. What is found in those files is reported whole: the host
    /// scopes it, shows what is not new as such, and takes silence for "nothing is there".
    pub scope: Scope,
    /// What is under review.
    pub change: Arc<Change>,
    /// Whose files say how to judge: see [`Request::judging_files`].
    pub judge: Authority,
    /// The only way to start a program.
    pub command: Arc<dyn Runner>,
    /// Paths that are not reviewed.
    pub ignored: Arc<Ignore>,
    /// When the host stops waiting. A long computation asks [`Request::expired`] now and then.
    pub deadline: Instant,
}

impl Request {
    /// The reviewed content as a directory of files, written once for all engines that ask: for wrapped programs.
    ///
    /// # Errors
    /// The files could not be written.
    pub async fn root(&self) -> Result<&Path, ScanError> {
        Ok(self.change.materialised().await?.path())
    }

    /// The options as the engine's own type.
    ///
    /// # Errors
    /// They are not of that type, which the configuration's reader would have refused.
    pub fn options<T: DeserializeOwned>(&self) -> Result<T, ScanError> {
        typed(&self.options)
    }

    /// The files that this scope looks at, without links, submodules and ignored ones, by path: the changed files, or the whole
    /// tree.
    ///
    /// # Errors
    /// The tree could not be listed.
    pub async fn files(&self) -> Result<Vec<RepoPath>, ScanError> {
        let mut files: Vec<RepoPath> = match self.scope {
            Scope::Added | Scope::ChangedFiles | Scope::Range => self
                .change
                .files()
                .iter()
                .filter(|file| file.exists() && file.kind.is_file())
                .map(|file| file.path.clone())
                .collect(),
            Scope::Tree => {
                self.change.tree().await?.iter().filter(|entry| entry.kind.is_file()).map(|entry| entry.path.clone()).collect()
            }
        };
        files.retain(|path| !self.ignored.matches(path));
        Ok(files)
    }

    /// Calls `look` once for each of [`Request::files`] with its content, on all cores, and returns the results by path. A file
    /// over `max_bytes`, or one that cannot be read, is handed over as such.
    ///
    /// # Errors
    /// The content could not be read at all.
    pub async fn map<T: Send + 'static>(
        &self,
        max_bytes: u64,
        look: impl Fn(&RepoPath, Content<'_>) -> T + Send + Sync + 'static,
    ) -> Result<Vec<T>, ScanError> {
        Ok(self.change.map_each(self.files().await?, max_bytes, look).await?)
    }

    /// Whether the host has stopped waiting.
    pub fn expired(&self) -> bool {
        Instant::now() >= self.deadline
    }
}

/// The options of an entry as the engine's own type.
///
/// # Errors
/// They are not of that type, which the configuration's reader would have refused.
pub fn typed<T: DeserializeOwned>(options: &serde_json::Value) -> Result<T, ScanError> {
    T::deserialize(options).map_err(|error| ScanError::Execution(format!("options: {error}")))
}

impl From<ChangeError> for ScanError {
    fn from(error: ChangeError) -> Self {
        Self::Execution(error.to_string())
    }
}
