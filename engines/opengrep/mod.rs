//! Runs the rules of opengrep over the reviewed files: the team's own, or packs of semgrep's registry.
//!
//! It is a fork of semgrep and takes the same rules, so the engine is that of `semgrep` with another program.

use crate::scanner::{Engine, Program};

use super::semgrep::{Dialect, EXITS, registered};

/// The engine's line in the registry.
pub fn engine() -> Engine {
    registered(Dialect {
        program: Program {
            name: "opengrep",
            version_arguments: &["--version"],
            from: [1, 0, 0],
            below: Some([2, 0, 0]),
            install: "curl -fsSL https://raw.githubusercontent.com/opengrep/opengrep/main/install.sh | bash",
            exits: EXITS,
        },
        arguments: &[],
        environment: &[("OPENGREP_ENABLE_VERSION_CHECK", "0")],
    })
}
