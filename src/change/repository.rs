//! The repository under review: where it is, and what it can tell about commits.
//!
//! Opening it asks git once for everything that does not change during a review.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use bstr::ByteSlice;

use crate::finding::RepoPath;
use crate::process::{Exit, Runner};

use super::commits::{self, Commit};
use super::git::Git;
use super::{ChangeError, ObjectFormat, Oid};

/// A repository that git can read.
#[derive(Clone)]
pub struct Repository(Arc<Facts>);

struct Facts {
    git: Git,
    opened_at: PathBuf,
    top: Option<PathBuf>,
    git_dir: PathBuf,
    common_dir: PathBuf,
    objects: PathBuf,
    index: PathBuf,
    format: ObjectFormat,
    bare: bool,
    shallow: bool,
    version: String,
}

/// A line that `git rev-parse` hands through, so that paths with line breaks can be told apart.
const SEPARATOR: &str = "--aurumcode-separator";

impl Repository {
    /// Opens the repository that `directory` lies in: its top level, a directory below it, a linked worktree, a submodule or a
    /// bare repository.
    ///
    /// # Errors
    /// No such directory, no repository, one that git refuses to read, no git or a git that is too old.
    pub async fn open(directory: &Path, runner: Arc<dyn Runner>) -> Result<Self, ChangeError> {
        Self::open_with_index(directory, runner, None).await
    }

    /// The same, with the index at `index`: git gives a hook its own one in the variable `GIT_INDEX_FILE` when `git commit` was
    /// called with paths or with `-a`.
    ///
    /// # Errors
    /// As for [`Repository::open`].
    pub async fn open_with_index(directory: &Path, runner: Arc<dyn Runner>, index: Option<&Path>) -> Result<Self, ChangeError> {
        let Some(opened_at) = std::fs::canonicalize(directory).ok().filter(|path| path.is_dir()) else {
            return Err(ChangeError::NoDirectory { directory: directory.to_owned() });
        };
        let git = Git::new(runner, &opened_at);
        let arguments = [
            "rev-parse",
            "--path-format=absolute",
            "--is-bare-repository",
            "--is-shallow-repository",
            "--show-object-format",
            "--git-dir",
            SEPARATOR,
            "--git-common-dir",
            SEPARATOR,
            "--git-path",
            "objects",
            SEPARATOR,
            "--git-path",
            "index",
            SEPARATOR,
            "--show-toplevel",
        ];
        let (version, output) = tokio::try_join!(git.version(), git.run(git.command(arguments)))?;
        // Without working files the last question fails; the answers in front of it are there all the same.
        let Some(answers) = Answers::parse(&output.stdout) else {
            return Err(match git.failure("rev-parse", &output) {
                ChangeError::GitFailed { detail, .. } => ChangeError::UnusableRepository { directory: opened_at, detail },
                other => other,
            });
        };
        let top = answers.top.filter(|_| output.exit == Exit::Code(0));
        let mut git = git.within(top.as_deref().unwrap_or(&answers.git_dir));
        if let Some(index) = index {
            git = git.env("GIT_INDEX_FILE", opened_at.join(index));
        }
        Ok(Self(Arc::new(Facts {
            index: index.map_or(answers.index, |index| opened_at.join(index)),
            git,
            opened_at,
            top,
            git_dir: answers.git_dir,
            common_dir: answers.common_dir,
            objects: answers.objects,
            format: answers.format,
            bare: answers.bare,
            shallow: answers.shallow,
            version,
        })))
    }

    /// The directory of the working files; nothing for a bare repository.
    pub fn top_level(&self) -> Option<&Path> {
        self.0.top.as_deref()
    }

    /// The directory that holds this worktree's `HEAD` and index.
    pub fn git_dir(&self) -> &Path {
        &self.0.git_dir
    }

    /// The directory that all worktrees of the repository share.
    pub fn common_dir(&self) -> &Path {
        &self.0.common_dir
    }

