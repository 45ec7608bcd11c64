//! The engines `semgrep` and `opengrep` with their real programs: what they find, what they do not look at, and what an author can
//! write to silence them.

use std::sync::Arc;

use aurumcode::config::Scope;
use aurumcode::finding::{Severity, SuppressedBy};
use aurumcode::process::fake::{Behaviour, ScriptedRunner};
use aurumcode::scanner::{ScanError, Trust, registry};
use serde_json::json;

use crate::repo::Repo;
use crate::support::{Order, found};

const BOTH: [&str; 2] = ["semgrep", "opengrep"];

const NO_EVAL: &str = "rules:
  - id: no-eval
    languages: [python]
    severity: ERROR
    message: Do not use eval.
    pattern: eval(...)
    metadata: {cwe: ['CWE-95: Eval injection'], references: ['https://example.org/eval']}
";

/// A repository whose base holds the rules.
fn repo() -> Repo {
    let repo = Repo::new();
    repo.write("rules/eval.yml", NO_EVAL).write("old.py", "eval(1)\n").commit("first");
    repo
}

/// An order with the rules of the repository.
fn order(repo: &Repo) -> Order<'_> {
    Order { options: json!({ "rule_packs": ["rules"] }), ..Order::of(repo) }
}

/// The paths that were not reviewed, each with the reason.
fn gaps(report: &aurumcode::scanner::Report) -> Vec<String> {
    report.unreviewed.iter().map(|file| format!("{}: {}", file.path, file.why)).collect()
}

#[tokio::test]
async fn findings_carry_place_severity_and_weakness() {
    let repo = repo();
    repo.write("é.py", "x = 1\né = eval(x)\n").commit("second");
    for engine in BOTH {
        let Some(report) = order(&repo).really(engine).await else { continue };
        let report = report.expect("an answer");
        assert_eq!((found(&report), gaps(&report)), (vec!["no-eval é.py:2".to_owned()], vec![]), "{engine}");
        let finding = &report.findings[0];
        let place = &finding.location;
        assert_eq!((place.column.map(u32::from), place.end_column.map(u32::from)), (Some(5), Some(12)));
        assert_eq!((finding.severity, finding.message.as_str()), (Severity::Error, "Do not use eval."));
        assert_eq!((report.rules.len(), report.rules[0].tags.as_slice()), (1, ["CWE-95".to_owned()].as_slice()));
        assert!(report.version.starts_with(&format!("{engine} 1.")), "{}", report.version);
        // The same answer from the same program and rules.
        let again = order(&repo).really(engine).await.expect("installed").expect("an answer");
        assert_eq!(again.version, report.version);
    }
}

#[tokio::test]
async fn every_file_is_looked_at_whatever_it_is_called() {
    let repo = repo();
    let names: [&[u8]; 8] = [
        b"-rf.py",
        b"d ir/ lead.py",
        b"new\nline.py",
        b"node_modules/x.py",
        b"per%20cent.py",
        b"tests/x.py",
        b"vendor/.hidden/x.py",
        b"x.min.py",
    ];
    for name in names {
        repo.write(name, "eval(x)\n");
    }
    repo.write(".gitignore", "*\n").write(b"bad\xff.py", "eval(x)\n");
    repo.git(["add", "--force", "."]);
    repo.git(["commit", "--quiet", "--message", "second"]);
    for engine in BOTH {
        let Some(report) = order(&repo).really(engine).await else { continue };
        let report = report.expect("an answer");
        let mut paths: Vec<&[u8]> = report.findings.iter().map(|finding| finding.location.path.as_bytes()).collect();
        paths.sort_unstable();
        let mut expected = names.to_vec();
        expected.sort_unstable();
        assert_eq!(paths, expected, "{engine}");
        // The program would call this one scanned, and find nothing in it.
        assert!(
            gaps(&report).len() == 1 && gaps(&report)[0].starts_with("bad\\xff.py: its name"),
            "{engine}: {:?}",
            gaps(&report)
        );
    }
}

#[tokio::test]
async fn what_was_not_understood_or_took_too_long_is_not_reviewed() {
    let repo = repo();
    repo.write("far.py", "x = 1 ? 2\n\n\n\ndef f():\n    return 1\n").commit("far");
    repo.write("broken.py", "x = 1 ? 2\neval(x)\n")
        .write("far.py", "x = 1 ? 2\n\n\n\ndef f():\n    return 1\n\n\neval(x)\n")
        .write("large.py", format!("x = '{}'\n", "long ".repeat(400)).repeat(600) + "eval(x)\n")
        .commit("second");
    for engine in BOTH {
        let order =
            Order { scope: Scope::Added, options: json!({ "rule_packs": ["rules"], "rule_timeout": 100 }), ..order(&repo) };
        let Some(report) = order.really(engine).await else { continue };
        let report = report.expect("an answer");
        assert_eq!(gaps(&report), ["broken.py: line 1 is not understood"], "{engine}");
        // Files over a megabyte are no exception.
        assert!(found(&report).contains(&"no-eval large.py:601".to_owned()), "{engine}: {:?}", found(&report));
        let order = Order { scope: Scope::ChangedFiles, ..order };
        let report = order.really(engine).await.expect("installed").expect("an answer");
        assert_eq!(gaps(&report), ["broken.py: line 1 is not understood", "far.py: line 1 is not understood"], "{engine}");
    }
}

/// Everything that an author can write to silence the program.
fn silenced() -> Repo {
    let repo = repo();
    repo.write("by_comment.py", "eval(x)  # nosemgrep: no-eval\n")
        .write("by_short_comment.py", "eval(x)  # nosem\n")
        .write("by_file.py", "eval(x)\n")
        .write("open.py", "eval(x)\n")
        .write("sub/by_file.py", "eval(x)\n")
        .write(".semgrepignore", "by_file.py\n")
        .commit("second");
    repo
}

