//! Compares the list with the tree: every entry must have what it names, and every folder must be named.
//!
//! Exists because the list is the only way into the binary: an entry that leads nowhere and a folder that no entry reaches
//! are both something that somebody believes to be running.

use toml::Spanned;

use super::cargo::Cargo;
use super::entry::{Entry, Kind};
use super::manifest::Manifest;
use super::module;
use super::nearest::nearest;
use super::order;
use super::refusal::Refusal;
use super::source::Source;
use super::tree::{Content, Folders};

/// An entry with everything that the generated code needs to know about it.
#[derive(Debug)]
pub(super) struct Unit {
    /// Engine, tool or source of context.
    pub(super) kind: Kind,
    /// The name in configurations.
    pub(super) name: String,
    /// The name of the module.
    pub(super) module: syn::Ident,
    /// The feature that compiles it in.
    pub(super) feature: Option<String>,
    /// Where its code is.
    pub(super) home: Home,
}

/// Where the code of an entry is.
#[derive(Debug)]
pub(super) enum Home {
    /// In the folder of its name.
    Folder {
        /// The first line of the module's `//!`.
        summary: String,
    },
    /// In a dependency, by the name that Rust code uses.
    Crate(syn::Ident),
}

/// What the manifest may refer to.
#[derive(Debug)]
pub(super) struct Surroundings {
    /// The folders under `engines/`.
    pub(super) engines: Folders,
    /// The folders under `tools/`.
    pub(super) tools: Folders,
    /// The folders under `context/`.
    pub(super) contexts: Folders,
    /// `Cargo.toml`; none when it could not be read, which is refused already.
    pub(super) cargo: Option<Cargo>,
}

impl Surroundings {
    /// The folders of `kind`.
    pub(super) const fn folders(&self, kind: Kind) -> &Folders {
        match kind {
            Kind::Engine => &self.engines,
            Kind::Tool => &self.tools,
            Kind::Context => &self.contexts,
        }
    }
}

/// Checks the whole manifest. The units are all of it only when nothing was refused.
pub(super) fn check(source: Source<'_>, manifest: &Manifest, around: &Surroundings, refusals: &mut Vec<Refusal>) -> Vec<Unit> {
    let mut units = Vec::new();
    for (entry, module) in order::check(source, &manifest.entries, refusals) {
        let home = match &entry.dependency {
            Some(dependency) => check_crate(source, entry, dependency, around, refusals),
            None => check_folder(source, entry, around.folders(entry.kind), refusals),
        };
        if let (Some(feature), Some(cargo)) = (&entry.feature, &around.cargo) {
            check_feature(source, feature, cargo, refusals);
        }
        let feature = entry.feature.as_ref().map(|feature| feature.get_ref().clone());
        units.extend(home.map(|home| Unit { kind: entry.kind, name: entry.name().to_owned(), module, feature, home }));
    }
    if manifest.whole {
        for kind in Kind::ALL {
            check_unlisted(source, kind, manifest, around.folders(kind), refusals);
        }
    }
    units
}

fn check_feature(source: Source<'_>, feature: &Spanned<String>, cargo: &Cargo, refusals: &mut Vec<Refusal>) {
    let (name, offset) = (feature.get_ref(), feature.span().start);
    if !cargo.features().any(|known| known == name) {
        let close = nearest(name, cargo.features()).map(|close| format!("did you mean `{close}`? else ")).unwrap_or_default();
        let help = format!("{close}add `{name} = []` under `[features]` in Cargo.toml");
        refusals.push(source.refuse(offset, format!("Cargo.toml has no feature `{name}`"), help));
    }
}

