//! Checks the names among themselves: their form, no name twice, alphabetical order.
//!
//! Exists because a list that people edit side by side merges cleanly only when each entry has one possible place.

use std::collections::BTreeMap;

use super::entry::{Entry, Kind};
use super::refusal::Refusal;
use super::source::Source;

/// Refuses bad names, duplicates and disorder, each list by itself. Answers the entries whose names are sound, each once,
/// with the identifier of their module: only those may be looked up in the tree, for a bad name can be any path.
pub(super) fn check<'a>(source: Source<'_>, entries: &'a [Entry], refusals: &mut Vec<Refusal>) -> Vec<(&'a Entry, syn::Ident)> {
    let mut sound = Vec::new();
    for kind in Kind::ALL {
        let mut seen: BTreeMap<&str, &Entry> = BTreeMap::new();
        for entry in entries.iter().filter(|entry| entry.kind == kind) {
            let (name, offset) = (entry.name(), entry.name.span().start);
            let module = match module_name(kind, name) {
                Ok(module) => module,
                Err((message, help)) => {
                    refusals.push(source.refuse(offset, message, help));
                    continue;
                }
            };
            if let Some(first) = seen.get(name) {
                let (line, _) = source.place(first.name.span().start);
                let help = format!("remove this entry or the one in line {line}");
                refusals.push(source.refuse(offset, format!("the {} `{name}` is listed twice", kind.word()), help));
                continue;
            }
            // Of all earlier names that belong below this one, the first marks where it must go.
            if let Some((after, _)) = seen.range(name..).next() {
                let help = format!("move the entry of `{name}` above the one of `{after}`");
                refusals.push(source.refuse(offset, format!("not in alphabetical order: `{name}` comes after `{after}`"), help));
            }
            seen.insert(name, entry);
            sound.push((entry, module));
        }
    }
    sound
}

/// The identifier of the generated module, or why the name cannot have one and what to do.
fn module_name(kind: Kind, name: &str) -> Result<syn::Ident, (String, String)> {
    if !kind.accepts(name) {
        let message = format!("`{name}` is not the name of an entry in `[[{}]]`: that is `{}`", kind.word(), kind.pattern());
        let help = format!("use a lower-case letter, then lower-case letters, digits and `{}`", kind.joint());
        return Err((message, help));
    }
    syn::parse_str(&name.replace('-', "_")).map_err(|_| {
        let message = format!("`{name}` is a keyword of Rust and cannot name a module");
        (message, "choose another name, for the entry and for its folder".to_owned())
    })
}
