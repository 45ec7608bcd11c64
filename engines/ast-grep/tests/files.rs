//! `files.rs` lists exactly what lies in `rules/` and `utils/`; `AURUM_UPDATE=1` writes it.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("engines/ast-grep")
}

fn listed() -> Vec<String> {
    let mut found = Vec::new();
    for top in ["rules", "utils"] {
        for folder in fs::read_dir(root().join(top)).unwrap() {
            let folder = folder.unwrap().file_name().into_string().unwrap();
            for file in fs::read_dir(root().join(top).join(&folder)).unwrap() {
                found.push(format!("{top}/{folder}/{}", file.unwrap().file_name().into_string().unwrap()));
            }
        }
    }
    found.sort();
    found
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the test that writes the generated file when it is told to")]
fn the_list_of_embedded_files_is_fresh() {
    let mut text =
        String::from("//! The embedded files, written by the test `the_list_of_embedded_files_is_fresh`. Do not edit.\n\n");
    text.push_str("/// Each file's path below the engine's folder, with its text.\n");
    text.push_str("pub(super) const FILES: &[(&str, &str)] = &[\n");
    for path in listed() {
        writeln!(text, "    (\"{path}\", include_str!(\"{path}\")),").unwrap();
    }
    text.push_str("];\n");
    let file = root().join("files.rs");
    if std::env::var_os("AURUM_UPDATE").is_some() {
        fs::write(&file, &text).unwrap();
    }
    assert!(fs::read_to_string(&file).unwrap() == text, "files.rs is stale: run the tests with AURUM_UPDATE=1");
}

#[test]
fn the_usual_names_have_a_language_of_this_build() {
    let glob = globset::Glob::new(super::super::language::FILES[0]).unwrap().compile_matcher();
    let extensions = ["cs", "go", "java", "js", "cjs", "mjs", "jsx", "php", "py", "rb", "rs", "ts", "cts", "mts", "tsx"];
    for extension in extensions {
        let path = format!("src/a.{extension}");
        assert!(glob.is_match(&path), "{path}");
        assert!(super::super::language::of_path(&path.as_str().into()).is_some(), "{path}");
    }
    assert!(!glob.is_match("README.md"));
}
