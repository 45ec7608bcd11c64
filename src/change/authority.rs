//! The files that say how to judge a change: settings, rules, accepted findings, skills, and whose they are.
//!
//! Who changes the code must not choose what judges it. So everything that has power is read through this one type, from one side:
//! the commit that the change is to be merged into, the working copy of a developer who judges their own work, or the directory of
//! a central policy. What cannot be read is never taken for absent.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use bstr::ByteSlice;

use crate::finding::RepoPath;

use super::disk::Disk;
use super::product::{Below, search};
use super::read::{Reader, Source, Wanted};
use super::{Change, ChangeError, Content, Kind, Oid, Repository};

/// Which side of a change has power.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The commit that the change is to be merged into: nothing in the change can alter it.
    Base,
    /// The working copy, or in a bare repository the reviewed commit.
    Head,
}

/// A tree of files that say how to judge.
#[derive(Clone)]
pub struct Authority(Tree);

#[derive(Clone)]
enum Tree {
    Nothing,
    Commit(Repository, Oid),
    Directory(PathBuf),
}

/// Files by path: each is a [`Content::Bytes`], or the reason why there is something that cannot be read.
pub type JudgingFiles = BTreeMap<RepoPath, Content<'static>>;

impl Change {
    /// The files of one side. The base of a first commit has none.
    pub fn authority(&self, side: Side) -> Authority {
        let commit = |commit: Option<Oid>| match commit {
            Some(commit) => Authority(Tree::Commit(self.repository().clone(), commit)),
            None => Authority::nothing(),
        };
        match (side, self.repository().top_level()) {
            (Side::Base, _) => commit(self.judging_commit()),
            (Side::Head, Some(top)) => Authority::directory(top),
            (Side::Head, None) => commit(self.range().head),
        }
    }
}

impl Authority {
    /// No files at all.
    pub const fn nothing() -> Self {
        Self(Tree::Nothing)
    }

    /// The files of a directory. No symbolic link in it is followed.
    pub fn directory(root: impl Into<PathBuf>) -> Self {
        Self(Tree::Directory(root.into()))
    }

    /// The commit, where it is one.
    pub fn commit(&self) -> Option<Oid> {
        match &self.0 {
            Tree::Commit(_, commit) => Some(*commit),
            Tree::Nothing | Tree::Directory(_) => None,
        }
    }

    /// The directory, where it is one.
    pub fn root(&self) -> Option<&Path> {
        match &self.0 {
            Tree::Directory(root) => Some(root),
            Tree::Nothing | Tree::Commit(..) => None,
        }
    }

    /// Exactly these files. A path at which there is nothing is left out; one that holds something else than a regular file of at
    /// most `max_bytes` bytes, or that leads over a symbolic link, is there with the reason.
    ///
    /// # Errors
    /// The tree could not be read at all.
    pub async fn read(&self, paths: &[RepoPath], max_bytes: u64) -> Result<JudgingFiles, ChangeError> {
        let mut found = self.find(paths, max_bytes, |path| paths.contains(path)).await?;
        let absent: Vec<&RepoPath> = paths.iter().filter(|path| !found.contains_key(*path)).collect();
        for (path, why) in self.obstacles(&absent).await? {
            found.insert(path, Content::Unreadable { why: why.to_owned() });
        }
        Ok(found)
    }

