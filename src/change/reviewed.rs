//! The change under review: what is compared, which files and lines it touches, and the content to look at.
//!
//! Everything that an engine, the gate or a report asks about the change is answered here, for commits, the index and working
//! files alike.

use std::sync::Arc;

use tokio::sync::OnceCell;

use crate::finding::RepoPath;

use super::comparison::Comparison;
use super::diff;
use super::entry::parse_index;
use super::extent::{Extent, extent};
use super::git::Git;
use super::materialise::{Materialised, materialise};
use super::read::{Reader, Source, Wanted};
use super::target::lies_within;
use super::{BaseChoice, ChangeError, ChangedFile, Compared, Content, Entry, Oid, Range, Repository, Target, Whole, worktree};

/// What is under review.
pub struct Change {
    repository: Repository,
    target: Target,
    range: Range,
    base: BaseChoice,
    judge: Option<Oid>,
    files: Vec<ChangedFile>,
    reader: Reader,
    tree: OnceCell<Arc<[Entry]>>,
    whole_tree: OnceCell<Arc<[Entry]>>,
    materialised: OnceCell<Materialised>,
}

impl Change {
    /// Determines the change that `target` asks for.
    ///
    /// # Errors
    /// A name is no commit, no base can be found, there is nothing of the kind to review, or git failed. An unknown base is never
    /// an empty change.
    pub async fn resolve(repository: Repository, mut target: Target) -> Result<Self, ChangeError> {
        target.paths.retain(|path| !path.as_bytes().is_empty());
        let source = match target.compared {
            Compared::Worktree => Source::Disk(repository.working_files()?.to_owned()),
            Compared::Staged => repository.working_files().map(|_| Source::Objects(repository.git().clone()))?,
            Compared::Commits { .. } => Source::Objects(repository.git().clone()),
        };
        let Extent { range, base, judge } = extent(&repository, &target).await?;
        let mut change = Self {
            repository,
            target,
            range,
            base,
            judge,
            files: Vec::new(),
            reader: Reader::new(source),
            tree: OnceCell::new(),
            whole_tree: OnceCell::new(),
            materialised: OnceCell::new(),
        };
        change.files = change.compare().await?;
        change.check_paths().await?;
        tracing::info!(files = change.files.len(), range = ?change.range, "the change is determined");
        Ok(change)
    }

    /// The repository.
    pub fn repository(&self) -> &Repository {
        &self.repository
    }

    /// What was asked for.
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// The commits that bound the change.
    pub fn range(&self) -> Range {
        self.range
    }

    /// What it is compared with, and why with that.
    pub fn base(&self) -> &BaseChoice {
        &self.base
    }

    /// The commit whose files say how to judge; see [`Change::authority`](super::Authority).
    pub(super) fn judging_commit(&self) -> Option<Oid> {
        self.judge
    }

    /// The changed files, sorted by the bytes of their paths. None: the change is valid and empty.
    pub fn files(&self) -> &[ChangedFile] {
        &self.files
    }

    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// How many lines the change adds; those of binary files do not count. Nothing when they were not counted: when everything
    /// counts as added, and for very large changes.
    pub fn added_lines(&self) -> Option<u64> {
        self.files.iter().map(|file| if file.whole == Some(Whole::Binary) { Some(0) } else { file.added.count() }).sum()
    }

    /// The changed file at `path`.
    pub fn file(&self, path: &RepoPath) -> Option<&ChangedFile> {
        let position = self.files.binary_search_by(|file| file.path.cmp(path)).ok()?;
        self.files.get(position)
    }

    /// Whether the change touches the file at `path`.
    pub fn changed(&self, path: &RepoPath) -> bool {
        self.file(path).is_some()
    }

    /// Whether the change added or rewrote this line of the reviewed content, counted from 1.
    pub fn is_added(&self, path: &RepoPath, line: u32) -> bool {
        self.adds_any(path, line, line)
    }

    /// Whether the change added or rewrote any line from `first` through `last`.
    pub fn adds_any(&self, path: &RepoPath, first: u32, last: u32) -> bool {
        self.file(path).is_some_and(|file| file.added.intersects(first, last))
    }

    /// All files of the reviewed content within the target's paths, sorted by path. It is listed once.
    ///
    /// # Errors
    /// Git failed.
    pub async fn tree(&self) -> Result<Arc<[Entry]>, ChangeError> {
        if self.target.paths.is_empty() {
            return self.whole_tree().await;
        }
        self.tree.get_or_try_init(|| self.list(&self.target.paths)).await.cloned()
    }

    /// All files of the reviewed content, sorted by path, whatever the target's paths are. It is listed once.
    ///
    /// # Errors
    /// Git failed.
    pub async fn whole_tree(&self) -> Result<Arc<[Entry]>, ChangeError> {
        self.whole_tree.get_or_try_init(|| self.list(&[])).await.cloned()
    }