fn check_crate(
    source: Source<'_>,
    entry: &Entry,
    dependency: &Spanned<String>,
    around: &Surroundings,
    refusals: &mut Vec<Refusal>,
) -> Option<Home> {
    let (name, offset, folder) = (dependency.get_ref(), dependency.span().start, entry.kind.folder());
    if around.folders(entry.kind).by_name.contains_key(entry.name()) {
        let message = format!("`{}` comes from the crate `{name}`, but {folder}/{}/ exists too", entry.name(), entry.name());
        refusals.push(source.refuse(offset, message, "remove the key `crate` or the folder"));
    }
    let cargo = around.cargo.as_ref()?;
    let Some((known, optional)) = cargo.dependency(name) else {
        let close = nearest(name, cargo.dependencies()).map(|close| format!("did you mean `{close}`? else ")).unwrap_or_default();
        let help = format!("{close}add `{name}` under `[dependencies]` in Cargo.toml");
        refusals.push(source.refuse(offset, format!("Cargo.toml has no dependency `{name}`"), help));
        return None;
    };
    let feature = entry.feature.as_ref().map(Spanned::get_ref);
    if optional && !feature.is_some_and(|feature| cargo.turns_on(feature, known)) {
        let message = format!("the dependency `{known}` is optional, and no feature of this entry turns it on");
        let help = format!("add a `feature` that has `dep:{known}` in Cargo.toml, or make the dependency unconditional");
        refusals.push(source.refuse(offset, message, help));
    }
    match syn::parse_str(&known.replace('-', "_")) {
        Ok(ident) => Some(Home::Crate(ident)),
        Err(_) => {
            let help = "rename the dependency in Cargo.toml with its key `package`";
            refusals.push(source.refuse(offset, format!("`{known}` cannot be the name of a crate in Rust code"), help));
            None
        }
    }
}

fn check_folder(source: Source<'_>, entry: &Entry, folders: &Folders, refusals: &mut Vec<Refusal>) -> Option<Home> {
    let (kind, name, offset) = (entry.kind, entry.name(), entry.name.span().start);
    let path = format!("{}/{name}", kind.folder());
    let Some(folder) = folders.by_name.get(name) else {
        let message = format!("the {} `{name}` has no folder {path}/", kind.word());
        let close = nearest(name, folders.by_name.keys().map(String::as_str));
        let close = close.map(|close| format!("did you mean `{close}`? else ")).unwrap_or_default();
        refusals.push(source.refuse(offset, message, format!("{close}create {path}/mod.rs and {path}/README.md")));
        return None;
    };
    match &folder.readme {
        Content::Text(_) => {}
        Content::Unreadable(refusal) => refusals.push(refusal.clone()),
        Content::Absent => {
            let help = "write it: it is the manual that the binary carries";
            refusals.push(source.refuse(offset, format!("{path}/README.md is missing"), help));
        }
    }
    match &folder.module {
        Content::Text(text) => match module::summary(kind, &format!("{path}/mod.rs"), text) {
            Ok(summary) => return Some(Home::Folder { summary }),
            Err(reasons) => refusals.extend(reasons),
        },
        Content::Unreadable(refusal) => refusals.push(refusal.clone()),
        Content::Absent => {
            let help = format!("create it with `{}`", kind.signature());
            refusals.push(source.refuse(offset, format!("{path}/mod.rs is missing"), help));
        }
    }
    None
}

/// Refuses folders that no entry names, each where its entry would belong.
fn check_unlisted(source: Source<'_>, kind: Kind, manifest: &Manifest, folders: &Folders, refusals: &mut Vec<Refusal>) {
    let named: Vec<&Entry> = manifest.entries.iter().filter(|entry| entry.kind == kind).collect();
    for name in folders.by_name.keys().filter(|name| !named.iter().any(|entry| entry.name() == name.as_str())) {
        let next = named.iter().find(|entry| entry.name() > name.as_str());
        let offset = next.map_or(source.text.len(), |entry| entry.name.span().start);
        let message = format!("no entry names the folder {}/{name}/", kind.folder());
        let help = if kind.accepts(name) {
            let place = next.map_or_else(|| "here".to_owned(), |entry| format!("before `{}`", entry.name()));
            format!("add `[[{}]]` with `name = \"{name}\"` {place}, or remove the folder", kind.word())
        } else {
            format!("rename it to the form `{}` and add its `[[{}]]`, or remove it", kind.pattern(), kind.word())
        };
        refusals.push(source.refuse(offset, message, help));
    }
}
