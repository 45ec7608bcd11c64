//! Reads working files without ever leaving the repository's directory.
//!
//! Each directory on the way is opened from the one above it and may not be a symbolic link; neither may the file. So nothing
//! that the reviewed content holds can make another file be read, not even by changing while it is read.

use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::Path;

use bstr::ByteSlice;
use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags, Stat};

use crate::finding::RepoPath;

use super::{Content, Kind};

/// The working files. It remembers the directory it was in last: sorted paths are read with one open call each.
pub(super) struct Disk {
    root: OwnedFd,
    parent: Option<(Vec<u8>, OwnedFd)>,
}

impl Disk {
    /// The working files below `root`.
    pub(super) fn open(root: &Path) -> io::Result<Self> {
        let root = rustix::fs::open(root, OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?;
        Ok(Self { root, parent: None })
    }

    /// Reads a path into `buffer`, if it holds at most `max_bytes`.
    pub(super) fn read<'b>(&mut self, path: &RepoPath, max_bytes: u64, buffer: &'b mut Vec<u8>) -> Content<'b> {
        buffer.clear();
        match self.try_read(path, max_bytes, buffer) {
            Ok(Some(size)) => Content::TooLarge { size },
            Ok(None) => Content::Bytes(buffer.as_slice().into()),
            Err(error) if is_absent(&error) => Content::Missing,
            Err(error) => Content::Unreadable { why: error.to_string() },
        }
    }

    /// What a path holds and how many bytes; nothing when there is no such file, or it is none that git could track.
    pub(super) fn kind(&mut self, path: &RepoPath) -> io::Result<Option<(Kind, u64)>> {
        let Some(stat) = self.stat(path)? else { return Ok(None) };
        let size = u64::try_from(stat.st_size).unwrap_or_default();
        Ok(kind_of(&stat).map(|kind| (kind, if kind == Kind::Submodule { 0 } else { size })))
    }

    /// What a path holds and when that was last written, in seconds since 1970-01-01 UTC.
    pub(super) fn kind_and_time(&mut self, path: &RepoPath) -> io::Result<Option<(Kind, i64)>> {
        let Some(stat) = self.stat(path)? else { return Ok(None) };
        Ok(kind_of(&stat).map(|kind| (kind, stat.st_mtime)))
    }

    /// The names in a directory, in no order; none when there is no such directory.
    pub(super) fn list(&self, directory: &RepoPath) -> io::Result<Vec<Vec<u8>>> {
        let opened = match self.directory(directory.as_bytes()) {
            Ok(opened) => opened,
            Err(error) if is_absent(&error) => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let names =
            Dir::read_from(opened.as_ref().unwrap_or(&self.root))?.map(|entry| Ok(entry?.file_name().to_bytes().to_vec()));
        let names: io::Result<Vec<Vec<u8>>> = names.collect();
        Ok(names?.into_iter().filter(|name| name != b"." && name != b"..").collect())
    }

    /// The state of a path, links not followed; nothing when there is no such path.
    fn stat(&mut self, path: &RepoPath) -> io::Result<Option<Stat>> {
        let stat = self.parent(path).and_then(|(parent, name)| Ok(rustix::fs::statat(parent, name, AtFlags::SYMLINK_NOFOLLOW)?));
        match stat {
            Ok(stat) => Ok(Some(stat)),
            Err(error) if is_absent(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Why a path that holds something cannot be read; nothing when it can.
    pub(super) fn refusal(&mut self, path: &RepoPath) -> Option<String> {
        // One byte shows it: a longer file is given up on after it was opened.
        match self.try_read(path, 0, &mut Vec::new()) {
            Err(error) if !is_absent(&error) => Some(error.to_string()),
            Ok(_) | Err(_) => None,
        }
    }

    /// Fills `buffer`, or gives the size of a file that is larger than allowed.
    fn try_read(&mut self, path: &RepoPath, max_bytes: u64, buffer: &mut Vec<u8>) -> io::Result<Option<u64>> {
        let (parent, name) = self.parent(path)?;
        // Without O_NONBLOCK a named pipe would wait for its writer.
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let file = match rustix::fs::openat(parent, name, flags, Mode::empty()) {
            Ok(file) => file,
            Err(rustix::io::Errno::LOOP) => {
                buffer.extend_from_slice(rustix::fs::readlinkat(parent, name, Vec::new())?.as_bytes());
                return Ok(None);
            }
            Err(error) => return Err(error.into()),
        };
        let stat = rustix::fs::fstat(&file)?;
        if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
            return Err(io::Error::other("it is not a regular file"));
        }
        let size = u64::try_from(stat.st_size).unwrap_or_default();
        if size > max_bytes {
            return Ok(Some(size));
        }
        buffer.reserve(usize::try_from(size).unwrap_or_default() + 1);
        let read = std::fs::File::from(file).take(max_bytes.saturating_add(1)).read_to_end(buffer)?;
        let read = u64::try_from(read).unwrap_or(u64::MAX);
        Ok((read > max_bytes).then_some(read))
    }

    /// The directory that `path` lies in, and its last segment.
    fn parent<'p>(&mut self, path: &'p RepoPath) -> io::Result<(BorrowedFd<'_>, &'p [u8])> {
        let path = path.as_bytes();
        let (directory, name) = path.rsplit_once_str("/").unwrap_or((b"", path));
        check(name)?;
        if directory.is_empty() {
            return Ok((self.root.as_fd(), name));
        }
        if self.parent.as_ref().is_none_or(|parent| parent.0 != directory) {
            self.parent = self.directory(directory)?.map(|opened| (directory.to_vec(), opened));
        }
        let parent = self.parent.as_ref().map_or(self.root.as_fd(), |parent| parent.1.as_fd());
        Ok((parent, name))
    }

    /// Opens a directory below the root, each part of its path from the one above; nothing for the root itself.
    fn directory(&self, directory: &[u8]) -> io::Result<Option<OwnedFd>> {
        let mut opened = None;
        for segment in directory.split_str("/").filter(|_| !directory.is_empty()) {
            check(segment)?;
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            let above = opened.as_ref().unwrap_or(&self.root);
            opened = Some(rustix::fs::openat(above, segment, flags, Mode::empty())?);
        }
        Ok(opened)
    }
}

/// What git would call a state; nothing for what it cannot track. A directory is one, where it could be another repository.
fn kind_of(stat: &Stat) -> Option<Kind> {
    match FileType::from_raw_mode(stat.st_mode) {
        FileType::RegularFile if Mode::from_raw_mode(stat.st_mode).contains(Mode::XUSR) => Some(Kind::Executable),
        FileType::RegularFile => Some(Kind::Regular),
        FileType::Symlink => Some(Kind::Symlink),
        FileType::Directory => Some(Kind::Submodule),
        _ => None,
    }
}

/// Refuses a path segment that means another place.
fn check(segment: &[u8]) -> io::Result<()> {
    match segment {
        b"" | b"." | b".." => Err(io::Error::other("its path leaves the repository")),
        _ => Ok(()),
    }
}

/// Whether there is nothing at a path, because a part of it is missing, or is no directory, or is a symbolic link.
fn is_absent(error: &io::Error) -> bool {
    let absent = [rustix::io::Errno::NOENT, rustix::io::Errno::NOTDIR, rustix::io::Errno::LOOP];
    absent.iter().any(|errno| error.raw_os_error() == Some(errno.raw_os_error()))
}

#[cfg(test)]
mod tests {
    use super::*;

    use std::io::Write as _;
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    fn create(path: &Path, bytes: &[u8]) {
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        std::fs::File::create(path).and_then(|mut file| file.write_all(bytes)).expect("a file");
    }

    #[test]
    fn nothing_outside_is_read() {
        let outside = tempfile::tempdir().expect("a directory");
        create(&outside.path().join("secret"), b"secret");
        let inside = tempfile::tempdir().expect("a directory");
        let root = inside.path();
        create(&root.join("d/e/f"), b"inside");
        create(&root.join("d/run"), b"#!");
        std::fs::set_permissions(root.join("d/run"), std::fs::Permissions::from_mode(0o755)).expect("a mode");
        symlink(outside.path().join("secret"), root.join("link")).expect("a link");
        symlink(outside.path(), root.join("directory")).expect("a link");
        symlink("e", root.join("d/same")).expect("a link");
        rustix::fs::mkfifoat(rustix::fs::CWD, root.join("pipe"), Mode::RUSR).expect("a pipe");
        let mut disk = Disk::open(root).expect("a directory");
        let target = outside.path().join("secret");
        let bytes = |bytes: &[u8]| Content::Bytes(bytes.to_vec().into());
        let unreadable = |why: &str| Content::Unreadable { why: why.to_owned() };
        let table = [
            ("d/e/f", bytes(b"inside"), Some(Kind::Regular)),
            ("d/run", bytes(b"#!"), Some(Kind::Executable)),
            ("link", bytes(target.as_os_str().as_encoded_bytes()), Some(Kind::Symlink)),
            ("directory/secret", Content::Missing, None),
            ("d/same/f", Content::Missing, None),
            ("d/same", bytes(b"e"), Some(Kind::Symlink)),
            ("d/e/f/g", Content::Missing, None),
            ("gone", Content::Missing, None),
            ("pipe", unreadable("it is not a regular file"), None),
            ("d", unreadable("it is not a regular file"), Some(Kind::Submodule)),
        ];
        let mut buffer = Vec::new();
        for (path, expected, kind) in &table {
            assert_eq!(disk.read(&(*path).into(), 1000, &mut buffer), *expected, "{path}");
            assert_eq!(disk.kind(&(*path).into()).expect(path).map(|found| found.0), *kind, "{path}");
        }
        for path in ["../secret", "d/../../secret", "/etc/passwd", "d//e/f", "./d/e/f", "", "d/"] {
            assert_eq!(disk.read(&path.into(), 1000, &mut buffer), unreadable("its path leaves the repository"), "{path}");
            assert!(disk.kind(&path.into()).is_err(), "{path}");
        }
        assert_eq!(disk.read(&"d/e/f".into(), 5, &mut buffer), Content::TooLarge { size: 6 });
        assert_eq!(disk.read(&"d/e/f".into(), 6, &mut buffer), bytes(b"inside"));
    }
}
