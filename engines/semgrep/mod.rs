//! Runs the rules of semgrep over the reviewed files: the team's own, or packs of its registry.
//!
//! The program skips, recovers and goes on, and ends with 0. So everything that it says about what it did not look at is carried into
//! the report, and nothing of the author's or of the program's own taste decides what it looks at.

mod options;
mod packs;
mod parse;
mod program;
mod report;
mod scan;

use crate::scanner::Engine;
use crate::scanner::wrapped::Meaning;

pub(super) use program::{Dialect, registered};

/// What the exit codes mean, in both programs (semgrep's manual, "Exit codes"). `--error` is never given, so 1 is unknown.
pub(super) const EXITS: &[(i32, Meaning)] = &[
    (0, Meaning::Answered),
    (2, Meaning::Failed("it could not run, or a rule is broken")),
    (4, Meaning::Failed("a pattern of a rule is broken")),
    (5, Meaning::Failed("a rule pack is not YAML")),
    (7, Meaning::Failed("a rule pack is invalid or cannot be found")),
    (8, Meaning::Failed("a rule is for a language that this version does not know")),
    (13, Meaning::Failed("it has no access to its registry")),
];

/// The engine's line in the registry.
pub fn engine() -> Engine {
    registered(Dialect {
        program: crate::scanner::Program {
            name: "semgrep",
            version_arguments: &["--version", "--disable-version-check"],
            from: [1, 100, 0],
            below: Some([2, 0, 0]),
            install: "pipx install semgrep",
            exits: EXITS,
        },
        arguments: &["--metrics=off", "--disable-version-check"],
        environment: &[("SEMGREP_ENABLE_VERSION_CHECK", "0"), ("SEMGREP_SEND_METRICS", "off")],
    })
}
