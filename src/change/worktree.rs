//! What the working files are, as git would see them: the list of all, and a copy of the index that holds them.
//!
//! Git compares the copy with a commit, as it compares two commits. So moves are found among untracked files too, and the
//! repository's own index and objects stay as they are. No content filter runs: a file counts as it lies on the disk.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::finding::RepoPath;

use super::disk::Disk;
use super::entry::{parse_index, parse_paths};
use super::git::Git;
use super::raw;
use super::settings::Settings;
use super::{ChangeError, ChangedFile, Entry, Kind, Repository, Status, Whole};

/// Up to so many untracked files, with so many bytes together, are entered into the copy, where a move can be found. More of
/// them are new files without further question: otherwise all of them would have to be copied.
const UNTRACKED_FILES: usize = 2000;
const UNTRACKED_BYTES: u64 = 64 * 1024 * 1024;

/// Has git write the content of all entered files into one file, which is not synced: removing a file for each takes longer than
/// comparing them.
const INTO_A_PACK: [&str; 4] = ["-c", "core.bigFileThreshold=1", "-c", "core.fsync=none"];

/// A copy of the index, and what is not in it.
pub(super) struct Copy {
    /// Git with the copy in place of the repository's index.
    pub(super) git: Git,
    /// Changed files that the copy does not know of.
    pub(super) apart: Vec<ChangedFile>,
    _directory: Option<TempDir>,
}

/// Makes a copy of the index that holds the working files within `paths` (all, if there are none).
pub(super) async fn copy(repository: &Repository, paths: &[RepoPath]) -> Result<Copy, ChangeError> {
    let root = repository.working_files()?;
    let git = Settings::read(repository.git()).await?.without_filters(repository.git().clone());
    let touched = git.list(git.on_paths(["diff-files", "--raw", "-z", "--no-renames", "--ignore-submodules=dirty"], paths));
    let (touched, untracked) = tokio::try_join!(touched, untracked(&git, paths))?;
    let (touched, _) = raw::parse(&touched).map_err(Git::malformed("diff-files"))?;
    let touched = touched.into_iter().map(|pair| (pair.path, pair.kind)).collect();
    let Sorted { enter, remove, apart } = on_disk(root.to_owned(), move |disk| Ok(sort(disk, touched, untracked))).await?;
    if enter.is_empty() && remove.is_empty() {
        return Ok(Copy { git, apart, _directory: None });
    }
    let index = repository.index().to_owned();
    let directory = on_thread("copying the index", move || set_up(&index)).await?;
    let git = git
        .env("GIT_INDEX_FILE", directory.path().join("index"))
        .env("GIT_OBJECT_DIRECTORY", directory.path().join("objects"))
        .env("GIT_ALTERNATE_OBJECT_DIRECTORIES", quote(repository.objects().as_os_str()));
    for (paths, how) in [(remove, &["--force-remove"][..]), (enter, &["--add", "--replace"])] {
        if !paths.is_empty() {
            let input: Vec<u8> = paths.iter().flat_map(|path| path.as_bytes().iter().copied().chain([0])).collect();
            let words = ["update-index"].iter().chain(how).chain(&["-z", "--stdin"]);
            git.read(git.clone().options(INTO_A_PACK.map(Into::into)).command(words).input(input)).await?;
        }
    }
    Ok(Copy { git, apart, _directory: Some(directory) })
}

/// All working files within `paths` that are tracked, or neither tracked nor ignored, sorted by path.
pub(super) async fn list(repository: &Repository, paths: &[RepoPath]) -> Result<Vec<Entry>, ChangeError> {
    let git = repository.git();
    let root = repository.working_files()?;
    let tracked = git.list(git.on_paths(["ls-files", "--stage", "-z"], paths));
    let (tracked, untracked) = tokio::try_join!(tracked, untracked(git, paths))?;
    let (tracked, unmerged) = parse_index(&tracked).map_err(Git::malformed("ls-files"))?;
    let mut named: Vec<(RepoPath, bool)> = tracked.into_iter().map(|entry| (entry.path, entry.kind == Kind::Submodule)).collect();
    named.extend(unmerged.into_iter().map(|path| (path, false)));
    named.extend(untracked);
    // Stable, since it merges what git has sorted already.
    named.sort();
    let share = named.len().div_ceil(std::thread::available_parallelism().map_or(2, std::num::NonZeroUsize::get)).max(1);
    let mut shares = Vec::new();
    while !named.is_empty() {
        let rest = named.split_off(share.min(named.len()));
        let mine = std::mem::replace(&mut named, rest);
        let entries = move |disk: &mut Disk| Ok(mine.into_iter().filter_map(|(path, sub)| entry(disk, path, sub)).collect());
        shares.push(tokio::spawn(on_disk(root.to_owned(), entries)));
    }
    let mut entries: Vec<Entry> = Vec::new();
    for share in shares {
        entries
            .append(&mut share.await.map_err(|error| ChangeError::Io { action: "waiting for a thread", source: error.into() })??);
    }
    Ok(entries)
}

