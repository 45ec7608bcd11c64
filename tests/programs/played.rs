//! OSV-Scanner, which no registry of packages has with its program: a stand-in on the `PATH` that plays the reports of a recorded case.
//!
//! With `--config`, by which the engine keeps the author's settings from it, it tells everything; without, what they leave.

use std::os::unix::fs::PermissionsExt;

use tempfile::TempDir;

/// The program that is played.
pub(crate) const PROGRAM: &str = "osv-scanner";

/// What it finds in `package-lock.json`: `rule line`.
pub(crate) const FOUND: &[&str] = &["osv-scanner:GHSA-aaaa-bbbb-cccc null", "osv-scanner:GHSA-dddd-eeee-ffff null"];

const SCRIPT: &str = r#"#!/bin/sh
recorded='@RECORDED@'
case "$*" in
--version) echo 'osv-scanner version: 2.3.8'; exit 0 ;;
*--config*) run=2 ;;
*) run=1 ;;
esac
sed "s|@ROOT@|$PWD|g" "$recorded/stderr-$run.txt" >&2
sed "s|@ROOT@|$PWD|g" "$recorded/stdout-$run.txt"
exit 1
"#;

/// A directory for the `PATH` that holds it.
pub(crate) fn programs() -> TempDir {
    let recorded = concat!(env!("CARGO_MANIFEST_DIR"), "/engines/osv-scanner/testdata/silenced");
    let directory = tempfile::tempdir().expect("a directory");
    let program = directory.path().join(PROGRAM);
    std::fs::write(&program, SCRIPT.replace("@RECORDED@", recorded)).expect("a script");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("its mode");
    directory
}
