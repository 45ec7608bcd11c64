//! What the configuration may name: the engines of this binary, given from outside as data.
//!
//! This room does not know the registry. Whoever holds one answers these questions, so that an engine is described once, by
//! itself, and the checks, the JSON Schema and `config show` all follow.

use std::collections::BTreeSet;

use serde_json::Value;

use super::Scope;

/// The engines that a configuration can name.
pub trait Vocabulary {
    /// The compiled-in engines. Names are unique; the order does not matter.
    fn engines(&self) -> Vec<KnownEngine<'_>>;

    /// The names of all rules that `engine` can cite under these options, without its name; nothing when others can exist.
    fn rules(&self, engine: &str, options: &Value) -> Option<Vec<String>> {
        let _ = (engine, options);
        None
    }

    /// Engines of the manifest that this build left out.
    fn absent(&self) -> Vec<AbsentEngine<'_>> {
        Vec::new()
    }
}

/// A compiled-in engine.
#[derive(Clone)]
pub struct KnownEngine<'a> {
    /// The registered name.
    pub name: &'a str,
    /// Its category, which `gate.sources` also accepts.
    pub category: &'a str,
    /// Its typed origin, which `gate.sources` also accepts.
    pub origin: &'a str,
    /// Whether it runs when the configuration lists no engines.
    pub default_on: bool,
    /// Which of its findings count as new when its entry does not say.
    pub default_scope: Scope,
    /// The JSON Schema (2020-12) of its options, which are always an object. Definitions stand in `$defs`.
    pub options_schema: Value,
    /// Everything that is wrong with options that the schema accepts; nothing when the engine accepts them.
    pub check_options: &'a dyn Fn(&Value) -> Vec<OptionProblem>,
}

/// An engine that `engines.toml` lists and this build left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AbsentEngine<'a> {
    /// The name in `engines.toml`.
    pub name: &'a str,
    /// The cargo feature that compiles it in.
    pub feature: &'a str,
}

/// A problem with an engine's options, for the reader of the configuration to place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionProblem {
    /// The JSON pointer (RFC 6901) of the value inside the options; empty for the options as a whole.
    pub pointer: String,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What to write instead; may be empty.
    pub help: String,
}

/// The compiled-in engines by name.
pub(super) fn by_name(vocabulary: &dyn Vocabulary) -> Vec<KnownEngine<'_>> {
    let mut engines = vocabulary.engines();
    engines.sort_by(|a, b| a.name.cmp(b.name));
    engines
}

/// What `gate.sources` accepts: every name, category and origin.
pub(super) fn sources<'a>(engines: &[KnownEngine<'a>]) -> BTreeSet<&'a str> {
    engines.iter().flat_map(|engine| [engine.name, engine.category, engine.origin]).collect()
}
