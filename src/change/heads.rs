//! Where branches point, here and in a remote, and in which directory a branch is worked on.
//!
//! Asking a remote is the one call of this room that uses the network, and only for whoever asks by this name: a review never does.
//! It reads; nothing is fetched.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::time::Duration;

use bstr::ByteSlice;

use super::git::Git;
use super::raw::Malformed;
use super::{ChangeError, Oid, Repository, commits};

/// How long a remote may take to answer.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The transports that git itself trusts by default (git-config(1), `protocol.allow`). `ext` would run a command.
const TRANSPORTS: &str = "file:git:http:https:ssh";

impl Repository {
    /// The commit that a local branch points to; nothing when there is no such branch.
    ///
    /// # Errors
    /// Git failed.
    pub async fn branch(&self, name: &str) -> Result<Option<Oid>, ChangeError> {
        let found = commits::read(self.git(), &[format!("refs/heads/{name}")]).await?;
        Ok(found.into_iter().flatten().next().map(|commit| commit.oid))
    }

    /// The commit that a name stands for: a branch, a tag, an id; nothing when it is none.
    ///
    /// # Errors
    /// Git failed.
    pub async fn commit_of(&self, name: &str) -> Result<Option<Oid>, ChangeError> {
        let found = commits::read(self.git(), &[name.to_owned()]).await?;
        Ok(found.into_iter().flatten().next().map(|commit| commit.oid))
    }

    /// The branch that is checked out here; nothing when it is a commit by itself.
    ///
    /// # Errors
    /// Git failed.
    pub async fn current_branch(&self) -> Result<Option<String>, ChangeError> {
        let output = self.git().run(self.git().command(["symbolic-ref", "--quiet", "HEAD"])).await?;
        let name = output.stdout.to_str_lossy().trim_end().to_owned();
        Ok(name.strip_prefix("refs/heads/").filter(|_| output.success()).map(str::to_owned))
    }

    /// The commit that a branch of a remote points to, as the remote says now; nothing when it has no such branch.
    ///
    /// # Errors
    /// The remote does not answer.
    pub async fn remote_branch(&self, remote: &str, name: &str) -> Result<Option<Oid>, ChangeError> {
        let reference = format!("refs/heads/{name}");
        let command = self.git().command(["ls-remote", "--", remote, &reference]).env("GIT_ALLOW_PROTOCOL", TRANSPORTS);
        let output = self.git().read(command.timeout(TIMEOUT)).await?;
        // A pattern can fit more names than the one that is meant.
        let lines = output.lines().filter_map(|line| line.split_once_str("\t"));
        let found = lines.into_iter().find(|(_, found)| *found == reference.as_bytes());
        let parsed = found.map(|(oid, _)| Oid::parse(oid).ok_or(Malformed("something else than an id")));
        parsed.transpose().map_err(Git::malformed("ls-remote"))
    }

    /// The directory in which a branch is checked out: that of this repository, or of a linked worktree; nothing when it is nowhere.
    ///
    /// # Errors
    /// Git failed.
    pub async fn worktree_of(&self, branch: &str) -> Result<Option<PathBuf>, ChangeError> {
        let output = self.git().read(self.git().command(["worktree", "list", "--porcelain", "-z"])).await?;
        let (mut directory, wanted) = (None, format!("branch refs/heads/{branch}"));
        for line in output.split_str("\0") {
            if let Some(path) = line.strip_prefix(b"worktree ") {
                directory = Some(PathBuf::from(OsStr::from_bytes(path)));
            } else if line == wanted.as_bytes() {
                return Ok(directory);
            }
        }
        Ok(None)
    }
}
