//! The team's rule files: what is accepted, what is refused and where.

use crate::finding::RepoPath;

use super::super::options::AstGrepOptions;
use super::super::rules::RuleSet;
use super::super::team::RuleFile;

fn read(text: &str, disable: &[&str]) -> Result<RuleSet, String> {
    let options = AstGrepOptions { disable: disable.iter().map(|id| (*id).to_owned()).collect(), ..AstGrepOptions::default() };
    let file = RuleFile { path: "rules/ours.yml".to_owned(), text: text.to_owned() };
    RuleSet::new(&options, &[file], &[RepoPath::from("a.py")]).map_err(|error| error.to_string())
}

fn ids(rules: &RuleSet) -> Vec<String> {
    let mut ids = Vec::new();
    rules.each(|rule| ids.push(rule.id.clone()));
    ids
}

const RULE: &str = "id: no-print\nlanguage: Python\nmessage: use the log instead of $F\nrule: { pattern: $F($A) }\n";

#[test]
fn their_rules_join_the_embedded_ones() {
    let rules = read(&format!("# ours\n---\n{RULE}---\n{}", RULE.replace("no-print", "no-print-2")), &["python-eval"]).unwrap();
    let ids = ids(&rules);
    assert!(ids.contains(&"no-print".to_owned()) && ids.contains(&"no-print-2".to_owned()));
    assert!(ids.contains(&"python-yaml-load".to_owned()) && !ids.contains(&"python-eval".to_owned()));
    let found = super::look_with_team("print(1)", &rules);
    assert!(found.iter().any(|finding| finding.message == "use the log instead of print"), "{found:?}");
}

#[test]
fn a_rule_that_is_not_understood_is_refused_with_its_line() {
    let table = [
        (RULE.replace("rule:", "rul:"), "rules/ours.yml:4: "),
        (format!("{RULE}---\n\n{}", RULE.replace("pattern: $F($A)", "kind: no_such_kind")), "rules/ours.yml:10: "),
        (RULE.replace("id: no-print\n", ""), "rules/ours.yml:1: a rule needs an `id`"),
        (RULE.replace("no-print", "no print"), "rules/ours.yml:1: a rule needs an `id`"),
        (RULE.replace("Python", "Kotlin"), "rules/ours.yml:2: this build has no grammar for Kotlin"),
        (RULE.replace("Python", "Klingon"), "rules/ours.yml:"),
        (RULE.replace("no-print", "python-eval"), "rules/ours.yml:1: there is another rule `python-eval`"),
        (format!("{RULE}---\n{RULE}"), "rules/ours.yml:6: there is another rule `no-print`"),
        (format!("{RULE}id: again\n"), "rules/ours.yml:"),
        ("a: &a [*a]".to_owned(), "rules/ours.yml:"),
        (RULE.replace("{ pattern: $F($A) }", "{ matches: nothing }"), "rules/ours.yml:4: "),
    ];
    for (text, expected) in table {
        let error = read(&text, &[]).err().unwrap_or_else(|| panic!("accepted: {text}"));
        assert!(error.starts_with(expected), "{error}\n{text}");
        assert!(error.contains("mend the rule"), "{error}");
    }
}

#[test]
fn a_disabled_rule_that_nobody_has_is_refused() {
    let error = read(RULE, &["no-such-rule"]).err().unwrap();
    assert!(error.contains("no-such-rule"), "{error}");
    assert!(read(RULE, &["no-print"]).is_ok());
}

#[test]
fn a_bad_glob_is_refused() {
    let error = read(&format!("{RULE}files: ['[']\n"), &[]).err().unwrap();
    assert!(error.contains("correct the pattern"), "{error}");
}

#[test]
fn options_outside_the_repository_are_refused() {
    let problems = |text: &str| super::super::engine().options.validate(&serde_json::from_str(text).unwrap()).len();
    assert_eq!(problems(r#"{"rules": ["rules", "a/b.yml"]}"#), 0);
    assert_eq!(problems(r#"{"rules": ["../rules", "/etc/rules", "a\\b", ""]}"#), 4);
    assert_eq!(problems(r#"{"disable": ["python-eval", "python-evil"]}"#), 1);
    assert_eq!(problems(r#"{"embedded": false}"#), 1);
    assert_eq!(problems(r#"{"max_file_bytes": 0}"#), 1);
    assert_eq!(problems(r#"{"rule": []}"#), 1);
}

#[test]
fn a_fix_is_offered_as_whole_lines() {
    let rules = read(&format!("{RULE}fix: log.info($A)\n"), &[]).unwrap();
    let found = super::look_with_team("x = 1\nif x: print(x); y()\n", &rules);
    let fix = found.iter().find_map(|finding| finding.fix.clone()).unwrap();
    assert_eq!((fix.first.get(), fix.last.get(), fix.lines), (2, 2, vec!["if x: log.info(x); y()".to_owned()]));
    let without = super::look_with_team("print(x)\n", &read(RULE, &[]).unwrap());
    assert!(without.iter().all(|finding| finding.fix.is_none()));
}
