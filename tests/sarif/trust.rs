//! What silences a result in the scanner's file is told, and never drops it: the gate heeds it, or not, by who ordered the scan.

use std::sync::Arc;

use aurumcode::change::{Side, Target};
use aurumcode::config::{Entry, Ignore, Section};
use aurumcode::finding::{Severity, Standing, SuppressedBy, Suppression};
use aurumcode::redaction::Redactor;
use aurumcode::scanner::{Executor, Judges, TIMEOUT, registry};
use serde_json::json;

use crate::{log, result, review, staged};

/// What an entry of that section gives to the gate: each rule with what silences it.
async fn seen(section: Section) -> Vec<(String, Standing, Option<Suppression>)> {
    let repo = staged("{files: [out/a.sarif]}");
    let mut suppressed = result("a", "src/a.py", 2);
    suppressed["suppressions"] = json!([{"kind": "inSource", "justification": "trust me"}]);
    let mut known = result("b", "src/a.py", 2);
    known["baselineState"] = json!("unchanged");
    let mut gone = result("c", "src/a.py", 2);
    gone["baselineState"] = json!("absent");
    repo.write("out/a.sarif", log(&json!([suppressed, known, gone])));
    let change = repo.change(Target::commits(Some("main~1"), Some("main"))).await;
    let executor = Executor {
        judges: Judges::repository(change.authority(Side::Base)),
        change: Arc::new(change),
        command: repo.runner(),
        redactor: Arc::new(Redactor::new()),
        ignored: Arc::new(Ignore::new::<&str>(&[]).expect("no pattern")),
        timeout: TIMEOUT,
        parallel: 1,
    };
    let entry = Entry {
        engine: "sarif".to_owned(),
        enabled: true,
        required: true,
        fail_on: Severity::Error,
        scope: None,
        options: json!({"files": ["out/a.sarif"]}),
        section,
    };
    let outcome = executor.scan(Arc::clone(registry().get("sarif").expect("it is compiled in")), &entry).await;
    assert_eq!(outcome.failure, None);
    outcome.issues.into_iter().map(|issue| (issue.rule.to_string(), issue.standing, issue.suppressed)).collect()
}

#[tokio::test]
async fn both_trusts_report_it_with_what_silences_it() {
    let silenced = |by, reason: &str| Some(Suppression { by, reason: reason.to_owned() });
    let expected = vec![
        ("sarif:demo/a".to_owned(), Standing::New, silenced(SuppressedBy::EngineComment, "trust me")),
        ("sarif:demo/b".to_owned(), Standing::New, silenced(SuppressedBy::EngineFile, "in the scanner's baseline")),
    ];
    assert_eq!(seen(Section::Repository).await, expected);
    assert_eq!(seen(Section::Policy).await, expected);
}

#[test]
fn for_the_repository_a_suppression_counts_and_is_listed_with_its_reason() {
    let repo = staged("{files: [out/a.sarif]}");
    let mut suppressed = result("a", "src/a.py", 2);
    suppressed["suppressions"] = json!([{"kind": "inSource", "justification": "trust me"}]);
    repo.write("out/a.sarif", log(&json!([suppressed])));
    let (status, audit) = review(&repo, &[]);
    assert_eq!(status, 0);
    assert!(audit["findings"][0].to_string().contains("trust me"), "{audit}");
    suppressed["suppressions"][0]["status"] = json!("rejected");
    repo.write("out/a.sarif", log(&json!([suppressed])));
    assert_eq!(review(&repo, &[]).0, 3);
}
