//! Turns `engines.toml` into the registry that the binary is compiled with, or stops the build with the place and the remedy.
//!
//! Exists because the set of engines, tools and sources of context is closed at build time. Must never decide anything itself: the generator does.

use std::{env, error::Error, fs, path::PathBuf, process::ExitCode};

#[path = "src/scanner/codegen/mod.rs"]
pub mod codegen;

#[expect(clippy::disallowed_methods, reason = "cargo speaks to a build script only in these ways")]
fn main() -> Result<ExitCode, Box<dyn Error>> {
    let (root, out) = (PathBuf::from(env::var("CARGO_MANIFEST_DIR")?), PathBuf::from(env::var("OUT_DIR")?));
    match codegen::generate(&root, "engines.toml") {
        Ok(registry) => {
            registry.watched.iter().for_each(|path| println!("cargo::rerun-if-changed={path}"));
            fs::write(out.join("registry.rs"), registry.engines)?;
            fs::write(out.join("tool_registry.rs"), registry.tools)?;
            fs::write(out.join("context_registry.rs"), registry.contexts)?;
            Ok(ExitCode::SUCCESS)
        }
        Err(refusals) => {
            let text: Vec<String> = refusals.iter().map(ToString::to_string).collect();
            text.iter().flat_map(|text| text.lines()).for_each(|line| println!("cargo::error={line}"));
            Ok(ExitCode::FAILURE)
        }
    }
}
