//! `.aurumcode.yml`: its types, its positions, its strictness, and the settings that come out of it.
//!
//! Configuration is one of the two authorities of the gate (the other is code), so nothing in it is guessed: an unknown key, a
//! value that two YAML versions read differently or an engine that is not compiled in is refused before anything runs.

mod settings;
mod yaml;

pub use settings::{Entry, GateSettings, Inconclusive, Language, RuleSetting, Scope, Section, Settings};
