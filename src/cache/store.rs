//! The files of a cache. Nothing that lies in the directory is believed: not a name, not a link, not a length.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;

use super::seal::SEAL_BYTES;
use super::{Id, Key};

/// The first bytes of every entry; they name its form.
const MAGIC: &[u8] = b"aurumcode-cache 1\n";

/// A larger entry is neither read nor written: 16 MiB.
const MAX_BYTES: usize = 16 * 1024 * 1024;

/// A directory of sealed results.
#[derive(Debug, Clone)]
pub struct Store {
    directory: PathBuf,
    key: Key,
}

/// What there is under a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// The result that was kept.
    Result(Vec<u8>),
    /// Nothing.
    Nothing,
    /// Something that was not kept here, or not so. It is not used.
    Foreign,
}

impl Store {
    /// The results below `directory`, which need not exist yet.
    pub fn new(directory: impl Into<PathBuf>, key: Key) -> Self {
        Self { directory: directory.into(), key }
    }

    /// Where it is.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The result that was kept under a name. A file that cannot be read counts for nothing.
    pub fn get(&self, id: &Id) -> Found {
        match read(&self.file(id)) {
            Ok(None) => Found::Nothing,
            Ok(Some(bytes)) => {
                let parts = bytes.strip_prefix(MAGIC).and_then(|rest| rest.split_at_checked(SEAL_BYTES));
                match parts {
                    Some((seal, body)) if self.key.verifies(id, body, seal) => Found::Result(body.to_vec()),
                    Some(_) | None => Found::Foreign,
                }
            }
            Err(_) => Found::Foreign,
        }
    }

    /// Keeps a result. One that is too large is not kept.
    ///
    /// # Errors
    /// The file could not be written.
    pub fn put(&self, id: &Id, body: &[u8]) -> io::Result<()> {
        if body.len() > MAX_BYTES - MAGIC.len() - SEAL_BYTES {
            return Ok(());
        }
        fs::create_dir_all(&self.directory)?;
        let mut file = tempfile::NamedTempFile::new_in(&self.directory)?;
        file.write_all(MAGIC)?;
        file.write_all(&self.key.seal(id, body))?;
        file.write_all(body)?;
        file.persist(self.file(id))?;
        Ok(())
    }

    fn file(&self, id: &Id) -> PathBuf {
        self.directory.join(id.as_str())
    }
}

/// The content of a regular file of at most [`MAX_BYTES`]. No link is followed, and a pipe is not waited for.
fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits();
    let mut options = OpenOptions::new();
    options.read(true).custom_flags(i32::try_from(flags).unwrap_or_default());
    let file: File = match options.open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let mut bytes = Vec::new();
    file.take(u64::try_from(MAX_BYTES).unwrap_or(u64::MAX) + 1).read_to_end(&mut bytes)?;
    if bytes.len() > MAX_BYTES { Err(io::Error::other("it is too large")) } else { Ok(Some(bytes)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cache::KEY_BYTES;

    fn store(directory: &Path) -> Store {
        Store::new(directory.join("cache"), Key::new(&[7; KEY_BYTES]).expect("a key"))
    }

    #[test]
    fn what_is_kept_is_found_again_under_its_name_alone() {
        let place = tempfile::tempdir().expect("a directory");
        let store = store(place.path());
        let (id, other) = (Id::of(&[b"one"]), Id::of(&[b"other"]));
        assert_eq!(store.get(&id), Found::Nothing);
        store.put(&id, b"result").expect("written");
        store.put(&id, b"newer").expect("written again");
        assert_eq!((store.get(&id), store.get(&other)), (Found::Result(b"newer".to_vec()), Found::Nothing));
    }

    /// Every edit of a file that changes it at all, and every other thing that can stand in its place.
    #[test]
    #[expect(clippy::disallowed_methods, reason = "the test is about what another hand writes")]
    fn nothing_that_another_hand_wrote_is_a_result() {
        let place = tempfile::tempdir().expect("a directory");
        let store = store(place.path());
        let (id, other) = (Id::of(&[b"one"]), Id::of(&[b"other"]));
        store.put(&id, b"result").expect("written");
        store.put(&other, b"harmless").expect("written");
        let file = store.file(&id);
        let whole = fs::read(&file).expect("the entry");
        for at in 0..whole.len() {
            for bit in 0..8 {
                let mut edited = whole.clone();
                edited[at] ^= 1 << bit;
                fs::write(&file, &edited).expect("an edit");
                assert_eq!(store.get(&id), Found::Foreign, "byte {at}, bit {bit}");
            }
            fs::write(&file, &whole[..at]).expect("a cut");
            assert_eq!(store.get(&id), Found::Foreign, "cut at {at}");
        }
        fs::write(&file, [whole.as_slice(), b"x"].concat()).expect("more");
        assert_eq!(store.get(&id), Found::Foreign);
        fs::copy(store.file(&other), &file).expect("another entry in its place");
        assert_eq!(store.get(&id), Found::Foreign);
        fs::remove_file(&file).expect("gone");
        std::os::unix::fs::symlink(store.file(&other), &file).expect("a link");
        assert_eq!(store.get(&id), Found::Foreign);
        fs::remove_file(&file).expect("gone");
        fs::create_dir(&file).expect("a folder");
        assert_eq!(store.get(&id), Found::Foreign);
        let foreign = Store::new(store.directory(), Key::new(&[8; KEY_BYTES]).expect("a key"));
        assert_eq!(foreign.get(&other), Found::Foreign, "sealed by another key");
        assert_eq!(store.get(&other), Found::Result(b"harmless".to_vec()));
    }

    #[test]
    fn what_is_too_large_is_not_kept() {
        let place = tempfile::tempdir().expect("a directory");
        let store = store(place.path());
        let id = Id::of(&[b"one"]);
        store.put(&id, &vec![0; MAX_BYTES]).expect("no error");
        assert_eq!(store.get(&id), Found::Nothing);
    }
}
