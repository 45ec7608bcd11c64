//! The `console` blocks of guides in `docs/` run, each guide in a repository of its own.
//!
//! What is under review there lies in `tests/manuals/guides/<guide>/`, as the engines' examples lie in theirs.

use std::fs;
use std::path::Path;

use crate::examples::{BEFORE, copy};
use crate::root;

/// The guides with examples that run with every engine of the default binary.
const GUIDES: &[&str] = &["baseline", "suppressions"];

#[test]
#[expect(clippy::disallowed_methods, reason = "a test writes the project's own files")]
fn the_examples_of_the_guides_run() {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let mut written = Vec::new();
    for name in GUIDES {
        let place = root().join("docs").join(name).with_extension("md");
        let page = fs::read_to_string(&place).expect("a guide can be read");
        assert!(page.contains("```console\n"), "{name}: a guide has examples");
        let file = folder.path().join(format!("{name}.md"));
        fs::write(&file, format!("{BEFORE}{page}")).expect("the copy of a guide can be written");
        copy(&root().join("tests/manuals/guides").join(name), &file.with_extension("in"));
        fs::create_dir(file.with_extension("out")).expect("a folder can be made");
        written.push((place, file, page));
    }
    let cases = trycmd::TestCases::new();
    cases
        .register_bin("stage", root().join("tests/cmd/stage").as_path())
        .register_bin("sh", Path::new("/bin/sh"))
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("CI", "")
        .case(folder.path().join("*.md"));
    cases.run();
    for (place, file, page) in written {
        let after = fs::read_to_string(file).expect("the copy is still there");
        let after = after.strip_prefix(BEFORE).expect("what was put before the guide is still there");
        if after != page {
            fs::write(place, after).expect("a guide can be written");
        }
    }
}
