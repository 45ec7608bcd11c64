//! The `console` blocks of the manuals run, each manual in a repository of its own.
//!
//! What is under review there lies in the engine's `testdata/manual/`; the commit before it is empty. So that a review of this project
//! finds nothing in it, a name may end in `.sample` and a text may hold `<cut/>`, which are left out. An engine that wraps a program
//! needs it on the `PATH`: where it is missing its examples are skipped, which is said, and in CI is a failure. A block that cannot
//! run anywhere is marked `console,ignore`.

#![expect(clippy::disallowed_methods, reason = "a test reads the environment and writes the project's own files")]

use std::fs;
use std::path::Path;

use aurumcode::config::MAIN_FILE;
use aurumcode::scanner::{Registered, registry};

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

use crate::{manual, path, root};

/// Makes the repository; the reader of the manual is spared it.
pub(crate) const BEFORE: &str = "```console\n$ stage manual\n```\n\n";

/// Whether the program that the engine wraps is on the `PATH`.
fn is_there(registered: &Registered) -> bool {
    let Some(program) = registered.engine.needs.program else { return true };
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).any(|directory| directory.join(program.name).is_file());
    if !found {
        let name = registered.entry.name;
        assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "{name}: `{}` is not installed", program.name);
        eprintln!("skipped: the examples of {name}, since `{}` is not installed", program.name);
    }
    found
}

/// Copies the files below `from`, which are text, as they are to be reviewed.
pub(crate) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder can be made");
    for entry in fs::read_dir(from).expect("a folder can be read") {
        let entry = entry.expect("its entries as well");
        let name = entry.file_name().into_string().expect("a name is UTF-8");
        let target = to.join(name.strip_suffix(".sample").unwrap_or(&name));
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            let text = fs::read_to_string(entry.path()).expect("a sample is text");
            fs::write(target, text.replace("<cut/>", "")).expect("a sample can be written");
        }
    }
}

/// The code blocks of a language.
fn blocks(page: &str, language: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut inside = false;
    for event in Parser::new(page) {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) if info.split(',').next() == Some(language) => {
                inside = true;
                found.push(String::new());
            }
            Event::End(TagEnd::CodeBlock) => inside = false,
            Event::Text(text) if inside => found.last_mut().expect("a block was begun").push_str(&text),
            _ => {}
        }
    }
    found
}

#[test]
fn the_configurations_in_the_manuals_are_accepted() {
    let registry = registry();
    for registered in registry.engines() {
        let name = registered.entry.name;
        let page = manual(name);
        let configurations: Vec<String> =
            blocks(&page, "yaml").into_iter().filter(|block| block.contains("quality_gates:")).collect();
        assert!(!configurations.is_empty(), "{}: an example shows the entry in a configuration", path(name));
        for text in configurations {
            let loaded = aurumcode::config::parse(MAIN_FILE, text.as_bytes(), &registry);
            let loaded = loaded.unwrap_or_else(|problems| panic!("{}: {text}{problems:#?}", path(name)));
            assert!(loaded.settings().scanners.iter().any(|entry| entry.engine == name), "{}: {text}", path(name));
        }
    }
}

#[test]
fn the_examples_of_the_manuals_run() {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let mut written = Vec::new();
    for registered in registry().engines() {
        let name = registered.entry.name;
        let page = manual(name);
        assert!(!blocks(&page, "console").is_empty(), "{}: an example is a `console` block, so that it is run", path(name));
        if !page.contains("```console\n") || !is_there(registered) {
            continue;
        }
        let file = folder.path().join(format!("{name}.md"));
        fs::write(&file, format!("{BEFORE}{page}")).expect("the copy of a manual can be written");
        let files = root().join("engines").join(name).join("testdata/manual");
        copy(&files, &file.with_extension("in"));
        fs::create_dir(file.with_extension("out")).expect("a folder can be made");
        written.push((name, file, page));
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
    for (name, file, page) in written {
        let after = fs::read_to_string(file).expect("the copy is still there");
        let after = after.strip_prefix(BEFORE).expect("what was put before the manual is still there");
        if after != page {
            fs::write(root().join(path(name)), after).expect("a manual can be written");
        }
    }
}
