//! A git directory of its own onto the repository's objects, for programs that read the history by themselves.
//!
//! Such a program would follow the repository's configuration, its attributes, its replaced and grafted commits and whatever an
//! ignore file in the working copy says. Here is nothing but the objects, which are only read. Where the history is cut off, git
//! fails here instead of taking the cut for the beginning.

use std::io::{self, Write};
use std::path::Path;

use tempfile::TempDir;

use super::{ChangeError, ObjectFormat, Repository, worktree};

/// A private git directory without branches, removed when it is dropped. Commits are named by their ids.
#[derive(Debug)]
pub struct Detached {
    directory: TempDir,
}

impl Detached {
    /// The directory.
    pub fn path(&self) -> &Path {
        self.directory.path()
    }
}

impl Repository {
    /// Makes one for this repository.
    ///
    /// # Errors
    /// It could not be written.
    pub fn detached(&self) -> Result<Detached, ChangeError> {
        use std::os::unix::ffi::OsStrExt;
        let make = || -> io::Result<Detached> {
            let directory = tempfile::Builder::new().prefix("aurumcode-git-").tempdir()?;
            for name in ["objects/info", "refs"] {
                std::fs::create_dir_all(directory.path().join(name))?;
            }
            let write = |name: &str, text: &[u8]| std::fs::File::create_new(directory.path().join(name))?.write_all(text);
            // A branch that does not exist: nothing is read from a `HEAD`.
            write("HEAD", b"ref: refs/heads/none\n")?;
            write("config", config(self.object_format()).as_bytes())?;
            write("objects/info/alternates", &[worktree::quote(self.objects().as_os_str()).as_bytes(), b"\n"].concat())?;
            Ok(Detached { directory })
        };
        make().map_err(|source| ChangeError::Io { action: "making a git directory for reading the history", source })
    }
}

fn config(format: ObjectFormat) -> &'static str {
    match format {
        ObjectFormat::Sha1 => "[core]\n\trepositoryformatversion = 0\n\tbare = true\n",
        ObjectFormat::Sha256 => "[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tobjectformat = sha256\n",
    }
}
