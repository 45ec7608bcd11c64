//! Which file of a tree counts, and what a tree may not hold in its place.

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::Path;

use aurumcode::config::{Directory, Files, KnownEngine, Loaded, MAIN_FILE, OTHER_FILE, Scope, Section, Vocabulary, load};
use aurumcode::finding::{Diagnostic, Severity};
use serde_json::json;

use crate::support::{Engines, places, read};

/// A tree with these files.
fn tree(files: &[(&str, &str)]) -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("a temporary directory");
    for (name, text) in files {
        let path = root.path().join(name);
        fs::create_dir_all(path.parent().expect("below the root")).expect("created");
        put(&path, text);
    }
    root
}

fn put(path: &Path, text: &str) {
    io::Write::write_all(&mut fs::File::create(path).expect("created"), text.as_bytes()).expect("written");
}

fn load_from(root: &tempfile::TempDir) -> Result<Loaded, Vec<Diagnostic>> {
    load(&Directory::new(root.path()), &Engines)
}

fn refusal(root: &tempfile::TempDir) -> Vec<String> {
    places(&load_from(root).expect_err("refused"))
}

#[test]
fn without_a_file_the_default_engines_run_and_it_is_known_that_there_is_none() {
    let loaded = load_from(&tree(&[("src/main.rs", "")])).expect("accepted");
    assert_eq!(loaded.file(), None);
    let [alpha] = loaded.settings().scanners.as_slice() else { panic!("{:?}", loaded.settings()) };
    assert_eq!((alpha.engine.as_str(), alpha.enabled, alpha.section), ("alpha", true, Section::Default));
    assert_eq!((alpha.fail_on, &alpha.options), (Severity::Error, &json!({})));
}

#[test]
fn either_file_counts_alone() {
    for name in [MAIN_FILE, OTHER_FILE] {
        let loaded = load_from(&tree(&[(name, "gate: {fail_on: info}\n")])).expect("accepted");
        assert_eq!((loaded.file(), loaded.settings().gate.fail_on), (Some(name), Severity::Info));
    }
    let problems = load_from(&tree(&[(OTHER_FILE, "gat: 1\n")])).expect_err("refused");
    assert_eq!(problems[0].excerpt.as_ref().expect("placed").file, OTHER_FILE);
}

#[test]
fn both_files_are_refused_by_name() {
    let root = tree(&[(MAIN_FILE, ""), (OTHER_FILE, "")]);
    assert_eq!(refusal(&root), ["config/two-files"]);
    let message = load_from(&root).expect_err("refused")[0].message.clone();
    assert!(message.contains(MAIN_FILE) && message.contains(OTHER_FILE), "{message}");
}

#[test]
fn a_name_that_is_not_read_is_not_passed_over() {
    for name in [".aurumcode.yaml", "aurumcode.yml", "aurumcode.yaml", ".aurumcode/config.yaml"] {
        assert_eq!(refusal(&tree(&[(name, "")])), ["config/misnamed-file"], "{name}");
    }
    assert!(load_from(&tree(&[(MAIN_FILE, ""), (".aurumcode.yaml", "")])).is_ok(), "the right name counts");
}

#[test]
fn only_regular_files_are_read() {
    let root = tree(&[("elsewhere.yml", "gate: {fail_on: info}\n"), ("folder/config.yml", "")]);
    symlink("elsewhere.yml", root.path().join(MAIN_FILE)).expect("linked");
    assert_eq!(refusal(&root), ["config/unreadable-file"], "a link");

    let root = tree(&[("folder/config.yml", "")]);
    symlink("folder", root.path().join(".aurumcode")).expect("linked");
    assert_eq!(refusal(&root), ["config/unreadable-file"], "a link on the way");

    let root = tree(&[(".aurumcode.yml/file", "")]);
    assert_eq!(refusal(&root), ["config/unreadable-file"], "a directory");

    let root = tree(&[]);
    symlink("nowhere", root.path().join(MAIN_FILE)).expect("linked");
    assert_eq!(refusal(&root), ["config/unreadable-file"], "a link to nothing is not nothing");

    assert!(load_from(&tree(&[(".aurumcode", "a file")])).is_ok(), "a file where the directory could be");
}

#[test]
fn a_file_that_cannot_be_read_is_not_no_file() {
    struct Broken;
    impl Files for Broken {
        fn read(&self, _: &str, _: usize) -> io::Result<Option<Vec<u8>>> {
            Err(io::Error::from(io::ErrorKind::PermissionDenied))
        }
    }
    assert_eq!(places(&load(&Broken, &Engines).expect_err("refused")), ["config/unreadable-file"]);
}

#[test]
fn size_and_depth_are_bounded() {
    let limit = 1024 * 1024;
    let fits = format!("# {}\n", "x".repeat(limit - 3));
    assert!(load_from(&tree(&[(MAIN_FILE, &fits)])).is_ok());
    assert_eq!(refusal(&tree(&[(MAIN_FILE, &format!("{fits}#"))])), ["config/too-large"]);

    let nested = |depth: usize| format!("ignore: {}{}\n", "[".repeat(depth), "]".repeat(depth));
    assert_eq!(places(&read(nested(31)).expect_err("not text")), ["config/wrong-type 1:10+60"]);
    assert_eq!(places(&read(nested(32)).expect_err("refused")), ["config/too-deep 1:40+1"]);
    let block: String = (0..40).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect();
    assert_eq!(places(&read(block).expect_err("refused")), ["config/too-deep 33:33+1"]);
}

/// An engine whose schema refers to nothing.
struct Wrong;

impl Vocabulary for Wrong {
    fn engines(&self) -> Vec<KnownEngine<'_>> {
        vec![KnownEngine {
            name: "wrong",
            category: "lint",
            origin: "wrong",
            default_on: false,
            default_scope: Scope::Added,
            options_schema: json!({ "$ref": "#/nowhere" }),
            check_options: &|_| Vec::new(),
        }]
    }
}

#[test]
fn an_engine_that_describes_its_options_wrongly_is_not_the_authors_fault() {
    let root = tree(&[(MAIN_FILE, "gate: {}\n")]);
    let problems = load(&Directory::new(root.path()), &Wrong).expect_err("refused");
    assert_eq!(places(&problems), ["config/schema"]);
}