    /// Which hash names the objects.
    pub fn object_format(&self) -> ObjectFormat {
        self.0.format
    }

    /// Whether it is bare.
    pub fn is_bare(&self) -> bool {
        self.0.bare
    }

    /// Whether its history was cut off by a shallow clone, as of when it was opened.
    pub fn is_shallow(&self) -> bool {
        self.0.shallow
    }

    /// The version of git, for example `2.47.3`.
    pub fn git_version(&self) -> &str {
        &self.0.version
    }

    /// The address of a remote, with `url.<base>.insteadOf` applied and without user name and password; nothing when there is no
    /// such remote.
    ///
    /// # Errors
    /// Git cannot be run.
    pub async fn remote_url(&self, name: &str) -> Result<Option<String>, ChangeError> {
        let output = self.git().run(self.git().command(["remote", "get-url", "--", name])).await?;
        let url = output.stdout.to_str_lossy();
        Ok(output.success().then(|| without_credentials(url.trim_end_matches('\n'))))
    }

    /// The best common ancestor of two commits, the first one git names if there are several; nothing when there is none.
    ///
    /// # Errors
    /// A commit does not exist, or its history cannot be read.
    pub async fn merge_base(&self, one: Oid, other: Oid) -> Result<Option<Oid>, ChangeError> {
        commits::merge_base(self.git(), one, other).await
    }

    /// The commit that a branch, a tag or an id names; nothing: the one that is checked out.
    ///
    /// # Errors
    /// It names no commit, or git failed.
    pub async fn commit_named(&self, name: Option<&str>) -> Result<Oid, ChangeError> {
        super::base::head(self, name).await
    }

    /// Whether `oid` is a commit of this repository.
    ///
    /// # Errors
    /// Git cannot be run.
    pub async fn commit_exists(&self, oid: Oid) -> Result<bool, ChangeError> {
        Ok(self.commit(oid).await?.is_some())
    }

    /// When a commit was committed, in seconds since 1970-01-01 UTC; nothing when it does not exist.
    ///
    /// # Errors
    /// Git cannot be run.
    pub async fn commit_time(&self, oid: Oid) -> Result<Option<i64>, ChangeError> {
        Ok(self.commit(oid).await?.map(|commit| commit.time))
    }

    async fn commit(&self, oid: Oid) -> Result<Option<Commit>, ChangeError> {
        Ok(commits::read(self.git(), &[oid.to_string()]).await?.pop().flatten())
    }

    /// Turns a path as the user gives it, absolute or from the directory the repository was opened at, into one from its root.
    /// The file need not exist. A bare repository has no directory to stand in: there a path counts from the root.
    ///
    /// # Errors
    /// The path lies outside the repository.
    pub fn locate(&self, path: &Path) -> Result<RepoPath, ChangeError> {
        let outside = || ChangeError::OutsideRepository { path: path.to_owned() };
        let (top, from) = self.top_level().map_or((Path::new(""), Path::new("")), |top| (top, self.0.opened_at.as_path()));
        let mut full = PathBuf::new();
        for component in from.join(path).components() {
            match component {
                Component::CurDir => {}
                Component::ParentDir => {
                    let within = full.pop();
                    if !within && top.as_os_str().is_empty() {
                        return Err(outside());
                    }
                }
                Component::Prefix(_) | Component::RootDir | Component::Normal(_) => full.push(component),
            }
        }
        // A shell that came through a symbolic link gives paths that lead through it. Links inside the tree are not followed.
        let through_a_link =
            || full.ancestors().filter(|directory| directory.canonicalize().is_ok_and(|real| real == top)).last();
        let root = if full.starts_with(top) && (full.is_relative() || !top.as_os_str().is_empty()) {
            Some(top)
        } else {
            through_a_link()
        };
        let inside = root.and_then(|root| full.strip_prefix(root).ok()).ok_or_else(outside)?;
        Ok(RepoPath::new(inside.as_os_str().as_bytes()))
    }

