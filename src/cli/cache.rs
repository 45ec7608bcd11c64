//! The cache of a review: where it is, by which key its entries are sealed, and what it was good for.
//!
//! Only answers of models are kept: `docs/decisions/012-cache.md` says why nothing else is. The operator's environment alone names the
//! directory and the key, and the key is never in the directory.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::cache::{KEY_BYTES, Key, Store};
use crate::change::Repository;
use crate::config::Loaded;
use crate::finding::{Code, Diagnostic};
use crate::llm::{Counted, Memory, Model, Remembered};

use super::refusal::Refusal;
use super::run::Context;

/// The directory; without it nothing is kept.
const DIRECTORY: &str = "AURUMCODE_CACHE_DIR";

/// The key of the seals: at least 32 bytes. Outside CI the program makes one of its own.
const KEY: &str = "AURUMCODE_CACHE_KEY";

/// The file of that key, below the directory for the state of programs.
const KEY_FILE: &str = "aurumcode/cache.key";

/// The cache of one review.
pub(super) struct Cache {
    memory: Memory,
}

/// Why a cache that was asked for is not used, in words.
pub(super) struct Unused(String);

impl Unused {
    /// The line about it.
    pub(super) fn told(&self) -> String {
        format!("the cache is not used: {}\n", self.0)
    }
}

impl Cache {
    /// The cache that the environment names, if any.
    pub(super) fn new(context: &Context<'_>) -> Option<Result<Self, Unused>> {
        let directory = PathBuf::from(context.environment.get(DIRECTORY)?);
        Some(
            key(context)
                .map(|key| Self { memory: Memory::new(Store::new(directory, key), Arc::clone(&context.redactor)) })
                .map_err(Unused),
        )
    }

    /// The model, whose kept answers are used.
    pub(super) fn remembering(&self, model: Box<dyn Model>) -> Box<dyn Model> {
        Box::new(Remembered::new(model, self.memory.clone()))
    }

    /// The answers, for whoever asks.
    pub(super) fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Refuses a directory that the change under review could fill.
    pub(super) fn refuse_inside(&self, repository: &Repository) -> Result<(), Refusal> {
        let directory = std::path::absolute(self.memory.directory()).unwrap_or_else(|_| self.memory.directory().to_owned());
        let real = directory.ancestors().find_map(|place| place.canonicalize().ok()).unwrap_or(directory);
        let reviewed = [repository.top_level(), Some(repository.git_dir()), Some(repository.common_dir())];
        let within = |place: &Path| real.starts_with(place.canonicalize().as_deref().unwrap_or(place));
        if reviewed.into_iter().flatten().any(within) {
            let message = format!("the cache `{}` lies inside the repository under review", self.memory.directory().display());
            return Err(Diagnostic::new(Code::CACHE_INSIDE, message)
                .help(format!("let {DIRECTORY} name a directory outside of it"))
                .into());
        }
        Ok(())
    }

    /// Uses kept answers that this very program gave under these settings.
    pub(super) fn read_for(&self, loaded: &Loaded) {
        let mut digest = Sha256::new();
        digest.update(program().unwrap_or_default());
        for file in loaded.files() {
            digest.update(format!("{} {}\n", file.section.as_str(), file.sha256));
        }
        digest.update(format!("{:?}", loaded.settings()));
        self.memory.read_for(digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect());
    }

    /// Writes what was answered. That it cannot be written costs time later, and nothing else.
    pub(super) fn keep(&self) {
        if let Err(error) = self.memory.keep() {
            tracing::warn!(%error, "the cache could not be written");
        }
    }

    /// What it was good for, for `--verbose`; foreign entries are always told.
    pub(super) fn told(&self, verbose: bool) -> Option<String> {
        let Counted { hits, misses, foreign, saved } = self.memory.counted();
        let foreign = match foreign {
            0 => String::new(),
            1 => "; 1 entry was written or changed by another hand, and was not used".to_owned(),
            _ => format!("; {foreign} entries were written or changed by another hand, and were not used"),
        };
        let asked = hits + misses;
        let rate = format!("cache: {hits} of {asked} answers were kept ones, which saved {:.1} s", saved.as_secs_f64());
        (!foreign.is_empty() || (verbose && asked > 0)).then(|| format!("{rate}{foreign}\n"))
    }
}

/// The key that the environment gives, else outside CI this user's own.
fn key(context: &Context<'_>) -> Result<Key, String> {
    if let Some(given) = context.environment.get(KEY) {
        context.redactor.register_all(given.to_str());
        return Key::new(given.as_encoded_bytes()).ok_or_else(|| format!("{KEY} holds fewer than {KEY_BYTES} bytes"));
    }
    if context.environment.in_ci() {
        return Err(format!("in CI {KEY} must hold the key of its entries, {KEY_BYTES} bytes or more"));
    }
    let variable = |name: &str| context.environment.get(name).map(PathBuf::from);
    let state = variable("XDG_STATE_HOME").filter(|path| path.is_absolute());
    let state =
        state.or_else(|| Some(variable("HOME")?.join(".local/state"))).ok_or_else(|| format!("neither {KEY} nor HOME is set"))?;
    let file = state.join(KEY_FILE);
    own_key(&file).map_err(|error| format!("its key {} cannot be used: {error}", file.display()))
}

/// The key in a file that only this user may read; a new one where there is none.
fn own_key(file: &Path) -> io::Result<Key> {
    match File::open(file) {
        Ok(file) => read_key(file),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            if let Some(directory) = file.parent() {
                fs::create_dir_all(directory)?;
            }
            let mut bytes = [0; KEY_BYTES];
            File::open("/dev/urandom")?.read_exact(&mut bytes)?;
            let new = OpenOptions::new().write(true).create_new(true).mode(0o600).open(file);
            match new {
                Ok(mut new) => new.write_all(&bytes)?,
                // Another run was faster.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return read_key(File::open(file)?),
                Err(error) => return Err(error),
            }
            Key::new(&bytes).ok_or_else(|| io::Error::other("it is too short"))
        }
        Err(error) => Err(error),
    }
}

fn read_key(file: File) -> io::Result<Key> {
    if file.metadata()?.mode() & 0o077 != 0 {
        return Err(io::Error::other("others than its owner may read or write it"));
    }
    let mut bytes = Vec::new();
    file.take(4096).read_to_end(&mut bytes)?;
    Key::new(&bytes).ok_or_else(|| io::Error::other("it is too short"))
}

/// The SHA-256 of the running program.
fn program() -> io::Result<[u8; 32]> {
    let mut digest = Sha256::new();
    io::copy(&mut File::open(std::env::current_exe()?)?, &mut Digesting(&mut digest))?;
    Ok(digest.finalize().into())
}

/// A writer into a digest.
struct Digesting<'a>(&'a mut Sha256);

impl Write for Digesting<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
