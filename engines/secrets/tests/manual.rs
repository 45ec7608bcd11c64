//! The manual lists the rules: the list is generated from them.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use super::super::embedded::EMBEDDED;
use super::examples::RULES;

const BEGIN: &str = "<!-- rules:begin (generated: AURUM_UPDATE=1 cargo test) -->\n";
const END: &str = "<!-- rules:end -->";

/// How many providers the set must know; the project promises it.
const PROVIDERS: usize = 100;

fn table() -> String {
    let providers: BTreeSet<&str> = RULES.list().iter().filter_map(|rule| rule.provider.as_deref()).collect();
    assert!(providers.len() >= PROVIDERS, "{}", providers.len());
    let mut page = format!("The embedded set has {} rules for {} providers and formats.\n", RULES.list().len(), providers.len());
    for (name, text) in EMBEDDED {
        let file: toml::Table = text.parse().expect("embedded files are TOML");
        let Some(rules) = file.get("rules").and_then(toml::Value::as_array) else { continue };
        let title = file["title"].as_str().unwrap_or(name);
        let _ = write!(page, "\n### {title}\n\n| rule | severity | finds |\n|---|---|---|\n");
        for id in rules.iter().filter_map(|rule| rule.get("id")?.as_str()) {
            let rule = RULES.list().iter().find(|rule| rule.id == id).expect("a rule of the set");
            let _ = writeln!(page, "| `{id}` | {} | {} |", rule.severity, rule.description);
        }
    }
    page
}

#[test]
#[expect(clippy::disallowed_methods, reason = "a test may read the environment and write the project's own files")]
fn the_manual_lists_every_rule() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("engines/secrets/README.md");
    let page = std::fs::read_to_string(&file).expect("the manual");
    let (before, rest) = page.split_once(BEGIN).expect("the mark of the beginning");
    let (_, after) = rest.split_once(END).expect("the mark of the end");
    let fresh = format!("{before}{BEGIN}{}{END}{after}", table());
    if fresh != page {
        assert!(std::env::var_os("AURUM_UPDATE").is_some(), "the manual is stale: run `AURUM_UPDATE=1 cargo test` and commit it");
        std::fs::write(&file, fresh).expect("the manual can be written");
    }
}

#[test]
fn names_are_kebab_case_and_texts_are_whole() {
    for rule in RULES.list() {
        let kebab = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
        assert!(rule.id.split('-').all(kebab), "{}", rule.id);
        assert!(
            !rule.description.is_empty() && !rule.description.contains('|') && !rule.description.ends_with('.'),
            "{}",
            rule.id
        );
        assert!(rule.help().ends_with('.'), "{}: {}", rule.id, rule.help());
    }
}