    /// Calls `work` once for each of `paths` with its content, on all cores and in any order, and returns the results in the
    /// order of `paths`. A file of more than `max_bytes` is not read; a path that is not part of the reviewed content is
    /// [`Content::Missing`].
    ///
    /// `work` may compute as long as it needs. When the returned future is dropped, no further call of it starts. A panic in it
    /// goes on in the caller.
    ///
    /// # Errors
    /// Git failed. A single file that cannot be read is no error, but a [`Content`] of its own.
    pub async fn map_each<T, F>(&self, paths: Vec<RepoPath>, max_bytes: u64, work: F) -> Result<Vec<T>, ChangeError>
    where
        T: Send + 'static,
        F: Fn(&RepoPath, Content<'_>) -> T + Send + Sync + 'static,
    {
        let wanted = self.wanted(paths).await?;
        self.reader.map(wanted, max_bytes, work).await
    }

    /// The same as [`Change::map_each`], for a sink that keeps what it needs.
    ///
    /// # Errors
    /// As for [`Change::map_each`].
    pub async fn read_each<F>(&self, paths: Vec<RepoPath>, max_bytes: u64, sink: F) -> Result<(), ChangeError>
    where
        F: Fn(&RepoPath, Content<'_>) + Send + Sync + 'static,
    {
        self.map_each(paths, max_bytes, sink).await.map(drop)
    }

    /// The content of one path.
    ///
    /// # Errors
    /// Git failed.
    pub async fn read_one(&self, path: &RepoPath, max_bytes: u64) -> Result<Content<'static>, ChangeError> {
        let mut read = self.map_each(vec![path.clone()], max_bytes, |_, content| content.into_owned()).await?;
        Ok(read.pop().unwrap_or(Content::Missing))
    }

    /// The whole reviewed content as files in a private directory, for programs that can only read files. It is written once, and
    /// removed with the change.
    ///
    /// # Errors
    /// Git failed, or the files could not be written.
    pub async fn materialised(&self) -> Result<&Materialised, ChangeError> {
        let write = || async { materialise(&self.reader, &self.whole_tree().await?).await };
        self.materialised.get_or_try_init(write).await
    }

    /// The content of `paths` alone as files in a private directory of the caller's own, which is removed with it.
    ///
    /// # Errors
    /// As for [`Change::materialised`].
    pub async fn materialise(&self, paths: Vec<RepoPath>) -> Result<Materialised, ChangeError> {
        let wanted = self.wanted(paths).await?.into_iter();
        let entry = |wanted: Wanted| Some(Entry { path: wanted.path, kind: wanted.kind?, size: None, blob: wanted.blob });
        let mut entries: Vec<Entry> = wanted.filter_map(entry).collect();
        entries.sort_unstable_by(|one, other| one.path.cmp(&other.path));
        entries.dedup_by(|next, first| next.path == first.path);
        materialise(&self.reader, &entries).await
    }

    /// What the listings say about `paths`. Changed files need no listing of the whole content.
    async fn wanted(&self, paths: Vec<RepoPath>) -> Result<Vec<Wanted>, ChangeError> {
        let tree = if paths.iter().all(|path| self.changed(path)) { Arc::default() } else { self.whole_tree().await? };
        let find = |path: RepoPath| match (self.file(&path), tree.binary_search_by(|entry| entry.path.cmp(&path))) {
            (Some(file), _) => Wanted::from(file),
            (None, Ok(position)) => Wanted::from(&tree[position]),
            (None, Err(_)) => Wanted { path, kind: None, blob: None },
        };
        Ok(paths.into_iter().map(find).collect())
    }

    /// The changed files.
    async fn compare(&self) -> Result<Vec<ChangedFile>, ChangeError> {
        let (git, paths) = (self.repository.git(), self.target.paths.as_slice());
        match (&self.target.compared, self.range) {
            (_, Range { base: None, .. }) => {
                let new = |entry: &Entry| ChangedFile::new(entry.path.clone(), entry.kind, entry.blob);
                Ok(self.tree().await?.iter().map(new).collect())
            }
            (Compared::Commits { .. }, Range { base: Some(base), head: Some(head) }) => {
                diff::files(git, &Comparison::Commits { base, head }, paths).await
            }
            (Compared::Worktree, Range { base: Some(base), .. }) => {
                let copy = worktree::copy(&self.repository, paths).await?;
                let mut files = diff::files(&copy.git, &Comparison::Index { base }, paths).await?;
                files.retain(|file| copy.apart.iter().all(|apart| apart.path != file.path));
                files.extend(copy.apart);
                files.sort_unstable_by(|one, other| one.path.cmp(&other.path));
                Ok(files)
            }
            (_, Range { base: Some(base), .. }) => diff::files(git, &Comparison::Index { base }, paths).await,
        }
    }

    /// Lists the reviewed content within `paths`.
    async fn list(&self, paths: &[RepoPath]) -> Result<Arc<[Entry]>, ChangeError> {
        let git = self.repository.git();
        let mut entries = match (&self.target.compared, self.range.head) {
            (Compared::Worktree, _) => worktree::list(&self.repository, paths).await?,
            (Compared::Commits { .. }, Some(head)) => self.repository.tree_at(head, paths).await?,
            (Compared::Staged | Compared::Commits { .. }, _) => {
                let output = git.list(git.on_paths(["ls-files", "--stage", "-z"], paths)).await?;
                let (entries, unmerged) = parse_index(&output).map_err(Git::malformed("ls-files"))?;
                if !unmerged.is_empty() {
                    return Err(ChangeError::Unmerged { paths: unmerged });
                }
                entries
            }
        };
        entries.sort_unstable_by(|one, other| one.path.cmp(&other.path));
        entries.dedup_by(|next, first| next.path == first.path);
        Ok(entries.into())
    }

    /// Refuses a path that restricts the review to nothing.
    async fn check_paths(&self) -> Result<(), ChangeError> {
        let touched = |prefix: &RepoPath| {
            self.files.iter().any(|file| {
                lies_within(&file.path, prefix) || file.old_path.as_ref().is_some_and(|path| lies_within(path, prefix))
            })
        };
        for prefix in self.target.paths.iter().filter(|prefix| !touched(prefix)) {
            if !self.tree().await?.iter().any(|entry| lies_within(&entry.path, prefix)) {
                return Err(ChangeError::UnknownPath { path: prefix.clone() });
            }
        }
        Ok(())
    }
}

impl std::fmt::Debug for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Change")
            .field("base", &self.base)
            .field("range", &self.range)
            .field("files", &self.files)
            .finish_non_exhaustive()
    }
}
