//! `.aurumcode.yml`: its types, its positions, its strictness, and the settings that come out of it.
//!
//! Configuration is one of the two authorities of the gate (the other is code), so nothing in it is guessed: an unknown key, a
//! value that two YAML versions read differently or an engine that is not compiled in is refused before anything runs.

mod check;
mod complaint;
mod context;
mod effective;
mod exceptions;
mod explain;
mod file;
mod files;
mod governance;
mod ignore;
mod keys;
mod layers;
mod load;
mod schema;
mod settings;
mod subject;
mod suggest;
mod threshold;
mod vocabulary;
mod wording;
mod words;
mod yaml;

pub use context::{CHANGED_PATHS, ContextSettings, ListedFile, McpSetting, PROMPT_FILE, Presence};
pub use explain::{Explained, ValueSource, show, show_json};
pub use files::{Directory, Files, MAIN_FILE, OTHER_FILE, looked_for};
pub use governance::{GOVERNANCE, Governance, governance};
pub use ignore::{GlobError, Ignore};
pub use keys::{KeyInfo, keys};
pub use layers::Override;
pub use load::{LayerFile, Loaded, Policy, load, load_policy, load_under, parse};
pub use schema::{EDITOR_LINE, SCHEMA_FILE, SCHEMA_ID, json_schema};
pub use settings::{DeliberationSettings, Entry, ExceptionSetting, GateSettings, ModelSettings, RuleSetting, Section, Settings};
pub use vocabulary::{AbsentEngine, KnownEngine, OptionProblem, Vocabulary};
pub use words::{Inconclusive, Language, Scope};
