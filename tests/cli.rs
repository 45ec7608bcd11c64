//! The program at its command line: transcripts, each run in a folder of its own.
//!
//! `TRYCMD=overwrite cargo test --test cli` writes what the program says into them; read the difference before you commit it.

use std::path::Path;

#[test]
fn transcripts() {
    let cases = trycmd::TestCases::new();
    cases
        .register_bin("stage", Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cmd/stage")))
        .register_bin("sh", Path::new("/bin/sh"))
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("CI", "")
        .case("tests/cmd/any/*.md")
        .case(if cfg!(feature = "exemplo") { "tests/cmd/exemplo/*.md" } else { "tests/cmd/default/*.md" });
}