    pub(super) fn git(&self) -> &Git {
        &self.0.git
    }

    pub(super) fn objects(&self) -> &Path {
        &self.0.objects
    }

    pub(super) fn index(&self) -> &Path {
        &self.0.index
    }

    /// The directory of the working files, which must exist.
    pub(super) fn working_files(&self) -> Result<&Path, ChangeError> {
        self.top_level().ok_or_else(|| ChangeError::NoWorkingTree { directory: self.0.git_dir.clone() })
    }
}

/// The version of the git on the `PATH`, for example `2.47.3`.
///
/// # Errors
/// There is none, or it is too old.
pub async fn git_version(runner: Arc<dyn Runner>) -> Result<String, ChangeError> {
    Git::new(runner, "/").version().await
}

impl std::fmt::Debug for Repository {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Repository").field("git_dir", &self.0.git_dir).field("top", &self.0.top).finish_non_exhaustive()
    }
}

/// What `git rev-parse` answers.
struct Answers {
    bare: bool,
    shallow: bool,
    format: ObjectFormat,
    git_dir: PathBuf,
    common_dir: PathBuf,
    objects: PathBuf,
    index: PathBuf,
    top: Option<PathBuf>,
}

impl Answers {
    fn parse(output: &[u8]) -> Option<Self> {
        let mut lines = output.splitn_str(4, "\n");
        let (bare, shallow, format) = (flag(lines.next()?)?, flag(lines.next()?)?, lines.next()?);
        let format = match format {
            b"sha1" => ObjectFormat::Sha1,
            b"sha256" => ObjectFormat::Sha256,
            _ => return None,
        };
        let separator = format!("\n{SEPARATOR}\n");
        let mut paths = lines.next()?.split_str(&separator);
        let mut next = || paths.next().filter(|path| path.starts_with(b"/")).map(|path| PathBuf::from(OsStr::from_bytes(path)));
        let (git_dir, common_dir, objects, index) = (next()?, next()?, next()?, next()?);
        let top = paths.next().and_then(|path| path.strip_suffix(b"\n")).filter(|path| path.starts_with(b"/"));
        let top = top.map(|path| PathBuf::from(OsStr::from_bytes(path)));
        Some(Self { bare, shallow, format, git_dir, common_dir, objects, index, top })
    }
}

fn flag(text: &[u8]) -> Option<bool> {
    match text {
        b"true" => Some(true),
        b"false" => Some(false),
        _ => None,
    }
}

/// Takes `user:password@` out of `scheme://user:password@host/…`.
fn without_credentials(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at(end);
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    format!("{scheme}://{host}{path}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_loses_its_credentials() {
        let table = [
            ("https://user:p@ss@host.example/a@b.git", "https://host.example/a@b.git"),
            ("https://host.example/a.git", "https://host.example/a.git"),
            ("ssh://git@host.example:22/a.git", "ssh://host.example:22/a.git"),
            ("git@host.example:a.git", "git@host.example:a.git"),
            ("/srv/a.git", "/srv/a.git"),
            ("https://token@host.example", "https://host.example"),
        ];
        for (url, expected) in table {
            assert_eq!(without_credentials(url), expected);
        }
    }

    #[test]
    fn answers_of_an_old_git_are_none() {
        assert!(Answers::parse(b"--path-format=absolute\nfalse\nfalse\nsha1\n.git\n").is_none());
        assert!(Answers::parse(b"").is_none());
        let text = format!("false\ntrue\nsha1\n/a\n{SEPARATOR}\n/a\nb\n{SEPARATOR}\n/o\n{SEPARATOR}\n/i\n{SEPARATOR}\n");
        let bare = Answers::parse(text.as_bytes()).expect("answers");
        assert!(bare.top.is_none() && bare.shallow && bare.common_dir == Path::new("/a\nb"));
        let answers = Answers::parse(format!("{text}/a\n").as_bytes()).expect("answers");
        assert_eq!(answers.top.as_deref(), Some(Path::new("/a")));
    }
}
