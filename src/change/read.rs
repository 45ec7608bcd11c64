//! Runs a function over the content of many files, on all cores, and gives its results in the order asked for.
//!
//! This is how an engine sees the reviewed content: one file at a time, as bytes, on a thread that may compute as long as it
//! needs. How the bytes get there (objects in batches, or working files) is the same to it. All callers share the cores.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::finding::RepoPath;

use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};
use tokio::task::{JoinError, JoinSet};

use super::disk::Disk;
use super::git::Git;
use super::objects::{self, BATCH_BYTES};
use super::raw::Malformed;
use super::{ChangeError, ChangedFile, Content, Entry, Kind, Oid};

/// How many working files one thread takes at a time.
const FILES_AT_A_TIME: usize = 64;

/// Smaller batches of objects are not worth a call of their own.
const SMALL_BATCH_BYTES: u64 = 1024 * 1024;

/// How many sizes are asked for in one call.
const SIZES_AT_A_TIME: usize = 20_000;

/// Reads the reviewed content.
#[derive(Clone)]
pub(super) struct Reader {
    source: Source,
    cores: usize,
    permits: Arc<Semaphore>,
}

/// Where the content is.
#[derive(Clone)]
pub(super) enum Source {
    /// In the object store.
    Objects(Git),
    /// In the working files below this directory.
    Disk(PathBuf),
}

/// A path to read, and what the listing says about it.
#[derive(Debug, Clone)]
pub(super) struct Wanted {
    pub(super) path: RepoPath,
    /// Nothing for a path that is not part of the reviewed content, which is then not looked for.
    pub(super) kind: Option<Kind>,
    pub(super) blob: Option<Oid>,
}

impl From<&Entry> for Wanted {
    fn from(entry: &Entry) -> Self {
        Self { path: entry.path.clone(), kind: Some(entry.kind), blob: entry.blob }
    }
}

impl From<&ChangedFile> for Wanted {
    fn from(file: &ChangedFile) -> Self {
        Self { path: file.path.clone(), kind: file.exists().then_some(file.kind), blob: file.blob }
    }
}

/// The results of some paths, with their positions.
type Results<T> = Result<Vec<(usize, T)>, ChangeError>;

impl Reader {
    pub(super) fn new(source: Source) -> Self {
        let cores = std::thread::available_parallelism().map_or(2, std::num::NonZeroUsize::get);
        Self { source, cores, permits: Arc::new(Semaphore::new(cores)) }
    }

