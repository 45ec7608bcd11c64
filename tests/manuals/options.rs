//! The table of options in a manual is that of the engine's option type.

#![expect(clippy::disallowed_methods, reason = "a test reads the environment and writes the project's own files")]

use std::fmt::Write as _;
use std::fs;

use aurumcode::config::{KeyInfo, json_schema, keys};
use aurumcode::scanner::registry;
use serde_json::{Value, json};

use crate::{engines, manual, path, root};

const HEADING: &str = "\n## Options\n";

/// The options of an engine, as the schema of the configuration has them.
fn of(schema: &Value, engine: &str) -> Vec<KeyInfo> {
    let mut options = schema["$defs"][format!("{engine}.options")].clone();
    assert!(options.is_object(), "{engine} has an options type");
    options["$defs"] = schema["$defs"].clone();
    keys(&options)
}

/// The table, or nothing for an engine without options.
fn table(options: &[KeyInfo]) -> String {
    if options.is_empty() {
        return String::new();
    }
    let mut table = String::from("| option | type | default | meaning |\n|---|---|---|---|\n");
    for option in options {
        let default = match &option.default {
            _ if option.required => "required",
            Some(default) => default,
            None => "none",
        };
        let words = option.words.iter().map(|(word, meaning)| format!("`{word}`: {meaning}"));
        let meaning = [option.meaning.clone()].into_iter().chain(words).collect::<Vec<_>>().join(" ");
        assert!(!meaning.trim().is_empty(), "`{}`: its doc comment says what it does", option.path);
        let cells = [format!("`{}`", option.path), option.kind.clone(), default.to_owned(), meaning];
        let cells = cells.map(|cell| cell.replace('|', "\\|").split_whitespace().collect::<Vec<_>>().join(" "));
        let _ = writeln!(table, "| {} |", cells.join(" | "));
    }
    table
}

/// The page with `table` as the first block of its section, in place of the table that stands there.
fn with_table(page: &str, table: &str) -> String {
    let (before, rest) = page.split_once(HEADING).expect("a section `## Options`");
    let after: String = rest.split_inclusive('\n').skip_while(|line| line.trim().is_empty() || line.starts_with('|')).collect();
    let table = if table.is_empty() { String::new() } else { format!("{table}\n") };
    format!("{before}{HEADING}\n{table}{after}")
}

#[test]
fn the_table_of_options_is_that_of_the_code() {
    let schema = json_schema(&registry());
    for engine in engines() {
        let page = manual(engine);
        let options = of(&schema, engine);
        let fresh = with_table(&page, &table(&options));
        if fresh != page && std::env::var_os("AURUM_UPDATE").is_some() {
            fs::write(root().join(path(engine)), &fresh).expect("a manual can be written");
            continue;
        }
        assert_eq!(fresh, page, "{}: the table of options is stale: run `AURUM_UPDATE=1 cargo test`", path(engine));
    }
}

#[test]
fn a_table_is_replaced_and_the_text_behind_it_is_kept() {
    let option = |path: &str, required, default: Option<&str>| KeyInfo {
        path: path.to_owned(),
        kind: "text".to_owned(),
        required,
        default: default.map(str::to_owned),
        meaning: "What it\ndoes.".to_owned(),
        words: vec![("a".to_owned(), "One | two.".to_owned())],
    };
    let all = table(&[option("one", true, None), option("two", false, Some("`a`")), option("three", false, None)]);
    let rows: Vec<&str> = all.lines().skip(2).collect();
    assert_eq!(rows[0], "| `one` | text | required | What it does. `a`: One \\| two. |");
    assert!(rows[1].contains("| `a` |") && rows[2].contains("| none |"), "{rows:?}");
    let page = "# x\n\n## Options\n\n| old |\n|---|\n| row |\n\nText.\n\n## Examples\n";
    assert_eq!(with_table(page, "| new |\n"), "# x\n\n## Options\n\n| new |\n\nText.\n\n## Examples\n");
    assert_eq!(with_table(page, ""), "# x\n\n## Options\n\nText.\n\n## Examples\n");
    let json = json!({ "$defs": { "x.options": { "properties": { "k": { "type": "boolean", "default": true } } } } });
    assert_eq!(of(&json, "x").len(), 1);
}
