//! Generated files are committed, and the test that checks one also writes it: `AURUM_UPDATE=1 cargo test`.

use std::fs;
use std::path::Path;

/// Fails when the file at `path`, relative to the project, is not `text`; writes it instead under `AURUM_UPDATE=1`.
#[expect(
    clippy::disallowed_methods,
    clippy::expect_used,
    reason = "a test reads the environment, writes the project's own files and fails loudly"
)]
pub(crate) fn assert_generated(path: &str, text: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let written = fs::read_to_string(&file).unwrap_or_default();
    if written == text {
        return;
    }
    assert!(std::env::var_os("AURUM_UPDATE").is_some(), "{path} is stale: run `AURUM_UPDATE=1 cargo test` and commit it");
    fs::create_dir_all(file.parent().expect("a file has a directory")).expect("its directory can be made");
    fs::write(&file, text).expect("a generated file can be written");
}
