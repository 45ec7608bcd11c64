//! Every embedded rule against its own examples.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::super::embedded::EMBEDDED;
use super::super::reader::read;
use super::super::rule::Reach;
use super::super::rules::Rules;
use super::super::scan::Hit;
use super::template::expand;
use crate::finding::RepoPath;

pub(super) static RULES: LazyLock<Rules> = LazyLock::new(|| Rules::assemble(None, &[]).expect("the embedded rules are valid"));

/// The examples of one rule.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Examples {
    pub(super) found: Vec<String>,
    ignored: Vec<String>,
    #[serde(default)]
    also: BTreeSet<String>,
    #[serde(default)]
    path: Option<String>,
    /// Files in which the rule finds nothing, whatever they hold.
    #[serde(default)]
    elsewhere: Vec<String>,
}

/// The examples of all rules, by rule.
pub(super) fn examples() -> BTreeMap<String, Examples> {
    const FILES: [&str; 9] = [
        include_str!("../testdata/examples/cloud.toml"),
        include_str!("../testdata/examples/code.toml"),
        include_str!("../testdata/examples/payments.toml"),
        include_str!("../testdata/examples/messaging.toml"),
        include_str!("../testdata/examples/ai.toml"),
        include_str!("../testdata/examples/saas.toml"),
        include_str!("../testdata/examples/database.toml"),
        include_str!("../testdata/examples/keys.toml"),
        include_str!("../testdata/examples/generic.toml"),
    ];
    FILES.iter().flat_map(|file| toml::from_str::<BTreeMap<String, Examples>>(file).expect("examples are valid")).collect()
}

/// The file name that the examples of a rule are scanned under.
pub(super) fn path_of(examples: &Examples) -> RepoPath {
    RepoPath::from(examples.path.as_deref().unwrap_or("src/settings.py"))
}

pub(super) fn scan(rules: &Rules, path: &RepoPath, content: &[u8]) -> Vec<Hit> {
    let mut hits = Vec::new();
    rules.scan(path, content, &mut hits);
    hits
}

fn ids(hits: &[Hit]) -> BTreeSet<String> {
    hits.iter().map(|hit| RULES.list()[hit.rule].id.clone()).collect()
}

#[test]
fn every_rule_has_examples_and_every_example_a_rule() {
    let with_examples: BTreeSet<String> = examples().into_keys().collect();
    let rules: BTreeSet<String> = RULES.list().iter().map(|rule| rule.id.clone()).collect();
    assert_eq!(rules, with_examples);
    for (id, examples) in examples() {
        assert!(!examples.found.is_empty() && examples.ignored.len() + examples.elsewhere.len() > 0, "{id} lacks examples");
    }
}

#[test]
fn every_rule_finds_what_it_should_alone_and_nothing_else() {
    let mut wrong = Vec::new();
    for (id, examples) in examples() {
        let path = path_of(&examples);
        for seed in 0..4 {
            for text in &examples.found {
                let expanded = expand(text, seed);
                let found = ids(&scan(&RULES, &path, expanded.as_bytes()));
                if found != BTreeSet::from([id.clone()]) {
                    wrong.push(format!("{id}: `{text}` found as {found:?}"));
                }
                let raw = RULES.matches(path.as_bytes(), expanded.as_bytes());
                let others = raw.iter().filter(|found| !found.generic).map(|found| &RULES.list()[found.rule].id);
                let others: BTreeSet<&String> = others.filter(|other| **other != id && !examples.also.contains(*other)).collect();
                if !others.is_empty() {
                    wrong.push(format!("{id}: `{text}` is also matched by {others:?}"));
                }
            }
            for (text, path) in examples.found.iter().flat_map(|text| examples.elsewhere.iter().map(move |path| (text, path))) {
                let found = ids(&scan(&RULES, &RepoPath::from(path.as_str()), expand(text, seed).as_bytes()));
                if found.contains(&id) {
                    wrong.push(format!("{id}: `{text}` must not be found in {path}"));
                }
            }
            for text in &examples.ignored {
                let found = ids(&scan(&RULES, &path, expand(text, seed).as_bytes()));
                // A cut token under a telling name is still a generic secret; a placeholder or a variable is nothing at all.
                if found.contains(&id) || (expand(text, 1) == *text && !found.is_empty()) {
                    wrong.push(format!("{id}: `{text}` must be ignored, found as {found:?}"));
                }
            }
        }
    }
    wrong.sort();
    wrong.dedup();
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_expression_compiles_within_bounds() {
    for (name, text) in EMBEDDED {
        read(name, text, true).map(drop).unwrap_or_else(|error| panic!("{name}: {}", error.line()));
    }
}

/// Rules whose expression spans lines without a bound: they cost a search of the whole text, so their keyword must be rare.
const WHOLE_TEXT: [&str; 5] = ["pgpass-password", "private-key", "encrypted-private-key", "putty-private-key", "jwk-private-key"];

#[test]
fn expressions_are_searched_around_their_keywords() {
    let whole: Vec<&str> = RULES
        .list()
        .iter()
        .filter(|rule| rule.regex.is_some() && rule.reach == Reach::Text)
        .map(|rule| rule.id.as_str())
        .collect();
    assert_eq!(whole, WHOLE_TEXT);
}
