//! Where the configuration is read from: a directory, a commit, a policy; and which file in it counts.
//!
//! This room never runs git. Whoever holds a commit gives its blobs through [`Files`]; [`Directory`] reads a working copy.

use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;

use crate::finding::{Code, Diagnostic};

/// The file at the root of the repository.
pub const MAIN_FILE: &str = ".aurumcode.yml";

/// The file that is read when [`MAIN_FILE`] is absent.
pub const OTHER_FILE: &str = ".aurumcode/config.yml";

/// Names that look like the configuration and are not read. Taking such a file for "no configuration" would drop a gate silently.
const MISNAMED: [&str; 4] = [".aurumcode.yaml", "aurumcode.yml", "aurumcode.yaml", ".aurumcode/config.yaml"];

/// Every file that is looked for when a configuration is read: for whoever must fetch them beforehand.
pub fn looked_for() -> impl Iterator<Item = &'static str> {
    [MAIN_FILE, OTHER_FILE].into_iter().chain(MISNAMED)
}

/// A tree of files.
pub trait Files {
    /// The content of the regular file at a slash-separated path below the root; nothing when there is none. More than `limit`
    /// bytes need not be read, but one more than `limit` must be returned for a larger file.
    ///
    /// # Errors
    /// When there is something that is not a regular file (a symbolic link above all), or that cannot be read.
    fn read(&self, path: &str, limit: usize) -> io::Result<Option<Vec<u8>>>;
}

/// A directory of the file system, whose links are not followed.
#[derive(Debug, Clone)]
pub struct Directory(PathBuf);

impl Directory {
    /// The tree below `root`.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self(root.into())
    }
}

impl Files for Directory {
    fn read(&self, path: &str, limit: usize) -> io::Result<Option<Vec<u8>>> {
        let mut full = self.0.clone();
        let mut seen = None;
        for name in path.split('/') {
            full.push(name);
            match fs::symlink_metadata(&full) {
                Ok(metadata) if metadata.is_symlink() => {
                    return Err(io::Error::other("it is a symbolic link, which is not followed"));
                }
                Ok(metadata) => seen = Some(metadata),
                Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => return Ok(None),
                Err(error) => return Err(error),
            }
        }
        let seen = seen.filter(fs::Metadata::is_file).ok_or_else(|| io::Error::other("it is not a regular file"))?;
        let file = File::open(&full)?;
        let opened = file.metadata()?;
        if (opened.dev(), opened.ino()) != (seen.dev(), seen.ino()) {
            return Err(io::Error::other("it was replaced while it was read"));
        }
        let mut bytes = Vec::new();
        file.take(u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1)).read_to_end(&mut bytes)?;
        Ok(Some(bytes))
    }
}

/// The name and content of the configuration; nothing when there is none.
pub(super) fn locate(files: &dyn Files, limit: usize) -> Result<Option<(&'static str, Vec<u8>)>, Vec<Diagnostic>> {
    let read = |name: &'static str| {
        files.read(name, limit).map_err(|error| {
            let problem = Diagnostic::new(Code::CONFIG_UNREADABLE_FILE, format!("cannot read `{name}`: {error}"));
            vec![problem.help("make it a regular file that this user may read")]
        })
    };
    match (read(MAIN_FILE)?, read(OTHER_FILE)?) {
        (Some(_), Some(_)) => {
            let message = format!("both `{MAIN_FILE}` and `{OTHER_FILE}` exist, and only one can count");
            Err(vec![
                Diagnostic::new(Code::CONFIG_TWO_FILES, message)
                    .help(format!("move what `{OTHER_FILE}` says into `{MAIN_FILE}` and remove it")),
            ])
        }
        (Some(bytes), None) => Ok(Some((MAIN_FILE, bytes))),
        (None, Some(bytes)) => Ok(Some((OTHER_FILE, bytes))),
        (None, None) => {
            for name in MISNAMED {
                if read(name)?.is_some() {
                    let problem = Diagnostic::new(
                        Code::CONFIG_MISNAMED_FILE,
                        format!("`{name}` is not read: the configuration has another name"),
                    );
                    return Err(vec![problem.help(format!("rename it to `{MAIN_FILE}`"))]);
                }
            }
            Ok(None)
        }
    }
}
