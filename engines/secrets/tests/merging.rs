//! How an extra rule file and the embedded set become one.

use super::super::rules::Rules;
use super::examples::scan;
use super::template::expand;
use crate::finding::{RepoPath, Severity};

fn assemble(text: &str, disable: &[&str]) -> Result<Rules, String> {
    let disable: Vec<String> = disable.iter().map(|id| (*id).to_owned()).collect();
    Rules::assemble(Some(("team.toml", text)), &disable).map_err(|error| error.line())
}

fn ids(rules: &Rules, text: &str) -> Vec<String> {
    let hits = scan(rules, &RepoPath::from("src/a.rs"), expand(text, 1).as_bytes());
    hits.iter().map(|hit| rules.list()[hit.rule].id.clone()).collect()
}

const TEAM: &str = "[[rules]]\nid = 'acme'\nregex = 'acme_[a-z]{10}'\nkeywords = ['acme_']\n";

#[test]
fn a_file_adds_to_the_embedded_rules() {
    let rules = assemble(TEAM, &[]).expect("valid");
    assert_eq!(ids(&rules, "acme_abcdefghij\nghp_{{alnum:36}}"), ["acme", "github-pat"]);
    assert_eq!(rules.list()[0].id, "acme", "the team's rules come first");
}

#[test]
fn a_file_can_stand_alone_when_it_says_so() {
    let rules = assemble(&format!("[extend]\nuseDefault = false\n{TEAM}"), &[]).expect("valid");
    assert_eq!(rules.list().len(), 1);
    assert_eq!(ids(&rules, "acme_abcdefghij\nghp_{{alnum:36}}"), ["acme"]);
}

#[test]
fn rules_are_left_out_by_the_file_and_by_the_option() {
    let rules = assemble("[extend]\ndisabledRules = ['github-pat']", &["gitlab-pat"]).expect("valid");
    assert!(ids(&rules, "ghp_{{alnum:36}}\nglpat-{{url:20}}").is_empty());
    let unknown = assemble("[extend]\ndisabledRules = ['github-pad']", &[]).expect_err("unknown");
    assert!(unknown.starts_with("team.toml:2:18: ") && unknown.contains("did you mean `github-pat`?"), "{unknown}");
    let unknown = assemble(TEAM, &["acne"]).expect_err("unknown");
    assert!(unknown.contains("did you mean `acme`?"), "{unknown}");
}

#[test]
fn a_file_changes_single_values_of_an_embedded_rule() {
    let text = "[[rules]]\nid = 'github-pat'\nseverity = 'warning'\ntags = ['ours']\n[[rules.allowlists]]\nstopwords = ['zzz']\n";
    let rules = assemble(text, &[]).expect("valid");
    let rule = rules.list().iter().find(|rule| rule.id == "github-pat").expect("the rule");
    assert_eq!((rule.severity, rule.description.as_str()), (Severity::Warning, "GitHub personal access token"));
    assert!(rule.tags.contains(&"ours".to_owned()));
    assert_eq!(ids(&rules, "ghp_{{alnum:36}}"), ["github-pat"]);
    assert!(ids(&rules, "ghp_zzz{{alnum:33}}").is_empty());
}

#[test]
fn a_new_expression_brings_its_own_group() {
    let text = "[[rules]]\nid = 'github-pat'\nregex = 'ghp_[a-z]{4}'\nsecretGroup = 1\n";
    assert!(assemble(text, &[]).expect_err("no group").contains("secretGroup"));
    let text = "[[rules]]\nid = 'github-pat'\nsecretGroup = 2\n";
    assert!(assemble(text, &[]).expect_err("one group").starts_with("team.toml:3:15: "));
}

#[test]
fn a_rule_needs_an_expression_of_some_kind() {
    let error = assemble("[[rules]]\nid = 'empty'", &[]).expect_err("nothing to look for");
    assert!(error.starts_with("team.toml:2:6: ") && error.contains("neither `regex` nor `path`"), "{error}");
}

#[test]
fn target_rules_exist() {
    let error = assemble(&format!("{TEAM}[[allowlists]]\ntargetRules = ['acmee']\nregexes = ['a']"), &[]).expect_err("unknown");
    assert!(error.contains("`acmee`") && error.contains("did you mean `acme`?"), "{error}");
}

#[test]
fn the_digest_changes_with_the_rules() {
    let plain = Rules::assemble(None, &[]).expect("valid");
    let less = Rules::assemble(None, &["github-pat".to_owned()]).expect("valid");
    let more = assemble(TEAM, &[]).expect("valid");
    let digests = [plain.digest(), less.digest(), more.digest()];
    assert!(digests.iter().all(|digest| digest.len() == 16));
    assert!(digests[0] != digests[1] && digests[1] != digests[2] && digests[0] != digests[2]);
    assert_eq!(plain.digest(), Rules::assemble(None, &[]).expect("valid").digest());
}

#[test]
fn embedded_allow_lists_name_embedded_rules() {
    let rules = Rules::assemble(None, &[]).expect("valid");
    for (name, text) in super::super::embedded::EMBEDDED {
        let file = super::super::reader::read(name, text, false).expect("valid");
        for target in file.allow.iter().flat_map(|list| &list.target_rules) {
            assert!(rules.list().iter().any(|rule| rule.id == target.value), "{name}: {}", target.value);
        }
    }
}
