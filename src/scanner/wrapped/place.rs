//! The directory that a program has to itself: its home, its temporary files, its settings and its report.
//!
//! The user's own home must not decide what a review finds, and a program must leave nothing behind: all of it goes when the
//! place is dropped. It lies outside the reviewed content, so that a report or a setting can never be taken for a reviewed file.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::process::Command;
use crate::scanner::ScanError;

/// How much earlier than the host a program is stopped, so that the failure names the program.
const EARLIER: Duration = Duration::from_millis(200);

/// Variables that every wrapped program gets, beside its home: plain text, and no configuration of the user or the machine.
const ENVIRONMENT: [(&str, &str); 6] = [
    ("GIT_CONFIG_GLOBAL", "/dev/null"),
    ("GIT_CONFIG_NOSYSTEM", "1"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("LC_ALL", "C.UTF-8"),
    ("NO_COLOR", "1"),
    ("TERM", "dumb"),
];

/// The directories of the XDG base directory specification, below the home. Some programs do not start where one is missing.
const XDG: [(&str, &str); 4] = [
    ("XDG_CACHE_HOME", ".cache"),
    ("XDG_CONFIG_HOME", ".config"),
    ("XDG_DATA_HOME", ".local/share"),
    ("XDG_STATE_HOME", ".local/state"),
];

/// A private directory, removed when it is dropped.
#[derive(Debug)]
pub(super) struct Place {
    directory: TempDir,
}

impl Place {
    pub(super) fn new() -> Result<Self, ScanError> {
        let make = || {
            let directory = tempfile::Builder::new().prefix("aurumcode-").tempdir()?;
            for (_, below) in XDG {
                std::fs::create_dir_all(directory.path().join("home").join(below))?;
            }
            std::fs::create_dir(directory.path().join("tmp"))?;
            Ok(Self { directory })
        };
        make().map_err(failed)
    }

    pub(super) fn path(&self) -> &Path {
        self.directory.path()
    }

    /// A file in the place, for the program to read.
    pub(super) fn write(&self, name: &str, content: &[u8]) -> Result<PathBuf, ScanError> {
        let path = self.directory.path().join(name);
        let write = || {
            if let Some(above) = path.parent() {
                std::fs::create_dir_all(above)?;
            }
            io::Write::write_all(&mut std::fs::File::create_new(&path)?, content)
        };
        write().map_err(failed)?;
        Ok(path)
    }

    /// A directory that holds nothing yet.
    pub(super) fn empty(&self) -> Result<PathBuf, ScanError> {
        tempfile::Builder::new().prefix("new-").tempdir_in(self.path()).map(TempDir::keep).map_err(failed)
    }

    /// A run of `program` in `directory`, until `deadline`.
    pub(super) fn command(&self, program: &str, directory: &Path, deadline: Instant) -> Result<Command, ScanError> {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ScanError::Execution(format!("there was no time left to run `{program}`")));
        }
        let home = self.path().join("home");
        let mut command = Command::new(program, directory).timeout(left.saturating_sub(EARLIER).max(left / 2));
        for (name, value) in ENVIRONMENT {
            command = command.env(name, value);
        }
        for (name, below) in XDG {
            command = command.env(name, home.join(below));
        }
        // A repository that the directory for temporary files happens to lie in is none of the program's business.
        let above = directory.parent().unwrap_or(directory);
        Ok(command.env("GIT_CEILING_DIRECTORIES", above).env("TMPDIR", self.path().join("tmp")).env("HOME", home))
    }
}

fn failed(error: io::Error) -> ScanError {
    ScanError::Execution(format!("a temporary directory for the program could not be made: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_home_is_its_own_and_goes_with_it() {
        let place = Place::new().expect("a place");
        let path = place.path().to_owned();
        let command = place.command("x", Path::new("/tree"), Instant::now() + Duration::from_secs(60)).expect("time");
        for name in ["HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"] {
            let value = Path::new(command.environment.get(std::ffi::OsStr::new(name)).expect(name));
            assert!(value.starts_with(&path) && value.is_dir(), "{name}");
        }
        assert!(command.timeout < Duration::from_secs(60));
        let file = place.write("settings/a.toml", b"x = 1").expect("a file");
        assert_eq!(std::fs::read(&file).expect("its content"), b"x = 1");
        assert!(place.write("settings/a.toml", b"").is_err(), "a file is never overwritten");
        assert!(place.command("x", Path::new("/tree"), Instant::now()).is_err());
        drop(place);
        assert!(!path.exists());
    }
}
