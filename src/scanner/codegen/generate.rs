//! The whole way from a tree to the registry's text: read, check, emit.
//!
//! Exists as one function that takes the root and the list's name, so that a crate with a list of its own can call it as this
//! one's `build.rs` does. Must never answer a registry for a tree in which anything was refused.

use std::path::Path;

use super::cargo::Cargo;
use super::check::{Surroundings, check};
use super::emit;
use super::entry::Kind;
use super::manifest::{self, Manifest};
use super::refusal::Refusal;
use super::source::Source;
use super::tree::{Content, Folders};

const CARGO: &str = "Cargo.toml";

/// The registry of a tree without fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Generated {
    /// Rust text with `mod engines`, `ENGINES` and `ABSENT`; it needs `EngineEntry` and `AbsentEntry` in scope.
    pub engines: String,
    /// Rust text with `mod tools`, `TOOLS` and `ABSENT_TOOLS`; it needs `ToolEntry` and `AbsentEntry` in scope.
    pub tools: String,
    /// Rust text with `mod contexts`, `CONTEXTS` and `ABSENT_CONTEXTS`; it needs `ContextEntry` and `AbsentEntry` in scope.
    pub contexts: String,
    /// The files and directories that the texts depend on, relative to the root; all of them exist.
    pub watched: Vec<String>,
}

/// Generates the registry of the tree at `root` from the list called `list` there, such as `engines.toml`.
///
/// # Errors
/// Every reason why the list and the tree do not fit together, in the order of files and lines.
pub fn generate(root: &Path, list: &str) -> Result<Generated, Vec<Refusal>> {
    let mut refusals = Vec::new();
    let generated = attempt(root, list, &mut refusals);
    refusals.sort_by(|a, b| (&a.file, a.line, a.column).cmp(&(&b.file, b.line, b.column)));
    generated.filter(|_| refusals.is_empty()).ok_or(refusals)
}

/// The registry as far as it can be made; it counts only when nothing was refused.
fn attempt(root: &Path, list: &str, refusals: &mut Vec<Refusal>) -> Option<Generated> {
    let text = required(root, list, "create it: it is the closed list of engines, tools and sources of context", refusals)?;
    let source = Source { file: list, text: &text };
    let manifest = manifest::read(source, refusals);
    let cargo = required(root, CARGO, "run cargo in the directory of a package", refusals);
    let around = Surroundings {
        engines: Folders::read(root, Kind::Engine, refusals),
        tools: Folders::read(root, Kind::Tool, refusals),
        contexts: Folders::read(root, Kind::Context, refusals),
        cargo: cargo
            .and_then(|text| Cargo::read(Source { file: CARGO, text: &text }).map_err(|refusal| refusals.push(refusal)).ok()),
    };
    let units = check(source, &manifest, &around, refusals);
    let absolute = std::path::absolute(root).ok();
    let Some(absolute) = absolute.as_deref().and_then(Path::to_str) else {
        let help = "move the tree to a directory whose whole path is UTF-8: Rust code names the modules by it";
        refusals.push(source.refuse(0, "the path of the tree cannot be written in Rust code", help));
        return None;
    };
    Some(Generated {
        engines: emit::registry(Kind::Engine, absolute, list, &units),
        tools: emit::registry(Kind::Tool, absolute, list, &units),
        contexts: emit::registry(Kind::Context, absolute, list, &units),
        watched: watched(list, &manifest, &around),
    })
}

/// The text of a file that must exist.
fn required(root: &Path, file: &str, help: &str, refusals: &mut Vec<Refusal>) -> Option<String> {
    match Content::read(root, file) {
        Content::Text(text) => return Some(text),
        Content::Unreadable(refusal) => refusals.push(refusal),
        Content::Absent => refusals.push(Source { file, text: "" }.refuse(0, "the file is missing", help)),
    }
    None
}

/// What a change of must run the generator again. A directory is watched with all that is in it, which finds new folders; the
/// files are named as well, for a folder may be a link to another place.
fn watched(list: &str, manifest: &Manifest, around: &Surroundings) -> Vec<String> {
    let mut watched = vec![list.to_owned(), CARGO.to_owned()];
    for kind in Kind::ALL {
        // Cargo takes a watched path that does not exist for changed, every time.
        if around.folders(kind).exists {
            watched.push(kind.folder().to_owned());
        }
        let in_folders = manifest.entries.iter().filter(|entry| entry.kind == kind && entry.dependency.is_none());
        for entry in in_folders {
            watched.extend(["mod.rs", "README.md"].map(|file| format!("{}/{}/{file}", kind.folder(), entry.name())));
        }
    }
    watched
}
