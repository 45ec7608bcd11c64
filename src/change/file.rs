//! What happened to one file of the change.

use crate::finding::RepoPath;

use super::{LineRanges, Oid};

/// What a path holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A file.
    Regular,
    /// A file with the executable bit.
    Executable,
    /// A symbolic link; its content is the text of its target. It is never followed.
    Symlink,
    /// The commit of another repository. It is never opened.
    Submodule,
}

impl Kind {
    /// Reads a file mode as git prints it: six octal digits. Nothing for a directory or an unknown mode.
    pub(super) fn of_mode(mode: &[u8]) -> Option<Self> {
        match mode {
            b"100644" | b"100664" | b"100600" => Some(Self::Regular),
            b"100755" => Some(Self::Executable),
            b"120000" => Some(Self::Symlink),
            b"160000" => Some(Self::Submodule),
            _ => None,
        }
    }

    /// Whether it is a file, executable or not.
    pub const fn is_file(self) -> bool {
        matches!(self, Self::Regular | Self::Executable)
    }
}

/// How a file changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// There was no such path before.
    Added,
    /// Other content, or another executable bit.
    Modified,
    /// There is no such path any more.
    Deleted,
    /// Moved from `old_path`, at least half of the content alike.
    Renamed,
    /// New, and at least half of it like `old_path`, which was changed or removed as well.
    Copied,
    /// It became another kind of thing: a file a symbolic link, a submodule a file.
    TypeChanged,
}

impl Status {
    /// The word that reports and the audit use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Modified => "modified",
            Self::Deleted => "deleted",
            Self::Renamed => "renamed",
            Self::Copied => "copied",
            Self::TypeChanged => "type-changed",
        }
    }
}

/// Why all lines of a file count as added, instead of single ones.
///
/// Where lines cannot be told apart, all of them count: a file can be over-reported by this, and never hidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whole {
    /// All of it is new at this place: added, copied, or another kind of thing than before.
    New,
    /// Git takes it for binary, because of a NUL byte near its start or its size.
    Binary,
    /// The line diff of the change is longer than what is read of it.
    DiffTooLong,
    /// The working file cannot be read, so nothing is known about it.
    Unreadable,
}

/// One file of the change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedFile {
    /// Its path; of a deleted file, the path it had.
    pub path: RepoPath,
    /// Where a renamed or copied file comes from.
    pub old_path: Option<RepoPath>,
    /// What happened.
    pub status: Status,
    /// What the path holds now; of a deleted file, what it held.
    pub kind: Kind,
    /// What the path (or `old_path`) held before; nothing for an added file.
    pub old_kind: Option<Kind>,
    /// The object it holds now, a commit for a submodule; nothing for a deleted file and where the content has no object.
    pub blob: Option<Oid>,
    /// The object it held before.
    pub old_blob: Option<Oid>,
    /// The line numbers of the new content that the change added or rewrote. None for a submodule or a deleted file.
    pub added: LineRanges,
    /// The line numbers of the old content that the change removed or rewrote.
    pub removed: LineRanges,
    /// Why `added` is the whole file, where it is.
    pub whole: Option<Whole>,
}

impl ChangedFile {
    /// A file of which everything is new.
    pub(super) fn new(path: RepoPath, kind: Kind, blob: Option<Oid>) -> Self {
        let lines = if kind == Kind::Submodule { LineRanges::none() } else { LineRanges::whole() };
        Self {
            path,
            old_path: None,
            status: Status::Added,
            kind,
            old_kind: None,
            blob,
            old_blob: None,
            whole: (!lines.is_empty()).then_some(Whole::New),
            added: lines,
            removed: LineRanges::none(),
        }
    }

    /// Whether there is something at `path` after the change.
    pub fn exists(&self) -> bool {
        self.status != Status::Deleted
    }

    /// Whether there is a regular file to read at `path` after the change.
    pub fn is_readable(&self) -> bool {
        self.exists() && self.kind.is_file()
    }

    /// Whether the change puts anything new into the file, be it an empty file.
    pub fn adds(&self) -> bool {
        !self.added.is_empty() || self.whole.is_some()
    }
}
