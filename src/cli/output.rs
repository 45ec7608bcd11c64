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
    if std::fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        let mut device: File = OpenOptions::new().write(true).open(path)?;
        device.write_all(bytes)?;
        return device.flush();
    }
    let directory = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    if !directory.is_dir() {
        return Err(io::Error::new(io::ErrorKind::NotFound, format!("there is no directory {}", directory.display())));
    }
    let write = || {
        let mut file =
            tempfile::Builder::new().prefix(".aurumcode-").permissions(Permissions::from_mode(mode)).tempfile_in(directory)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error)
    };
    // The error's own words name the temporary file, which means nothing to anybody.
    write().map(drop).map_err(|error| io::Error::from(error.kind()))
}
