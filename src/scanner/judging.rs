//! Files of the repository that say how to judge: rules, and settings of a wrapped program.
//!
//! Who changes the code must not choose what judges it. So when commits are reviewed, such a file is read from the base commit; one
//! that the base does not have is read from the reviewed content, since somebody has to bring it the first time. When no commits are
//! compared (working files, a whole tree), all of them are read from the reviewed content.

use std::collections::BTreeMap;

use crate::change::{Content, Entry};
use crate::finding::RepoPath;

use super::{Request, ScanError};

impl Request {
    /// The regular files at `paths` and below them that `wanted` takes, each with its content; one of more than `max_bytes` is not
    /// read. The empty path is the root.
    ///
    /// # Errors
    /// Git failed.
    pub async fn judging_files(
        &self,
        paths: &[RepoPath],
        max_bytes: u64,
        wanted: impl Fn(&RepoPath) -> bool,
    ) -> Result<BTreeMap<RepoPath, Content<'static>>, ScanError> {
        let mut found = BTreeMap::new();
        let takes =
            |entry: &&Entry| entry.kind.is_file() && paths.iter().any(|path| lies_at(&entry.path, path)) && wanted(&entry.path);
        let base = if self.range.is_empty() { None } else { self.range.base };
        if let Some(base) = base {
            let repository = self.change.repository();
            for entry in repository.tree_at(base, paths).await?.iter().filter(takes) {
                found.insert(entry.path.clone(), repository.read_at(base, &entry.path, max_bytes).await?);
            }
        }
        for entry in self.change.whole_tree().await?.iter().filter(takes) {
            if !found.contains_key(&entry.path) {
                found.insert(entry.path.clone(), self.change.read_one(&entry.path, max_bytes).await?);
            }
        }
        Ok(found)
    }
}

/// Whether `path` is `place` or lies below it.
fn lies_at(path: &RepoPath, place: &RepoPath) -> bool {
    let rest = path.as_bytes().strip_prefix(place.as_bytes());
    place.as_bytes().is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(b"/"))
}
