//! Files that an earlier step left in the working directory: reports of other programs, which are evidence about the reviewed
//! content and no part of it.
//!
//! They are found and read below the repository's working directory only: no symbolic link is followed, `.git` is not entered, and
//! how much is listed is bounded. Whoever wrote the change can have written what git tracks, so each file says whether it is
//! tracked; taking such a file for the answer of a program would let a change vouch for itself.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use crate::finding::RepoPath;

use super::disk::Disk;
use super::entry::parse_paths;
use super::read::{Reader, Source, Wanted};
use super::{Change, ChangeError, Compared, Content, Kind};

/// At most so many names are looked at in one search.
const NAMES: usize = 200_000;

/// At most so many files are given.
const PRODUCTS: usize = 1000;

/// A file in the working directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Product {
    /// The path, from the root of the working directory.
    pub path: RepoPath,
    /// When its content was last written, in whole seconds since 1970-01-01 UTC.
    pub modified: i64,
    /// Whether git knows a file by this path, in the index or in the reviewed commit.
    pub tracked: bool,
}

/// Where to look for products.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Below {
    /// The directory; the empty path is the root.
    pub directory: RepoPath,
    /// How many levels of directories are entered: 1 is the directory itself. Nothing: all of them.
    pub levels: Option<usize>,
}

impl Change {
    /// The regular files below `places` that `wanted` accepts, by path. A place that is not there holds none.
    ///
    /// # Errors
    /// There are no working files, a directory cannot be listed, or there is too much to list.
    pub async fn products<F>(&self, places: Vec<Below>, wanted: F) -> Result<Vec<Product>, ChangeError>
    where
        F: Fn(&RepoPath) -> bool + Send + 'static,
    {
        let failed = |source| ChangeError::Io { action: "looking for files in the working directory", source };
        let root = self.repository().working_files()?.to_owned();
        let search = tokio::task::spawn_blocking(move || {
            let found = search(&root, &places, wanted)?;
            if found.len() > PRODUCTS {
                return Err(io::Error::other(format!("more than {PRODUCTS} files match")));
            }
            Ok(found)
        });
        let found = search.await.unwrap_or_else(|error| Err(error.into())).map_err(failed)?;
        if found.is_empty() {
            return Ok(Vec::new());
        }
        let paths: Vec<RepoPath> = found.iter().map(|(path, _)| path.clone()).collect();
        let git = self.repository().git();
        let mut tracked = parse_paths(&git.list(git.on_paths(["ls-files", "-z"], &paths)).await?);
        if let (Compared::Commits { .. }, Some(head)) = (&self.target().compared, self.range().head) {
            tracked.extend(self.repository().tree_at(head, &paths).await?.into_iter().map(|entry| entry.path));
        }
        let tracked: BTreeSet<RepoPath> = tracked.into_iter().collect();
        let product = |(path, modified)| Product { tracked: tracked.contains(&path), path, modified };
        Ok(found.into_iter().map(product).collect())
    }

    /// Calls `work` once for each of the products at `paths`, as [`Change::map_each`] does for the reviewed content.
    ///
    /// # Errors
    /// There are no working files. A file that cannot be read is no error, but a [`Content`] of its own.
    pub async fn map_products<T, F>(&self, paths: Vec<RepoPath>, max_bytes: u64, work: F) -> Result<Vec<T>, ChangeError>
    where
        T: Send + 'static,
        F: Fn(&RepoPath, Content<'_>) -> T + Send + Sync + 'static,
    {
        let reader = Reader::new(Source::Disk(self.repository().working_files()?.to_owned()));
        let wanted = paths.into_iter().map(|path| Wanted { path, kind: Some(Kind::Regular), blob: None }).collect();
        reader.map(wanted, max_bytes, work).await
    }

    /// When the newest commit was committed that the reviewed content contains, in seconds since 1970-01-01 UTC: of commits the
    /// head, of the index and of working files the commit that they build on. What is older cannot have seen that content.
    /// Nothing when there is no commit.
    ///
    /// # Errors
    /// Git failed.
    pub async fn committed_at(&self) -> Result<Option<i64>, ChangeError> {
        let range = self.range();
        match range.head.or(range.base) {
            Some(commit) => self.repository().commit_time(commit).await,
            None => Ok(None),
        }
    }
}

/// Lists what lies below `places`, sorted, each file once.
pub(super) fn search(root: &Path, places: &[Below], wanted: impl Fn(&RepoPath) -> bool) -> io::Result<Vec<(RepoPath, i64)>> {
    let mut disk = Disk::open(root)?;
    let mut open: Vec<(RepoPath, Option<usize>)> = places.iter().map(|place| (place.directory.clone(), place.levels)).collect();
    let mut found = BTreeSet::new();
    let mut names = 0;
    while let Some((directory, levels)) = open.pop() {
        if levels == Some(0) {
            continue;
        }
        for name in disk.list(&directory)? {
            names += 1;
            if names > NAMES {
                return Err(io::Error::other(format!("there are more than {NAMES} names to look at; name a directory")));
            }
            let path = if directory.as_bytes().is_empty() {
                RepoPath::new(name.clone())
            } else {
                RepoPath::new([directory.as_bytes(), b"/", &name].concat())
            };
            match disk.kind_and_time(&path)? {
                Some((Kind::Submodule, _)) if name != b".git" => open.push((path, levels.map(|levels| levels - 1))),
                Some((Kind::Regular | Kind::Executable, modified)) if wanted(&path) => {
                    found.insert((path, modified));
                }
                _ => {}
            }
        }
    }
    Ok(found.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    use std::fs;
    use std::os::unix::fs::symlink;

    fn paths(root: &Path, places: &[(&str, Option<usize>)]) -> Vec<String> {
        let places: Vec<Below> =
            places.iter().map(|(directory, levels)| Below { directory: (*directory).into(), levels: *levels }).collect();
        let found = search(root, &places, |path| path.extension().is_some_and(|extension| extension == "txt"));
        found.expect("it can be listed").iter().map(|(path, _)| path.to_string()).collect()
    }

    #[test]
    fn only_files_below_the_places_are_found_and_no_link_is_followed() {
        let outside = tempfile::tempdir().expect("a folder");
        fs::File::create(outside.path().join("far.txt")).expect("a file");
        let inside = tempfile::tempdir().expect("a folder");
        let root = inside.path();
        for path in ["a/b/c", ".git", "d"] {
            fs::create_dir_all(root.join(path)).expect("a folder");
        }
        for path in ["top.txt", "a/one.txt", "a/b/two.txt", "a/b/c/three.txt", ".git/hidden.txt", "d/four.md"] {
            fs::File::create(root.join(path)).expect("a file");
        }
        symlink(outside.path(), root.join("out")).expect("a link");
        symlink(outside.path().join("far.txt"), root.join("link.txt")).expect("a link");
        assert_eq!(paths(root, &[("", None)]), ["a/b/c/three.txt", "a/b/two.txt", "a/one.txt", "top.txt"]);
        assert_eq!(paths(root, &[("", Some(1)), ("", Some(2))]), ["a/one.txt", "top.txt"]);
        assert_eq!(paths(root, &[("a/b", None), ("a", Some(1))]), ["a/b/c/three.txt", "a/b/two.txt", "a/one.txt"]);
        assert!(paths(root, &[("out", None), ("gone", None), ("d", None), ("a/one.txt", None)]).is_empty());
        for leaving in ["..", "a/../..", "/etc"] {
            let place = Below { directory: leaving.into(), levels: None };
            assert!(search(root, &[place], |_| true).is_err(), "{leaving}");
        }
    }
}
