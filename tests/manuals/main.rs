//! An engine's README is its manual: it has the same sections everywhere, its options are those of the code, and its examples run.
//!
//! `AURUM_UPDATE=1 cargo test --test manuals` writes the tables of options and `docs/engines.md`; `TRYCMD=overwrite` what the
//! examples print.

#![expect(clippy::expect_used, reason = "a test stops where its own files cannot be read")]

#[cfg(test)]
mod examples;
#[cfg(test)]
mod guides;
mod list;
mod options;
mod sections;

#[path = "../support/generated.rs"]
mod generated;

use std::fs;
use std::path::{Path, PathBuf};

/// The project's folder.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The path of an engine's manual, from the project's folder.
fn path(engine: &str) -> String {
    format!("engines/{engine}/README.md")
}

/// The manual as it lies in the engine's folder. The binary holds the same text, as of when it was compiled.
fn manual(engine: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path(engine))).expect("every engine has a manual")
}

/// The names of the compiled-in engines.
fn engines() -> Vec<&'static str> {
    let names: Vec<_> = aurumcode::scanner::registry().engines().iter().map(|registered| registered.entry.name).collect();
    assert!(names.len() > 1);
    names
}
