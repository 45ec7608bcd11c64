//! Where text leaves the program: standard output, standard error and files.
//!
//! Only [`Redacted`] text passes. A file appears whole or not at all: it is written beside its place and renamed over it.

use std::fs::{File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::redaction::Redacted;

/// The two standard streams, or what a test puts in their place.
pub struct Streams<'a> {
    /// Results.
    pub out: &'a mut (dyn Write + Send),
    /// Messages about the run.
    pub err: &'a mut (dyn Write + Send),
}

impl Streams<'_> {
    /// Prints a result. A reader that has gone away is no failure: the exit status still tells the verdict.
    pub fn print(&mut self, text: &Redacted) -> io::Result<()> {
        match self.out.write_all(text.as_str().as_bytes()).and_then(|()| self.out.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            other => other,
        }
    }

    /// Prints a message about the run. When even that fails there is nobody left to tell.
    pub fn say(&mut self, text: &Redacted) {
        let _nobody_left = self.err.write_all(text.as_str().as_bytes()).and_then(|()| self.err.flush());
    }
}

/// Writes `text` to `path` with `mode`, whole or not at all. A device or a pipe is written to as it is.
pub fn write_file(path: &Path, text: &Redacted, mode: u32) -> io::Result<()> {
    let bytes = text.as_str().as_bytes();
    if is_device(path) {
        let mut device: File = OpenOptions::new().write(true).open(path)?;
        device.write_all(bytes)?;
        return device.flush();
    }
    let directory = directory(path)?;
    let write = || {
        let mut file = beside(directory, mode)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error)
    };
    // The error's own words name the temporary file, which means nothing to anybody.
    write().map(drop).map_err(|error| io::Error::from(error.kind()))
}

/// Writes `text` to `path`, whole or not at all, where nothing is yet.
///
/// # Errors
/// [`io::ErrorKind::AlreadyExists`] when there is something, be it a link that leads nowhere, or when it came there meanwhile.
pub(super) fn create_file(path: &Path, text: &Redacted, mode: u32) -> io::Result<()> {
    let directory = directory(path)?;
    let write = || {
        let mut file = beside(directory, mode)?;
        file.write_all(text.as_str().as_bytes())?;
        file.as_file().sync_all()?;
        file.persist_noclobber(path).map_err(|error| error.error)
    };
    write().map(drop).map_err(|error| io::Error::from(error.kind()))
}

/// Makes a directory where there is none.
///
/// # Errors
/// There is something else, be it a link: it could lead out of the working copy.
pub(super) fn make_directory(path: &Path) -> io::Result<()> {
    match std::fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() => Ok(()),
        Ok(_) => Err(io::ErrorKind::NotADirectory.into()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => std::fs::create_dir(path),
        Err(error) => Err(error),
    }
}

/// Adds `text` to a file that others write to as well, such as the summary of a CI run.
pub(super) fn append_file(path: &Path, text: &Redacted) -> io::Result<()> {
    let mut file = OpenOptions::new().append(true).create(true).open(path)?;
    file.write_all(text.as_str().as_bytes())?;
    file.flush()
}

/// Whether [`write_file`] could write to `path`, as far as that can be known without writing to it.
pub(super) fn try_file(path: &Path) -> io::Result<()> {
    if is_device(path) {
        // Opening a pipe would wait for its reader; its mode has to do.
        let writable = rustix::fs::access(path, rustix::fs::Access::WRITE_OK);
        return writable.map_err(|error| io::Error::from(io::Error::from(error).kind()));
    }
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    beside(directory(path)?, 0o600).map(drop).map_err(|error| io::Error::from(error.kind()))
}

fn is_device(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// The directory that a file lies in, which must exist.
fn directory(path: &Path) -> io::Result<&Path> {
    let directory = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    if directory.is_dir() {
        return Ok(directory);
    }
    Err(io::Error::new(io::ErrorKind::NotFound, format!("there is no directory {}", directory.display())))
}

/// A new file in `directory`, which is to take another one's place.
fn beside(directory: &Path, mode: u32) -> io::Result<tempfile::NamedTempFile> {
    tempfile::Builder::new().prefix(".aurumcode-").permissions(Permissions::from_mode(mode)).tempfile_in(directory)
}
