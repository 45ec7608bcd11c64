//! Which engines fit the repository: by its file names, and by the programs that this machine has.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::sync::Arc;

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

use crate::change::Entry;
use crate::cli::programs::{LIMIT, ask};
use crate::finding::RepoPath;
use crate::process::Runner;
use crate::scanner::{Registered, Registry};

/// Directories that hold other people's code by convention. They are offered, never left out unasked.
const FOREIGN: [&str; 3] = ["node_modules", "third_party", "vendor"];

/// What a first configuration is made of.
pub(super) struct Proposal<'a> {
    /// Engines that run by default, or that fit some file, by name.
    pub(super) engines: Vec<Proposed<'a>>,
    /// Names of engines that are left to the team, since nothing tells whether they fit.
    pub(super) others: Vec<&'static str>,
    /// Directories of other people's code that are there.
    pub(super) foreign: Vec<&'static str>,
}

/// An engine that fits.
pub(super) struct Proposed<'a> {
    pub(super) registered: &'a Registered,
    /// How many files it fits.
    pub(super) files: usize,
    /// The first of them; nothing where that is every file, or where none has a plain name.
    pub(super) example: Option<String>,
    /// What keeps its program from running here, and the command that installs it.
    pub(super) missing: Option<Missing>,
}

/// A program that this machine lacks.
pub(super) struct Missing {
    pub(super) why: String,
    pub(super) install: &'static str,
}

impl<'a> Proposal<'a> {
    /// Looks at the files, and asks the programs of the engines that fit for their versions.
    pub(super) async fn of(registry: &'a Registry, tree: &[Entry], command: Arc<dyn Runner>) -> Self {
        let files: Vec<&RepoPath> = tree.iter().filter(|entry| entry.kind.is_file()).map(|entry| &entry.path).collect();
        let (mut engines, mut others) = (Vec::new(), Vec::new());
        for registered in registry.engines() {
            match proposed(registered, &files) {
                Some(proposed) => engines.push(proposed),
                None => others.push(registered.entry.name),
            }
        }
        let answers = ask(engines.iter().map(|one| one.registered.engine.needs.program), command, LIMIT).await;
        for (one, answer) in engines.iter_mut().zip(answers) {
            if let (Some(program), Some(Err(unfit))) = (one.registered.engine.needs.program, answer) {
                one.missing = Some(Missing { why: unfit.to_string(), install: program.install });
            }
        }
        let is_there = |name: &&str| {
            files.iter().any(|path| path.as_bytes().split(|byte| *byte == b'/').any(|part| part == name.as_bytes()))
        };
        Self { engines, others, foreign: FOREIGN.into_iter().filter(is_there).collect() }
    }

    /// How many of them run from the first review on.
    pub(super) fn running(&self) -> usize {
        self.engines.iter().filter(|one| one.missing.is_none()).count()
    }
}

fn proposed<'a>(registered: &'a Registered, files: &[&RepoPath]) -> Option<Proposed<'a>> {
    let globs = registered.engine.fits;
    let set = set(globs)?;
    let fitting: Vec<&&RepoPath> = files.iter().filter(|path| set.is_match(OsStr::from_bytes(path.as_bytes()))).collect();
    if fitting.is_empty() && !registered.engine.default_on {
        return None;
    }
    let example = if globs.contains(&"**") { None } else { fitting.iter().find_map(|path| plain(path)) };
    Some(Proposed { registered, files: fitting.len(), example, missing: None })
}

/// The globs of an engine, which a test holds to be well formed.
fn set(globs: &[&str]) -> Option<GlobSet> {
    let mut set = GlobSetBuilder::new();
    for glob in globs {
        set.add(GlobBuilder::new(glob).literal_separator(true).build().ok()?);
    }
    set.build().ok()
}

/// A path that can stand in a comment as it is: a name may hold line breaks and worse.
fn plain(path: &RepoPath) -> Option<String> {
    let path = std::str::from_utf8(path.as_bytes()).ok()?;
    let is_plain = path.len() <= 60 && path.chars().all(|c| c.is_ascii_alphanumeric() || "._-+/".contains(c));
    is_plain.then(|| path.to_owned())
}