    /// The content of one file; [`Content::Missing`] where there is none.
    ///
    /// # Errors
    /// The tree could not be read at all.
    pub async fn read_one(&self, path: &RepoPath, max_bytes: u64) -> Result<Content<'static>, ChangeError> {
        Ok(self.read(std::slice::from_ref(path), max_bytes).await?.remove(path).unwrap_or(Content::Missing))
    }

    /// The files at `places` and below them that `wanted` takes. The empty path is the root.
    ///
    /// # Errors
    /// The tree could not be read at all.
    pub async fn find(
        &self,
        places: &[RepoPath],
        max_bytes: u64,
        wanted: impl Fn(&RepoPath) -> bool,
    ) -> Result<JudgingFiles, ChangeError> {
        if places.is_empty() {
            return Ok(JudgingFiles::new());
        }
        let (source, listed) = match &self.0 {
            Tree::Nothing => return Ok(JudgingFiles::new()),
            Tree::Commit(repository, commit) => {
                let inside: Vec<RepoPath> = places.iter().filter(|place| !leads_out(place)).cloned().collect();
                let tree = if inside.is_empty() { Vec::new() } else { repository.tree_at(*commit, &inside).await? };
                (Source::Objects(repository.git().clone()), tree.iter().map(Wanted::from).collect())
            }
            Tree::Directory(root) => {
                let (root, places) = (root.clone(), places.to_vec());
                let below = root.clone();
                let listing = tokio::task::spawn_blocking(move || on_disk(&below, &places)).await;
                (Source::Disk(root), listing.unwrap_or_else(|error| Err(error.into())).map_err(failed)?)
            }
        };
        let listed: Vec<Wanted> = listed.into_iter().filter(|entry| wanted(&entry.path)).collect();
        let (files, others): (Vec<Wanted>, Vec<Wanted>) =
            listed.into_iter().partition(|entry| entry.kind.is_some_and(Kind::is_file));
        let paths: Vec<RepoPath> = files.iter().map(|file| file.path.clone()).collect();
        let read = Reader::new(source).map(files, max_bytes, |_, content| content.into_owned()).await?;
        // Below a directory links are left alone; one that is named exactly is meant.
        let named = others.into_iter().filter(|entry| places.contains(&entry.path));
        let why = |kind| if kind == Some(Kind::Symlink) { LINK } else { NO_FILE };
        let refused = named.map(|entry| (entry.path, Content::Unreadable { why: why(entry.kind).to_owned() }));
        Ok(paths.into_iter().zip(read).filter(|(_, content)| *content != Content::Missing).chain(refused).collect())
    }

    /// Those of `paths` that cannot be read although something is there, each with the reason.
    async fn obstacles(&self, paths: &[&RepoPath]) -> Result<Vec<(RepoPath, &'static str)>, ChangeError> {
        let steps = |path: &RepoPath| -> Vec<RepoPath> {
            let bytes = path.as_bytes();
            let ends = bytes.find_iter("/").chain([bytes.len()]);
            ends.map(|end| RepoPath::new(&bytes[..end])).filter(|step| !leads_out(step)).collect()
        };
        let all: Vec<RepoPath> = paths.iter().flat_map(|path| steps(path)).collect();
        if all.is_empty() {
            return Ok(Vec::new());
        }
        let kinds: BTreeMap<RepoPath, Kind> = match &self.0 {
            Tree::Nothing => return Ok(Vec::new()),
            Tree::Commit(repository, commit) => repository.kinds_at(*commit, &all).await?,
            Tree::Directory(root) => {
                let mut disk = Disk::open(root).map_err(failed)?;
                let kind = |step: RepoPath| Ok(disk.kind(&step)?.map(|(kind, _)| (step, kind)));
                let kinds: io::Result<Vec<Option<(RepoPath, Kind)>>> = all.into_iter().map(kind).collect();
                kinds.map_err(failed)?.into_iter().flatten().collect()
            }
        };
        let obstacle = |path: &RepoPath| {
            let at = |step: &RepoPath| kinds.get(step).copied();
            if steps(path).iter().any(|step| at(step) == Some(Kind::Symlink)) {
                Some(LINK)
            } else {
                at(path).filter(|kind| !kind.is_file()).map(|_| NO_FILE)
            }
        };
        Ok(paths.iter().filter_map(|path| Some(((*path).clone(), obstacle(path)?))).collect())
    }
}

/// Why a link is not read.
const LINK: &str = "it is a symbolic link, which is not followed";

/// Why something else is not read.
const NO_FILE: &str = "it is not a regular file";

fn failed(source: io::Error) -> ChangeError {
    ChangeError::Io { action: "reading the files that say how to judge", source }
}

/// The files at and below `places`, links that are named exactly among them.
fn on_disk(root: &Path, places: &[RepoPath]) -> io::Result<Vec<Wanted>> {
    let mut disk = Disk::open(root)?;
    let mut found: BTreeMap<RepoPath, Kind> = BTreeMap::new();
    for place in places {
        let is_root = place.as_bytes().is_empty();
        match if is_root { Some((Kind::Submodule, 0)) } else { disk.kind(place)? } {
            Some((Kind::Submodule, _)) => {
                let below = search(root, &[Below { directory: place.clone(), levels: None }], |_| true)?;
                found.extend(below.into_iter().map(|(path, _)| (path, Kind::Regular)));
            }
            Some((kind, _)) => {
                found.insert(place.clone(), kind);
            }
            None => {}
        }
    }
    Ok(found.into_iter().map(|(path, kind)| Wanted { path, kind: Some(kind), blob: None }).collect())
}

/// Whether a path means another place than one in the tree.
fn leads_out(path: &RepoPath) -> bool {
    !path.as_bytes().is_empty() && path.as_bytes().split_str("/").any(|segment| matches!(segment, b"" | b"." | b".."))
}

impl std::fmt::Debug for Authority {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.0 {
            Tree::Nothing => f.write_str("Authority(nothing)"),
            Tree::Commit(_, commit) => write!(f, "Authority({commit})"),
            Tree::Directory(root) => write!(f, "Authority({})", root.display()),
        }
    }
}