#[tokio::test]
async fn an_author_cannot_silence_what_a_policy_ordered() {
    let repo = silenced();
    let all = ["by_comment", "by_file", "by_short_comment", "open", "sub/by_file"].map(|name| format!("no-eval {name}.py:1"));
    for engine in BOTH {
        let Some(report) = (Order { trust: Trust::Policy, ..order(&repo) }).really(engine).await else { continue };
        let report = report.expect("an answer");
        assert_eq!((found(&report), gaps(&report)), (all.to_vec(), vec![]), "{engine}");
    }
}

#[tokio::test]
async fn what_the_author_silences_is_listed_where_it_counts() {
    let repo = silenced();
    for engine in BOTH {
        let Some(report) = order(&repo).really(engine).await else { continue };
        let report = report.expect("an answer");
        assert_eq!((report.findings.len(), gaps(&report)), (5, vec![]), "{engine}: {:?}", found(&report));
        for finding in &report.findings {
            let expected = match finding.location.path.as_str() {
                Some("open.py") => None,
                Some("by_file.py" | "sub/by_file.py") => Some(SuppressedBy::EngineFile),
                _ => Some(SuppressedBy::EngineComment),
            };
            let by = finding.suppressed.as_ref().map(|suppression| suppression.by);
            assert_eq!(by, expected, "{engine}: {}", finding.location.path);
        }
    }
}

#[tokio::test]
async fn the_change_does_not_choose_the_rules_that_judge_it() {
    let repo = repo();
    repo.write("rules/eval.yml", NO_EVAL.replace("eval(...)", "never_called(...)")).write("a.py", "eval(x)\n").commit("weaker");
    for engine in BOTH {
        let Some(report) = order(&repo).really(engine).await else { continue };
        assert_eq!(found(&report.expect("an answer")), ["no-eval a.py:1"], "{engine}");
    }
}

#[tokio::test]
async fn a_rule_pack_that_does_not_work_is_no_answer() {
    let packs = [
        ("bad-pattern", NO_EVAL.replace("eval(...)", "eval(("), "rule pack invalid: `no-eval`"),
        ("no-rule", "rules: []\n".to_owned(), "it holds no rule"),
        ("no-yaml", "rules: [\n".to_owned(), "it is not YAML, at line 2"),
    ];
    let repo = Repo::new();
    for (name, text, _) in &packs {
        repo.write(format!("pack/{name}.yml"), text);
    }
    repo.write("a.py", "x\n").commit("first");
    repo.write("a.py", "y\n").commit("second");
    let with = |pack: &str| Order { options: json!({ "rule_packs": [pack] }), ..Order::of(&repo) };
    for engine in BOTH {
        for (name, _, why) in &packs {
            let Some(result) = with(&format!("pack/{name}.yml")).really(engine).await else { continue };
            assert!(matches!(&result, Err(ScanError::Execution(text)) if text.contains(why)), "{engine} {name}: {result:?}");
        }
        let Some(missing) = with("none.yml").really(engine).await else { continue };
        assert!(matches!(&missing, Err(ScanError::Execution(text)) if text.contains("`none.yml`")), "{engine}: {missing:?}");
    }
}

#[tokio::test]
async fn a_rule_that_did_not_run_is_an_incomplete_answer() {
    let repo = repo();
    let later = NO_EVAL.replace("  - id: no-eval\n", "  - id: later\n    min-version: 99.0.0\n");
    repo.write("rules/later.yml", later).commit("a rule for a later version");
    repo.write("a.py", "eval(x)\n").commit("second");
    for engine in BOTH {
        let Some(result) = order(&repo).really(engine).await else { continue };
        assert!(matches!(&result, Err(ScanError::Incomplete(why)) if why.contains("later")), "{engine}: {result:?}");
    }
}

#[tokio::test]
async fn a_credential_in_the_code_is_hidden() {
    let repo = Repo::new();
    let rule = NO_EVAL.replace("CWE-95: Eval injection", "CWE-798: Hard-coded").replace("eval(...)", "password = $X");
    repo.write("rules/password.yml", rule.replace("Do not use eval.", "Hard-coded as $X")).commit("first");
    repo.write("a.py", "password = 'S3CRET-value'\n").commit("second");
    for engine in BOTH {
        let Some(report) = order(&repo).really(engine).await else { continue };
        assert_eq!(report.expect("an answer").findings[0].sensitive, ["S3CRET-value"], "{engine}");
    }
}

#[tokio::test]
async fn without_the_program_there_is_no_answer() {
    let repo = repo();
    repo.write("a.py", "eval(x)\n").commit("second");
    let registry = registry();
    for engine in BOTH {
        let scanner = &registry.get(engine).expect("compiled in").engine.scanner;
        let old = Behaviour::prints(r#"{"version": "0.9.0", "results": [], "errors": [], "paths": {"scanned": []}}"#);
        for (behaviour, why) in [(Behaviour::Missing, "was not found on PATH"), (old, "0.9.0 is not accepted")] {
            let runner = ScriptedRunner::new().on(engine, &["scan"], behaviour);
            let result = order(&repo).run(&**scanner, Arc::new(runner)).await;
            assert!(matches!(&result, Err(ScanError::Unavailable(text)) if text.contains(why)), "{engine}: {result:?}");
        }
        let runner = ScriptedRunner::new().on(engine, &["scan"], Behaviour::TimesOut);
        let result = order(&repo).run(&**scanner, Arc::new(runner)).await;
        assert!(matches!(&result, Err(ScanError::Execution(text)) if text.contains("still running")), "{engine}: {result:?}");
    }
}
