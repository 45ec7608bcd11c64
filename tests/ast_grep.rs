//! The engine `ast-grep` at the command line, over real repositories: whose rules judge, and what counts as not reviewed.

#![cfg(test)]

#[path = "support/repo.rs"]
mod repo;

use std::process::Command;

use repo::Repo;
use serde_json::Value;

const CONFIGURATION: &str = "quality_gates:\n  scanners:\n    - engine: ast-grep\n      options:\n        rules: [rules]\n";
const RULE: &str = "id: no-print\nlanguage: Python\nseverity: error\nmessage: Use the log.\nrule: { pattern: print($A) }\n";

/// The exit status and the audit of a review of the last commit.
#[expect(clippy::disallowed_methods, reason = "the test starts the program itself")]
fn review(repo: &Repo, arguments: &[&str]) -> (i32, Value) {
    let output = Command::new(env!("CARGO_BIN_EXE_aurumcode"))
        .args(["review", "--format", "json"])
        .args(arguments)
        .current_dir(repo.path())
        .env("HOME", repo.home())
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env_remove("CI")
        .output()
        .expect("the program starts");
    let audit = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    (output.status.code().expect("a status"), audit)
}

/// The rules of the new findings, each with its path.
fn found(audit: &Value) -> Vec<String> {
    let issues = audit["findings"].as_array().expect("findings").iter().filter(|issue| issue["standing"] == "new");
    issues
        .map(|issue| format!("{} {}", issue["rule_id"].as_str().expect("a rule"), issue["path"].as_str().expect("a path")))
        .collect()
}

/// Why the engine has no full answer.
fn detail(audit: &Value) -> String {
    let reasons = audit["gate"]["reasons"].as_array().expect("reasons").iter();
    reasons.filter_map(|reason| reason["detail"].as_str()).collect::<Vec<_>>().join("; ")
}

#[test]
fn without_configuration_only_added_lines_count() {
    let repo = Repo::new();
    repo.write("a.py", "import os\nos.system('ls ' + old)\n").commit("first");
    repo.write("a.py", "import os\nos.system('ls ' + old)\nos.system('ls ' + new)\n").commit("second");
    let (status, audit) = review(&repo, &[]);
    assert_eq!((status, found(&audit)), (3, vec!["ast-grep:python-os-system a.py".to_owned()]));
    let rules = audit["engines"].to_string();
    assert!(rules.contains("ast-grep 0.") && audit.to_string().contains("CWE-78"), "{rules}");
}

#[test]
fn the_change_does_not_choose_the_rules_that_judge_it() {
    let repo = Repo::new();
    repo.write(".aurumcode.yml", CONFIGURATION).write("rules/no-print.yml", RULE).write("a.py", "x = 1\n").commit("first");
    repo.write("rules/no-print.yml", RULE.replace("severity: error", "severity: off"))
        .write("a.py", "print(1)\n")
        .commit("weaker");
    let (status, audit) = review(&repo, &["--config-from", "base"]);
    let judged = ["ast-grep:no-print a.py", "gate/edited rules/no-print.yml"].map(str::to_owned).to_vec();
    assert_eq!((status, found(&audit)), (3, judged.clone()));
    repo.remove("rules/no-print.yml").write("a.py", "print(2)\n").commit("gone");
    let (status, audit) = review(&repo, &["--config-from", "base", "--base", "HEAD~2"]);
    assert_eq!((status, found(&audit)), (3, judged));
}

#[test]
fn a_new_rule_file_judges_once_its_change_is_merged() {
    let repo = Repo::new();
    repo.write(".aurumcode.yml", CONFIGURATION).write("rules/no-print.yml", RULE).write("a.py", "x = 1\n").commit("first");
    let second = RULE.replace("no-print", "no-exit").replace("print($A)", "exit()");
    repo.write("rules/no-exit.yml", second).write("a.py", "exit()\n").commit("second");
    let (status, audit) = review(&repo, &[]);
    assert_eq!((status, found(&audit)), (3, vec!["ast-grep:no-exit a.py".to_owned()]), "the developer's own working copy");
    let (status, audit) = review(&repo, &["--config-from", "base"]);
    assert_eq!((status, found(&audit)), (0, vec!["gate/edited rules/no-exit.yml".to_owned()]));
}

#[test]
fn a_rule_file_that_is_absent_or_broken_is_no_answer() {
    let repo = Repo::new();
    repo.write(".aurumcode.yml", CONFIGURATION).write("a.py", "x = 1\n").commit("first");
    repo.write("a.py", "x = 2\n").commit("second");
    let (status, audit) = review(&repo, &[]);
    assert_eq!(status, 4);
    assert!(detail(&audit).contains("`options.rules` names `rules`"), "{audit}");
    repo.write("rules/a.yml", RULE.replace("pattern", "patern")).commit("third");
    let (status, audit) = review(&repo, &[]);
    assert_eq!(status, 4);
    assert!(detail(&audit).contains("rules/a.yml:5"), "{}", detail(&audit));
}

#[test]
fn a_file_that_is_not_understood_is_not_reviewed_and_the_others_are() {
    let repo = Repo::new();
    repo.write("old.py", "x = 1 ? 2\n\n\n\ndef f():\n    return 1\n\n").commit("first");
    repo.write("broken.py", "def (:\n  x = = 1\n")
        .write("latin.py", b"x = '\xe9'\n")
        .write("large.py", "x = 1\n".repeat(200_000))
        .write("old.py", "x = 1 ? 2\n\n\n\ndef f():\n    return 1\n\neval(y)\n")
        .write("a.py", "eval(x)\n")
        .write("data.bin", b"\x00\xff")
        .commit("second");
    let (status, audit) = review(&repo, &[]);
    assert_eq!(status, 4);
    let detail = detail(&audit);
    for path in ["broken.py", "latin.py", "large.py"] {
        assert!(audit.to_string().contains(path), "{path}: {detail}");
    }
    // The old error is far from the added line.
    assert_eq!(found(&audit), ["ast-grep:python-eval a.py", "ast-grep:python-eval old.py"]);
    let unreviewed = audit["engines"][0]["unreviewed"].to_string();
    assert!(!unreviewed.contains("old.py") && !unreviewed.contains("data.bin"), "{unreviewed}");
}

#[test]
fn comments_of_the_author_silence_nothing() {
    let repo = Repo::new();
    repo.write("a.py", "x = 1\n").commit("first");
    repo.write("a.py", "# ast-grep-ignore\nyaml.load(x)\n").commit("second");
    assert_eq!(found(&review(&repo, &[]).1), ["ast-grep:python-yaml-load a.py"]);
}
