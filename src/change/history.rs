//! The content of any commit, for what is judged by another state than the reviewed one: the configuration of the base.

use std::collections::BTreeMap;

use bstr::ByteSlice;

use crate::finding::RepoPath;

use super::entry::parse_tree;
use super::git::Git;
use super::raw::Malformed;
use super::read::{Reader, Source, Wanted};
use super::{ChangeError, Content, Entry, Kind, Oid, Repository};

impl Repository {
    /// All files of a commit within `paths` (all, if there are none), sorted by path.
    ///
    /// # Errors
    /// There is no such commit, or git failed.
    pub async fn tree_at(&self, commit: Oid, paths: &[RepoPath]) -> Result<Vec<Entry>, ChangeError> {
        let git = self.git();
        let output = git.list(git.on_paths(["ls-tree", "-r", "-z", "--full-tree", &commit.to_string()], paths)).await?;
        let mut entries = parse_tree(&output).map_err(Git::malformed("ls-tree"))?;
        entries.sort_unstable_by(|one, other| one.path.cmp(&other.path));
        entries.dedup_by(|next, first| next.path == first.path);
        Ok(entries)
    }

    /// What exactly these paths of a commit hold; a directory counts as a submodule, as in the working files.
    ///
    /// # Errors
    /// There is no such commit, or git failed.
    pub(super) async fn kinds_at(&self, commit: Oid, paths: &[RepoPath]) -> Result<BTreeMap<RepoPath, Kind>, ChangeError> {
        let git = self.git();
        let output = git.list(git.on_paths(["ls-tree", "-z", "--full-tree", &commit.to_string()], paths)).await?;
        let kind = |record: &[u8]| {
            let (head, path) = record.split_once_str("\t")?;
            let mode = head.split_once_str(" ")?.0;
            let kind = if mode == b"040000" { Kind::Submodule } else { Kind::of_mode(mode)? };
            Some((RepoPath::new(path), kind))
        };
        let records = output.split_str("\0").filter(|record| !record.is_empty());
        let kinds: Option<BTreeMap<RepoPath, Kind>> = records.map(kind).collect();
        kinds.ok_or_else(|| Git::malformed("ls-tree")(Malformed("an entry of an unknown kind")))
    }

    /// The content of one path of a commit; [`Content::Missing`] when the commit has no such file.
    ///
    /// # Errors
    /// There is no such commit, or git failed.
    pub async fn read_at(&self, commit: Oid, path: &RepoPath, max_bytes: u64) -> Result<Content<'static>, ChangeError> {
        // Git refuses a path that leads out of the tree; here it is one that the tree does not hold.
        let leads_out = path.as_bytes().split_str("/").any(|segment| matches!(segment, b"" | b"." | b".."));
        let within = if leads_out { &[] } else { std::slice::from_ref(path) };
        let tree = self.tree_at(commit, within).await?;
        let wanted: Vec<Wanted> = tree.iter().filter(|entry| entry.path == *path).map(Wanted::from).collect();
        let reader = Reader::new(Source::Objects(self.git().clone()));
        let mut read = reader.map(wanted, max_bytes, |_, content| content.into_owned()).await?;
        Ok(read.pop().unwrap_or(Content::Missing))
    }
}
