//! Every embedded rule against its cases in `testdata/<rule>.yml`, in every language that runs it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde::Deserialize;

use super::super::language::LANGUAGES;
use super::super::rules::compile_embedded;
use super::super::{embedded, report};
use super::look;

/// The format of `ast-grep test`, so that the command line tool can run the same files.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cases {
    id: String,
    valid: Vec<String>,
    invalid: Vec<String>,
}

fn cases() -> Vec<Cases> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("engines/ast-grep/testdata");
    let mut all = Vec::new();
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.is_dir() {
            continue; // what the manual's examples look at
        }
        let cases: Cases = serde_yaml::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        assert_eq!(path.file_stem().unwrap().to_str().unwrap(), cases.id);
        all.push(cases);
    }
    all
}

#[test]
fn every_rule_finds_its_bad_cases_and_leaves_its_good_ones() {
    let cases = cases();
    let mut wrong = Vec::new();
    for (language, name, _) in LANGUAGES {
        for rule in compile_embedded(*language).unwrap() {
            let of_rule = cases.iter().find(|cases| cases.id == rule.id).unwrap_or_else(|| panic!("{} has no cases", rule.id));
            let rules = [rule];
            for (expected, sources) in [(false, &of_rule.valid), (true, &of_rule.invalid)] {
                for source in sources {
                    let scan = look(source, *language, &rules);
                    assert_eq!(scan.stopped, None);
                    if scan.findings.is_empty() == expected {
                        wrong.push(format!("{} as {name}, expected {expected}: {source}", of_rule.id));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_rule_has_cases_of_both_kinds_and_every_case_has_a_rule() {
    let cases = cases();
    let ids: BTreeSet<&str> = embedded::ids().collect();
    let tested: BTreeSet<&str> = cases.iter().map(|cases| cases.id.as_str()).collect();
    assert_eq!(ids, tested);
    assert!(cases.iter().all(|cases| cases.valid.len() >= 2 && cases.invalid.len() >= 2));
}

#[test]
fn every_rule_says_what_it_finds_what_to_do_and_which_weakness_it_is() {
    for (language, ..) in LANGUAGES {
        for rule in compile_embedded(*language).unwrap() {
            assert!(rule.message.ends_with('.') && rule.message.len() < 200 && !rule.message.contains('\n'), "{}", rule.id);
            let info = report::info(&rule);
            assert!(info.help.len() > 40, "{}", rule.id);
            assert!(
                info.tags.iter().any(|tag| tag.strip_prefix("CWE-").is_some_and(|number| number.parse::<u16>().is_ok())),
                "{}",
                rule.id
            );
            assert!(rule.fix.is_none(), "{}: nothing applies a fix", rule.id);
        }
    }
}

#[test]
fn the_version_is_that_of_the_crates() {
    let lock = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.lock")).unwrap();
    for name in ["ast-grep-config", "ast-grep-core", "ast-grep-language"] {
        assert!(lock.contains(&format!("name = \"{name}\"\nversion = \"{}\"", super::super::VERSION)), "{name}");
    }
}
