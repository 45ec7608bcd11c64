//! The list of dependencies in the decisions is the list that is built.

#![expect(clippy::expect_used, reason = "a helper of a test fails like the test itself")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const PAGE: &str = "docs/decisions/003-dependencies.md";

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("the project's own files can be read")
}

/// The crates of every table of dependencies, by the name that the code uses.
fn declared() -> BTreeSet<String> {
    let manifest: toml::Table = read("Cargo.toml").parse().expect("the manifest is TOML");
    let tables = ["dependencies", "build-dependencies", "dev-dependencies"]
        .into_iter()
        .filter_map(|table| manifest.get(table)?.as_table());
    tables.flat_map(|table| table.keys().cloned()).collect()
}

/// All Rust text of the project.
fn sources() -> String {
    let mut text = read("build.rs");
    let mut directories: Vec<_> =
        ["src", "engines", "tools", "tests", "benches"].map(|name| Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).into();
    while let Some(directory) = directories.pop() {
        let Ok(entries) = fs::read_dir(&directory) else { continue };
        for entry in entries {
            let path = entry.expect("a directory of the project can be listed").path();
            if path.is_dir() {
                directories.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                text.push_str(&fs::read_to_string(&path).expect("a source is text"));
            }
        }
    }
    text
}

/// Whether a source names the crate: `name::…`, `use name;`.
fn is_named(name: &str, sources: &str) -> bool {
    let name = name.replace('-', "_");
    sources.match_indices(&name).any(|(at, _)| {
        let before = sources[..at].chars().next_back().is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != ':');
        before && sources[at + name.len()..].starts_with("::")
    })
}

#[test]
fn every_crate_in_use_is_explained_and_every_explained_one_is_there() {
    let page = read(PAGE);
    let declared = declared();
    let sources = sources();
    for name in declared.iter().filter(|name| is_named(name, &sources)) {
        assert!(page.contains(&format!("`{name}`")), "{PAGE} does not say why the program depends on `{name}`");
    }
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    let mut count = 0;
    for (name, _) in rows {
        assert!(declared.contains(name), "{PAGE} explains `{name}`, which Cargo.toml does not name");
        count += 1;
    }
    assert!(count > 10, "the tables were not found");
}

#[test]
fn each_decision_has_a_number_of_its_own() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/decisions");
    let mut numbers = BTreeSet::new();
    for entry in fs::read_dir(folder).expect("the decisions can be listed") {
        let name = entry.expect("a file").file_name().into_string().expect("UTF-8");
        let number = name.split('-').next().expect("a number").to_owned();
        let title = read(Path::new("docs/decisions").join(&name));
        assert!(title.starts_with(&format!("# {number}: ")), "{name} has another number in its title");
        assert!(numbers.insert(number), "{name} has the number of another decision");
    }
    assert!(numbers.len() > 5, "the decisions were not found");
}
