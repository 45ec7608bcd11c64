//! Holds the code to `docs/architecture.md` and to the house rules that a compiler does not know.

#![expect(clippy::expect_used, reason = "a test stops where its own files cannot be read")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Files over 300 lines without their tests, each with the reason.
const LONG_FILES: &[(&str, &str)] = &[(
    "engines/secrets/pattern/parse.rs",
    "one grammar, whose productions call each other: splitting it would hide the recursion",
)];

/// Names that say nothing about what a file holds.
const EMPTY_NAMES: &[&str] = &["util", "utils", "helper", "helpers", "common", "misc", "types", "manager"];

#[derive(Debug)]
enum Imports {
    All,
    Only(BTreeSet<String>),
}

/// The import table, by room; `engines/*` is the room `engines`.
fn table() -> BTreeMap<String, Imports> {
    let page = fs::read_to_string(root().join("docs/architecture.md")).expect("the page exists");
    let section =
        page.split("## Rooms and their imports").nth(1).and_then(|rest| rest.split("\n## ").next()).expect("the section exists");
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let table: BTreeMap<String, Imports> = rows
        .map(|row| {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            let room = cells[1].trim_matches('`').trim_end_matches("/*").to_owned();
            let imports = match cells[3] {
                "all" => Imports::All,
                "–" => Imports::Only(BTreeSet::new()),
                list => Imports::Only(list.split(", ").map(str::to_owned).collect()),
            };
            (room, imports)
        })
        .collect();
    assert!(table.len() >= 10, "the table was read: {table:?}");
    table
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every Rust source of the product, relative to the root, with its text.
fn sources() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for top in ["src", "engines", "tools", "context"] {
        collect(&root().join(top), &mut found);
    }
    found.sort();
    assert!(found.len() > 30);
    found
}

fn collect(directory: &Path, found: &mut Vec<(String, String)>) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    for entry in entries {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            if path.file_name().is_none_or(|name| name != "testdata") {
                collect(&path, found);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.strip_prefix(root()).expect("below the root").to_string_lossy().into_owned();
            found.push((name, fs::read_to_string(&path).expect("sources are UTF-8")));
        }
    }
}

/// The room of a source: the folder below `src`, or `engines`, `tools` or `context`. The crate's own two files belong to no room.
fn room(name: &str) -> Option<&str> {
    let mut parts = name.split('/');
    match (parts.next()?, parts.next()?) {
        ("src", file) if file.ends_with(".rs") => None,
        ("src", room) => Some(room),
        (top, _) => Some(top),
    }
}

/// The rooms that a source names by `crate::<room>`, without comments.
fn imported(text: &str) -> BTreeSet<String> {
    let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut rooms = BTreeSet::new();
    for part in code.split("crate::").skip(1) {
        if let Some(list) = part.strip_prefix('{') {
            let list = list.split("};").next().unwrap_or(list);
            rooms.extend(list.split(',').filter_map(|item| item.trim().split("::").next()).map(str::to_owned));
        } else {
            rooms.insert(part.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect());
        }
    }
    rooms
}

#[test]
fn every_import_between_rooms_is_in_the_table() {
    let table = table();
    let mut wrong = Vec::new();
    for (name, text) in sources() {
        let Some(room) = room(&name) else { continue };
        let Some(allowed) = table.get(room) else {
            wrong.push(format!("{name}: the room `{room}` is not in the table of docs/architecture.md"));
            continue;
        };
        for import in imported(&text) {
            let own = import == room;
            let known = table.contains_key(&import);
            let fits = own
                || !known
                || matches!(allowed, Imports::All)
                || matches!(allowed, Imports::Only(list) if list.contains(&import));
            if !fits {
                wrong.push(format!("{name}: `{room}` may not import `{import}`"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_import_reader_sees_every_form() {
    let text = "use crate::alpha::A;\nuse crate::{beta::B, gamma};\n// use crate::comment::C;\nlet x = crate::delta::f();\n";
    assert_eq!(imported(text).into_iter().collect::<Vec<_>>(), ["alpha", "beta", "delta", "gamma"]);
}

#[test]
fn the_gate_can_see_neither_a_model_nor_an_engine() {
    let gate: Vec<_> = sources().into_iter().filter(|(name, _)| room(name) == Some("gate")).collect();
    assert!(!gate.is_empty());
    for (name, text) in gate {
        let seen = imported(&text);
        assert!(seen.iter().all(|room| ["finding", "config", "gate"].contains(&room.as_str())), "{name}: {seen:?}");
        assert!(!text.contains("std::fs") && !text.contains("std::env") && !text.contains("SystemTime"), "{name} is pure");
    }
}

#[test]
fn no_engine_is_named_in_the_host() {
    let manifest: toml::Table =
        fs::read_to_string(root().join("engines.toml")).expect("the manifest").parse().expect("the manifest parses");
    let engines = manifest["engine"].as_array().expect("engines are listed");
    let names: Vec<String> = engines.iter().map(|engine| format!("\"{}\"", engine["name"].as_str().expect("a name"))).collect();
    assert!(names.len() > 1);
    for (name, text) in sources().into_iter().filter(|(name, _)| name.starts_with("src/") && !name.contains("/codegen")) {
        let product = text.split("#[cfg(test)]").next().unwrap_or_default();
        if name.ends_with("/tests.rs") {
            continue;
        }
        for engine in &names {
            // A word of the expression languages that redaction reads, where it means their object and no engine.
            let word = name == "src/redaction/expression.rs" && engine == "\"secrets\"";
            // A category has the name of one of its engines.
            let category = name == "src/delivery/secops.rs" && engine == "\"secrets\"";
            assert!(word || category || !product.contains(engine.as_str()), "{name} names the engine {engine}");
        }
    }
}

#[test]
fn every_source_opens_by_saying_what_it_is() {
    for (name, text) in sources() {
        assert!(text.starts_with("//! "), "{name} does not open with `//!`");
    }
}

#[test]
fn files_have_one_idea_and_a_name_for_it() {
    let mut long = Vec::new();
    for (name, text) in sources() {
        let stem = Path::new(&name).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        assert!(!EMPTY_NAMES.contains(&stem.as_str()), "{name}: the name says nothing");
        let lines = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().lines().count();
        let excused = LONG_FILES.iter().any(|(file, reason)| *file == name && !reason.is_empty());
        if lines > 300 && !excused && !name.ends_with("tests.rs") {
            long.push(format!("{name}: {lines} lines without its tests"));
        }
    }
    assert!(long.is_empty(), "{}", long.join("\n"));
}

#[test]
fn a_door_holds_no_code() {
    for (name, text) in sources().into_iter().filter(|(name, _)| name.starts_with("src/") && name.ends_with("/mod.rs")) {
        let code = text.lines().any(|line| {
            ["fn ", "struct ", "enum ", "impl ", "trait "]
                .iter()
                .any(|word| line.starts_with(word) || line.starts_with(&format!("pub {word}")))
        });
        assert!(!code, "{name} is a door: move its code into a file of its own");
    }
}