fn entry(disk: &mut Disk, path: RepoPath, repository: bool) -> Option<Entry> {
    match disk.kind(&path) {
        // The files of any other directory are listed themselves.
        Ok(Some((Kind::Submodule, _))) if !repository => None,
        Ok(Some((kind, size))) => Some(Entry { path, kind, size: Some(size), blob: None }),
        Ok(None) => None,
        // Reading it will tell why it cannot be looked at.
        Err(_) => Some(Entry { path, kind: Kind::Regular, size: None, blob: None }),
    }
}

/// The files that are neither tracked nor ignored. Another repository among them is one path, and marked.
async fn untracked(git: &Git, paths: &[RepoPath]) -> Result<Vec<(RepoPath, bool)>, ChangeError> {
    let output = git.list(git.on_paths(["ls-files", "--others", "--exclude-standard", "-z"], paths)).await?;
    let mark = |path: RepoPath| match path.as_bytes().strip_suffix(b"/") {
        Some(repository) => (RepoPath::new(repository), true),
        None => (path, false),
    };
    Ok(parse_paths(&output).into_iter().map(mark).collect())
}

/// What is to be done with what was touched.
struct Sorted {
    /// To be entered into the copy.
    enter: Vec<RepoPath>,
    /// To be taken out of the copy.
    remove: Vec<RepoPath>,
    /// Files that cannot or need not be entered.
    apart: Vec<ChangedFile>,
}

/// Sorts tracked paths that were touched, with what they hold now, and untracked ones.
fn sort(disk: &mut Disk, touched: Vec<(RepoPath, Option<Kind>)>, untracked: Vec<(RepoPath, bool)>) -> Sorted {
    let (mut enter, mut remove, mut apart) = (Vec::new(), Vec::new(), Vec::new());
    let unreadable = |file: ChangedFile| ChangedFile { whole: Some(Whole::Unreadable), ..file };
    for (path, kind) in touched {
        match kind {
            None => remove.push(path),
            Some(kind) if kind != Kind::Submodule && disk.refusal(&path).is_some() => {
                apart.push(unreadable(ChangedFile { status: Status::Modified, ..ChangedFile::new(path, kind, None) }));
            }
            Some(_) => enter.push(path),
        }
    }
    let (mut new, mut bytes) = (Vec::new(), 0u64);
    for (path, repository) in untracked {
        match disk.kind(&path) {
            _ if repository => apart.push(ChangedFile::new(path, Kind::Submodule, None)),
            Ok(Some((Kind::Submodule, _)) | None) => {}
            Ok(Some((kind, _))) if disk.refusal(&path).is_some() => apart.push(unreadable(ChangedFile::new(path, kind, None))),
            Ok(Some((kind, size))) => {
                bytes = bytes.saturating_add(size);
                new.push(ChangedFile::new(path, kind, None));
            }
            Err(_) => apart.push(unreadable(ChangedFile::new(path, Kind::Regular, None))),
        }
    }
    if new.len() <= UNTRACKED_FILES && bytes <= UNTRACKED_BYTES {
        enter.extend(new.into_iter().map(|file| file.path));
    } else {
        apart.append(&mut new);
    }
    Sorted { enter, remove, apart }
}

/// Makes a directory with a copy of `index`, which need not exist, and room for objects.
fn set_up(index: &Path) -> io::Result<TempDir> {
    let directory = tempfile::Builder::new().prefix("aurumcode-index-").tempdir()?;
    std::fs::create_dir(directory.path().join("objects"))?;
    let copy = directory.path().join("index");
    // Git compares the content of a file that changed as late as the index, since its time then tells nothing. An index that looks
    // younger than it is would have git take such a file for unchanged.
    let copied = std::fs::metadata(index).and_then(|metadata| {
        std::fs::copy(index, &copy)?;
        std::fs::File::options().write(true).open(&copy)?.set_modified(metadata.modified()?)
    });
    match copied {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        Ok(()) | Err(_) => Ok(directory),
    }
}

/// Quotes a directory for `GIT_ALTERNATE_OBJECT_DIRECTORIES` (git(1)), where a colon would end it, and for a file of alternates.
pub(super) fn quote(directory: &OsStr) -> OsString {
    let mut quoted = vec![b'"'];
    for byte in directory.as_bytes() {
        match byte {
            b'"' | b'\\' => quoted.extend([b'\\', *byte]),
            0x20..=0x7e => quoted.push(*byte),
            _ => quoted.extend(format!("\\{byte:03o}").bytes()),
        }
    }
    quoted.push(b'"');
    OsString::from_vec(quoted)
}

async fn on_disk<T: Send + 'static>(
    root: PathBuf,
    work: impl FnOnce(&mut Disk) -> io::Result<T> + Send + 'static,
) -> Result<T, ChangeError> {
    on_thread("looking at the working files", move || work(&mut Disk::open(&root)?)).await
}

async fn on_thread<T: Send + 'static>(
    action: &'static str,
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<T, ChangeError> {
    let result = tokio::task::spawn_blocking(work).await.unwrap_or_else(|error| Err(error.into()));
    result.map_err(|source| ChangeError::Io { action, source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quoted_directory_holds_no_separator() {
        let quoted = quote(OsStr::from_bytes(b"/a b/\"c\\\xff\n"));
        assert_eq!(quoted, "\"/a b/\\\"c\\\\\\377\\012\"");
    }
}
