//! A rule file that a run would refuse is refused by `config check`, told by `doctor`, and makes a review inconclusive.

use serde_json::Value;

use super::command;
use crate::repo::Repo;

/// An engine, the options that name its rule file, a file that it refuses and one that it takes.
const FILES: &[(&str, &str, &str, &str, &str)] = &[
    (
        "secrets",
        "rules: r.toml",
        "r.toml",
        "[[rules]]\nid = \"a\"\nregex = '''('''\n",
        "[[rules]]\nid = \"a\"\nregex = '''b{9}'''\n",
    ),
    (
        "ast-grep",
        "rules: [r.yml]",
        "r.yml",
        "id: a\nlanguage: python\nrule: {pattern: 1, nonsense: 2}\n",
        "id: a\nlanguage: python\nmessage: m\nseverity: error\nrule: {pattern: exec($A)}\n",
    ),
    ("gitleaks", "config: r.toml", "r.toml", "[[rules]\n", "[[rules]]\nid = \"a\"\nregex = '''b{9}'''\n"),
    (
        "semgrep",
        "rule_packs: [r.yml]",
        "r.yml",
        "rules: []\n",
        "rules: [{id: a, languages: [python], severity: ERROR, message: m, pattern: b()}]\n",
    ),
];

fn repo(engine: &str, options: &str) -> Repo {
    let repo = Repo::new();
    repo.write(".aurumcode.yml", format!("quality_gates: {{scanners: [{{engine: {engine}, options: {{{options}}}}}]}}\n"));
    repo.write("a.py", "x = 1\n");
    repo
}

#[test]
fn what_a_run_would_refuse_is_refused_before() {
    for (engine, options, file, broken, whole) in FILES {
        for content in [None, Some(*broken)] {
            let repo = repo(engine, options);
            if let Some(content) = content {
                repo.write(file, content);
            }
            let (status, seen) = command(&repo, &["config", "check"], &[]);
            assert_eq!(status, 5, "{engine}: {seen}");
            for part in ["error[config/rule-files]", engine, file] {
                assert!(seen.contains(part), "{engine}: `{part}` is not in {seen}");
            }
        }
        let repo = repo(engine, options);
        repo.write(file, whole);
        let (status, seen) = command(&repo, &["config", "check"], &[]);
        assert_eq!((status, seen.as_str()), (0, ".aurumcode.yml is accepted: 1 engine runs\n"), "{engine}");
    }
}

#[test]
fn an_engine_that_is_switched_off_reads_nothing() {
    let repo = Repo::new();
    repo.write(
        ".aurumcode.yml",
        "quality_gates: {scanners: [{engine: ast-grep}, {engine: secrets, enabled: false, options: {rules: none.toml}}]}\n",
    );
    assert_eq!(command(&repo, &["config", "check"], &[]).0, 0);
}

#[test]
fn doctor_says_what_the_review_will() {
    for (engine, options, file, broken, _) in FILES.iter().filter(|one| ["secrets", "ast-grep"].contains(&one.0)) {
        let repo = repo(engine, options);
        repo.write(file, broken).commit("first");
        repo.write("a.py", "x = 2\n").commit("second");
        let (status, seen) = command(&repo, &["doctor"], &["--json"]);
        let json: Value = serde_json::from_str(&seen).expect("JSON");
        let told =
            json["checks"].as_array().expect("a list").iter().find(|check| check["subject"] == *engine).expect("it is told");
        assert_eq!((status, &told["status"], &told["exit"]), (1, &"failed".into(), &4.into()), "{told:#}");
        assert!(told["message"].as_str().is_some_and(|message| message.contains(file)), "{told:#}");
        let (status, seen) = command(&repo, &["review"], &[]);
        assert!(status == 4 && seen.contains("_execution_error"), "{seen}");
    }
}
