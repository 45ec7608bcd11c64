//! The manual's table of rules is that of the embedded rules. `AURUM_UPDATE=1` writes it.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::super::language::LANGUAGES;
use super::super::report;
use super::super::rules::compile_embedded;

/// One row for each rule, by id.
fn table() -> String {
    let mut rows = std::collections::BTreeMap::new();
    for (language, ..) in LANGUAGES {
        for rule in compile_embedded(*language).unwrap() {
            let info = report::info(&rule);
            let severity = format!("{:?}", rule.severity).to_lowercase();
            let title = info.title.replace('|', "\\|");
            rows.insert(rule.id.clone(), format!("| `{}` | {severity} | {} | {title} |", rule.id, info.tags.join(", ")));
        }
    }
    let mut text = String::from("| rule | severity | weakness | finds, and what to do |\n|---|---|---|---|\n");
    rows.values().for_each(|row| writeln!(text, "{row}").unwrap());
    text
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the test that writes the generated table when it is told to")]
fn the_manual_lists_the_rules() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("engines/ast-grep/README.md");
    let manual = fs::read_to_string(&file).unwrap();
    let (before, rest) = manual.split_once("<!-- rules -->\n").unwrap();
    let (_, after) = rest.split_once("<!-- /rules -->").unwrap();
    let fresh = format!("{before}<!-- rules -->\n{}<!-- /rules -->{after}", table());
    if std::env::var_os("AURUM_UPDATE").is_some() {
        fs::write(&file, &fresh).unwrap();
    }
    assert!(
        manual == fresh || std::env::var_os("AURUM_UPDATE").is_some(),
        "the table of rules is stale: run with AURUM_UPDATE=1"
    );
}
