//! From a path in a program's report back to the reviewed file.
//!
//! Programs name files in their own ways: absolute, with `./`, as a URI, with the real path of a linked temporary directory, or with
//! bytes that are no UTF-8 replaced. A finding about a file that was not handed over is no finding but a report that is not to be
//! believed.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

use crate::finding::RepoPath;
use crate::scanner::ScanError;

/// The files that a program was given, below the directory it was given them in.
#[derive(Debug, Clone)]
pub struct Paths {
    roots: Vec<PathBuf>,
    /// The name of the directory with which each relative name begins, if there is one.
    below: Option<OsString>,
    files: BTreeSet<RepoPath>,
    /// Files whose names are no UTF-8, by what a program makes of them; nothing where two look the same.
    replaced: BTreeMap<String, Option<RepoPath>>,
}

impl Paths {
    /// The files below `root`.
    pub fn new(root: &Path, files: impl IntoIterator<Item = RepoPath>) -> Self {
        let files: BTreeSet<RepoPath> = files.into_iter().collect();
        let mut replaced = BTreeMap::new();
        for path in files.iter().filter(|path| path.as_str().is_none()) {
            let shown = String::from_utf8_lossy(path.as_bytes()).into_owned();
            replaced.entry(shown).and_modify(|known| *known = None).or_insert_with(|| Some(path.clone()));
        }
        let mut roots = vec![root.to_owned()];
        roots.extend(std::fs::canonicalize(root).ok().filter(|real| real != root));
        Self { roots, below: None, files, replaced }
    }

    /// The same files for a program that runs in the directory above the root.
    #[must_use]
    pub(super) fn named_from_above(mut self) -> Self {
        self.below = self.roots.first().and_then(|root| root.file_name()).map(OsStr::to_owned);
        self
    }

    /// The files, by path.
    pub fn files(&self) -> &BTreeSet<RepoPath> {
        &self.files
    }

    /// These alone, of which `arguments` are the names as a command has them: for what one run of several says.
    ///
    /// # Errors
    /// As for [`Paths::file`].
    pub(super) fn only(&self, arguments: &[OsString]) -> Result<Self, ScanError> {
        let files: Result<BTreeSet<RepoPath>, ScanError> =
            arguments.iter().map(|argument| self.file(argument.as_bytes())).collect();
        Ok(Self { files: files?, ..self.clone() })
    }

    /// The file that a program names by a plain path, absolute or relative to the root.
    ///
    /// # Errors
    /// [`ScanError::InvalidOutput`] when it is none of the files.
    pub fn file(&self, named: impl AsRef<[u8]>) -> Result<RepoPath, ScanError> {
        let named = named.as_ref();
        let outside = || {
            let shown = RepoPath::new(named);
            ScanError::InvalidOutput(format!("its report names `{shown}`, which is none of the files that it was given"))
        };
        let relative = self.relative(Path::new(OsStr::from_bytes(named))).ok_or_else(outside)?;
        if self.files.contains(&relative) {
            return Ok(relative);
        }
        relative.as_str().and_then(|shown| self.replaced.get(shown)?.clone()).ok_or_else(outside)
    }

    /// The file that a program names by a URI: `file:///…`, or relative, with `%` escapes.
    ///
    /// # Errors
    /// As for [`Paths::file`].
    pub fn uri(&self, uri: &str) -> Result<RepoPath, ScanError> {
        let path = uri.strip_prefix("file://localhost").or_else(|| uri.strip_prefix("file://")).unwrap_or(uri);
        self.file(unescape(path.as_bytes()))
    }

    /// The path below a root, without `.` and empty segments; nothing for one that leads out.
    fn relative(&self, path: &Path) -> Option<RepoPath> {
        let path = match &self.below {
            _ if path.is_absolute() => self.roots.iter().find_map(|root| path.strip_prefix(root).ok())?,
            Some(below) => path.strip_prefix(below).ok()?,
            None => path,
        };
        let mut segments: Vec<&[u8]> = Vec::new();
        for component in path.components() {
            match component {
                Component::Normal(name) => segments.push(name.as_bytes()),
                Component::CurDir => {}
                Component::ParentDir | Component::RootDir | Component::Prefix(_) => return None,
            }
        }
        (!segments.is_empty()).then(|| RepoPath::new(segments.join(&b'/')))
    }
}

/// `%41` becomes `A`; a sign that begins no escape stays (RFC 3986, section 2.1).
fn unescape(text: &[u8]) -> Vec<u8> {
    let digit =
        |at: usize| text.get(at).and_then(|byte| char::from(*byte).to_digit(16)).and_then(|digit| u8::try_from(digit).ok());
    let mut bytes = Vec::with_capacity(text.len());
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        match (byte, digit(at + 1), digit(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push(high << 4 | low);
                at += 3;
            }
            _ => {
                bytes.push(*byte);
                at += 1;
            }
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_way_to_name_a_file_is_understood_and_nothing_else() {
        let real = tempfile::tempdir().expect("a directory");
        let link = tempfile::tempdir().expect("a directory").path().join("link");
        std::fs::create_dir_all(link.parent().expect("a parent")).expect("a directory");
        std::os::unix::fs::symlink(real.path(), &link).expect("a link");
        let files: [&[u8]; 6] = [b"a b/c.py", b"100%25.txt", b"caf\xe9", b"x\xff", b"x\xfe", "café/ü.rs".as_bytes()];
        let paths = Paths::new(&link, files.map(RepoPath::new));
        let real_path = std::fs::canonicalize(real.path()).expect("its real path");
        let below = |root: &Path, name: &str| root.join(name).to_str().expect("UTF-8").to_owned();
        for name in ["a b/c.py", "./a b/c.py", ".//a b/./c.py", &below(&link, "a b/c.py"), &below(&real_path, "a b/c.py")] {
            assert_eq!(paths.file(name).expect(name), RepoPath::from("a b/c.py"), "{name}");
        }
        assert_eq!(paths.file("100%25.txt").expect("as it is"), RepoPath::from("100%25.txt"));
        assert_eq!(paths.uri("100%2525.txt").expect("unescaped once"), RepoPath::from("100%25.txt"));
        assert_eq!(paths.uri(&format!("file://{}", below(&link, "a%20b/c.py"))).expect("a URI"), RepoPath::from("a b/c.py"));
        assert_eq!(paths.uri("caf%C3%A9/%c3%bc.rs").expect("a URI"), RepoPath::from("café/ü.rs"));
        assert_eq!(paths.file("caf\u{fffd}").expect("replaced"), RepoPath::new(b"caf\xe9"));
        for name in
            ["x\u{fffd}", "", ".", "/etc/passwd", "../a b/c.py", "a b/../a b/c.py", "a b", "none.py", &below(&link, "../x")]
        {
            assert!(matches!(paths.file(name), Err(ScanError::InvalidOutput(_))), "{name}");
        }
    }

    proptest! {
        /// Whatever a report says, a file is one that was given.
        #[test]
        fn a_file_is_one_that_was_given(named in "[./a-c%\u{fffd}]{0,12}") {
            let paths = Paths::new(Path::new("/r"), ["a", "b/c", "a/b"].map(RepoPath::from));
            for file in [paths.file(&named), paths.uri(&named)].into_iter().flatten() {
                prop_assert!(paths.files().contains(&file));
            }
        }
    }
}
