//! What a complaint is about: how the message calls the place, which code it carries and where to read on.

use crate::finding::Code;

use super::wording::{self, quoted};
use super::yaml::Node;

/// What a complaint is about, by its pointer.
pub(super) struct Subject<'a> {
    pub(super) pointer: &'a str,
    /// The index of the scanner entry, and the rest of the pointer inside it.
    entry: Option<(&'a str, &'a str)>,
}

impl<'a> Subject<'a> {
    pub(super) fn of(pointer: &'a str) -> Self {
        let inside = pointer.strip_prefix("/quality_gates/scanners/");
        Self { pointer, entry: inside.map(|rest| rest.find('/').map_or((rest, ""), |slash| rest.split_at(slash))) }
    }

    pub(super) fn is_engine(&self) -> bool {
        self.entry.is_some_and(|(_, rest)| rest == "/engine")
    }

    pub(super) fn is_options(&self) -> bool {
        self.entry.is_some_and(|(_, rest)| rest == "/options" || rest.starts_with("/options/"))
    }

    pub(super) fn is_source(&self) -> bool {
        self.pointer.starts_with("/gate/sources/")
    }

    /// The code, unless it is about an engine's options.
    pub(super) fn code(&self, code: Code) -> Code {
        if self.is_options() { Code::CONFIG_INVALID_OPTION } else { code }
    }

    /// The engine whose options it is about.
    fn engine(&self, root: &'a Node) -> Option<&'a str> {
        let (index, _) = self.entry.filter(|_| self.is_options())?;
        root.find(&format!("/quality_gates/scanners/{index}/engine"))?.text()
    }

    /// How the message calls it.
    pub(super) fn name(&self, root: &Node) -> String {
        match (self.entry, self.engine(root)) {
            _ if self.pointer.is_empty() => "the file".to_owned(),
            (Some((_, "/options")), Some(engine)) => format!("`options` of {}", quoted(engine)),
            (Some((_, rest)), Some(engine)) => {
                format!("the option {} of {}", quoted(&wording::dotted(rest.trim_start_matches("/options"))), quoted(engine))
            }
            _ => quoted(&wording::dotted(self.pointer)),
        }
    }

    /// Where to read on.
    pub(super) fn manual(&self, root: &Node) -> String {
        self.engine(root).map_or_else(|| "docs/configuration.md describes every key".to_owned(), wording::manual)
    }
}