    /// Calls `work` once for each path, in any order and on several threads, and returns its results in the order of `wanted`.
    ///
    /// When the returned future is dropped, no further call of `work` starts.
    pub(super) async fn map<T, F>(&self, wanted: Vec<Wanted>, max_bytes: u64, work: F) -> Result<Vec<T>, ChangeError>
    where
        T: Send + 'static,
        F: Fn(&RepoPath, Content<'_>) -> T + Send + Sync + 'static,
    {
        let stop = Stop::default();
        let job = Job { wanted, max_bytes, work, stopped: Arc::clone(&stop.0) };
        let count = job.wanted.len();
        let results = match &self.source {
            Source::Objects(git) => self.map_objects(git, Arc::new(job)).await?,
            Source::Disk(root) => self.map_disk(root, Arc::new(job)).await?,
        };
        let mut ordered: Vec<Option<T>> = std::iter::repeat_with(|| None).take(count).collect();
        for (position, result) in results {
            if let Some(slot) = ordered.get_mut(position) {
                *slot = Some(result);
            }
        }
        let complete: Option<Vec<T>> = ordered.into_iter().collect();
        complete.ok_or(Malformed("too few objects")).map_err(Git::malformed("cat-file"))
    }

    async fn map_disk<T, F>(&self, root: &std::path::Path, job: Arc<Job<F>>) -> Results<T>
    where
        T: Send + 'static,
        F: Fn(&RepoPath, Content<'_>) -> T + Send + Sync + 'static,
    {
        let mut tasks = JoinSet::new();
        for start in (0..job.wanted.len()).step_by(FILES_AT_A_TIME) {
            let (job, permits, root) = (Arc::clone(&job), Arc::clone(&self.permits), root.to_owned());
            tasks.spawn(async move {
                let permit = permits.acquire_owned().await;
                on_thread(permit, move || job.disk(&root, start)).await
            });
        }
        collect(tasks).await
    }

    async fn map_objects<T, F>(&self, git: &Git, job: Arc<Job<F>>) -> Results<T>
    where
        T: Send + 'static,
        F: Fn(&RepoPath, Content<'_>) -> T + Send + Sync + 'static,
    {
        let sizes = self.sizes(git, &job.wanted).await?;
        let mut readable: Vec<usize> = Vec::new();
        let mut answered: Vec<(usize, Content<'static>)> = Vec::new();
        for (position, wanted) in job.wanted.iter().enumerate() {
            match (wanted.kind, sizes[position]) {
                (None, _) => answered.push((position, Content::Missing)),
                (Some(Kind::Submodule), _) => answered.push((position, Content::Submodule)),
                (_, None) => answered.push((position, lost())),
                (_, Some(size)) if size > job.max_bytes => answered.push((position, Content::TooLarge { size })),
                (_, Some(_)) => readable.push(position),
            }
        }
        let blobs: Vec<(Oid, u64)> =
            readable.iter().filter_map(|position| Some((job.wanted[*position].blob?, sizes[*position]?))).collect();
        let total: u64 = blobs.iter().map(|blob| blob.1).sum();
        let share = total / u64::try_from(self.cores).unwrap_or(1);
        let mut tasks = JoinSet::new();
        for batch in objects::batches(&blobs, share.clamp(SMALL_BATCH_BYTES, BATCH_BYTES)) {
            let (job, permits, git) = (Arc::clone(&job), Arc::clone(&self.permits), git.clone());
            let (blobs, positions) = (blobs[batch.clone()].to_vec(), readable[batch].to_vec());
            tasks.spawn(async move {
                let permit = permits.acquire_owned().await;
                let mut read = objects::read(&git, &blobs).await?;
                on_thread(permit, move || job.objects(&mut read, &blobs, &positions)).await
            });
        }
        let permits = Arc::clone(&self.permits);
        tasks.spawn(async move { on_thread(permits.acquire_owned().await, move || Ok(job.answer(answered))).await });
        collect(tasks).await
    }

    /// The size of each path's blob.
    async fn sizes(&self, git: &Git, wanted: &[Wanted]) -> Result<Vec<Option<u64>>, ChangeError> {
        let blob = |position: &usize| wanted[*position].kind.is_some_and(|kind| kind != Kind::Submodule);
        let asked: Vec<usize> = (0..wanted.len()).filter(blob).collect();
        let mut tasks = JoinSet::new();
        for group in asked.chunks(SIZES_AT_A_TIME) {
            let group: Vec<(usize, Oid)> =
                group.iter().filter_map(|position| Some((*position, wanted[*position].blob?))).collect();
            let (git, permits) = (git.clone(), Arc::clone(&self.permits));
            tasks.spawn(async move {
                let _permit = permits.acquire().await;
                let oids: Vec<Oid> = group.iter().map(|one| one.1).collect();
                let sizes = objects::sizes(&git, &oids).await?;
                Ok(group.into_iter().map(|one| one.0).zip(sizes).collect())
            });
        }
        let mut sizes = vec![None; wanted.len()];
        for (position, size) in collect(tasks).await? {
            sizes[position] = size;
        }
        Ok(sizes)
    }
}

/// One call of [`Reader::map`].
struct Job<F> {
    wanted: Vec<Wanted>,
    max_bytes: u64,
    work: F,
    stopped: Arc<AtomicBool>,
}

impl<T, F: Fn(&RepoPath, Content<'_>) -> T> Job<F> {
    /// Handles the working files from position `start`.
    fn disk(&self, root: &std::path::Path, start: usize) -> Results<T> {
        let mut disk = Disk::open(root)
            .map_err(|source| ChangeError::Io { action: "opening the directory of the working files", source })?;
        let mut buffer = Vec::new();
        let mine = self.wanted.iter().enumerate().skip(start).take(FILES_AT_A_TIME).take_while(|_| !self.stopped());
        let mut results = Vec::new();
        for (position, wanted) in mine {
            let content = match wanted.kind {
                None => Content::Missing,
                Some(Kind::Submodule) => Content::Submodule,
                Some(Kind::Regular | Kind::Executable | Kind::Symlink) => disk.read(&wanted.path, self.max_bytes, &mut buffer),
            };
            results.push((position, (self.work)(&wanted.path, content)));
        }
        Ok(results)
    }

    /// Handles a batch of blobs.
    fn objects(&self, read: &mut objects::Blobs, blobs: &[(Oid, u64)], positions: &[usize]) -> Results<T> {
        let mut results = Vec::new();
        for ((oid, _), position) in blobs.iter().zip(positions).take_while(|_| !self.stopped()) {
            let bytes = read.next(*oid).map_err(Git::malformed("cat-file"))?;
            let content = match bytes {
                Some(bytes) => Content::Bytes(bytes.into()),
                None => lost(),
            };
            results.push((*position, (self.work)(&self.wanted[*position].path, content)));
        }
        Ok(results)
    }

    /// Handles what was not read.
    fn answer(&self, answered: Vec<(usize, Content<'static>)>) -> Vec<(usize, T)> {
        let answered = answered.into_iter().take_while(|_| !self.stopped());
        answered.map(|(position, content)| (position, (self.work)(&self.wanted[position].path, content))).collect()
    }

    fn stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}

fn lost() -> Content<'static> {
    Content::Unreadable { why: "its object is not in the repository".to_owned() }
}

/// Tells running threads, when it is dropped, that nobody waits for them any more.
#[derive(Default)]
struct Stop(Arc<AtomicBool>);

impl Drop for Stop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A share of the cores; nothing when there are none left to wait for.
type Permit = Result<OwnedSemaphorePermit, AcquireError>;

/// Runs `work` on a thread that may block. The permit goes with it, so that it counts until its end, waited for or not.
async fn on_thread<T: Send + 'static>(
    permit: Permit,
    work: impl FnOnce() -> Result<T, ChangeError> + Send + 'static,
) -> Result<T, ChangeError> {
    let work = move || {
        let result = work();
        drop(permit);
        result
    };
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(error) => Err(propagate(error)),
    }
}

/// Waits for all tasks; the first error ends it, and a panic goes on in the caller.
async fn collect<T: 'static>(mut tasks: JoinSet<Results<T>>) -> Results<T> {
    let mut all = Vec::new();
    while let Some(results) = tasks.join_next().await {
        match results {
            Ok(results) => all.append(&mut results?),
            Err(error) => return Err(propagate(error)),
        }
    }
    Ok(all)
}

/// Lets a panic go on in whoever waits. Otherwise the runtime is shutting down.
fn propagate(error: JoinError) -> ChangeError {
    match error.try_into_panic() {
        Ok(panic) => std::panic::resume_unwind(panic),
        Err(error) => ChangeError::Io { action: "waiting for a thread", source: error.into() },
    }
}
