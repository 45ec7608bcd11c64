//! What the configuration's reader may know about the engines: names and schemas, as data.
//!
//! `config` may not import this room, so that no configuration code can come to know a single engine.

use crate::config::{AbsentEngine, KnownEngine, Vocabulary};

use super::Registry;
