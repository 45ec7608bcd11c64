//! The second look: a remark that the model refutes with the code is taken back, and nothing else takes one back.

use serde_json::{Value, json};

use super::stage::{Stage, token};

const PLAIN: &str = "quality_gates:\n  scanners:\n    - engine: secrets\n";
const AFTER: &str = "def total(items):\n    return query(quoted(items))\n";

fn remark(rule: &str, message: &str) -> Value {
    json!({ "file": "app.py", "line": 2, "severity": "error", "rule_id": rule, "message": message, "impact": "Anybody reads the table.",
        "evidence": "`query` gets foreign text.", "verification": "Pass a quote." })
}

/// A model that remarks and, asked again, says this of everything.
fn fixture(remarks: &[Value], verdict: &Value) -> String {
    let cases = json!([{ "prompt_contains": "Try to refute it", "response": verdict }]);
    json!({ "aurumcode_fixture": { "cases": cases, "default": { "issues": remarks } } }).to_string()
}

fn looked(configuration: &str, verdict: &Value) -> (Value, String, Stage) {
    let remarks = [remark("security/sql-injection", "Foreign text in a query.")];
    let stage = Stage::set(configuration, AFTER).model(fixture(&remarks, verdict));
    let seen = stage.review(&[]);
    assert_eq!(seen.status, 0, "{}", seen.text);
    (seen.audit["model"].clone(), seen.text, stage)
}

#[test]
fn a_refutation_with_a_quote_of_the_code_takes_a_remark_back_and_is_told() {
    let verdict = json!({ "verdict": "refuted", "reason": "It is quoted.", "quote": "query(quoted(items))" });
    let (model, text, stage) = looked(PLAIN, &verdict);
    assert_eq!((&model["remarks"], &model["verification"]["calls"]), (&json!([]), &json!(1)));
    let refuted = &model["verification"]["refuted"][0];
    assert_eq!((&refuted["remark"]["rule_id"], &refuted["reason"]), (&json!("security/sql-injection"), &json!("It is quoted.")));
    assert!(text.contains("1 remark of the model taken back on a second look") && text.contains("It is quoted."), "{text}");
    let prompt = stage.prompt();
    let again = prompt.split("==== call ====").nth(2).expect("a second prompt");
    assert!(again.contains("return query(quoted(items))") && again.contains("Foreign text in a query."), "{again}");
    assert!(again.contains("app.py:2: return query(quoted(items))"), "where the name stands: {again}");
}

#[test]
fn anything_else_leaves_it() {
    let quoted = |verdict: &str, quote: &str| json!({ "verdict": verdict, "reason": "So it is.", "quote": quote });
    let cases = [
        quoted("refuted", "escape(items)"),
        quoted("refuted", ""),
        quoted("refuted", "return"),
        quoted("refuted", "Foreign text in a query."),
        json!({ "verdict": "refuted", "reason": "No quote." }),
        quoted("confirmed", "query(quoted(items))"),
        quoted("uncertain", "query(quoted(items))"),
        quoted("gone", "query(quoted(items))"),
        json!("I take it back."),
        json!({ "issues": [] }),
    ];
    for verdict in cases {
        let (model, text, _) = looked(PLAIN, &verdict);
        let left = model["remarks"].as_array().map(Vec::len);
        assert_eq!((left, &model["verification"]["refuted"]), (Some(1), &json!([])), "{verdict}");
        assert!(text.contains("Foreign text in a query."), "{text}");
        let unreadable = verdict.get("verdict").is_none_or(|word| word == "gone");
        assert_eq!(model["verification"]["unanswered"], json!(u32::from(unreadable)), "{verdict}");
    }
}

#[test]
fn the_worst_are_looked_at_first_and_no_more_than_the_configuration_says() {
    let remarks = [
        remark("quality/dead-code", "One.").as_object().cloned().map(|mut one| {
            one.insert("severity".to_owned(), json!("info"));
            Value::Object(one)
        }),
        Some(remark("security/xss", "Two.")),
    ];
    let remarks: Vec<Value> = remarks.into_iter().flatten().collect();
    let verdict = json!({ "verdict": "refuted", "reason": "No.", "quote": "query(quoted(items))" });
    let left = |more: &str| {
        let seen = Stage::set(&format!("{PLAIN}{more}"), AFTER).model(fixture(&remarks, &verdict)).review(&[]);
        let model = seen.audit["model"].clone();
        let rules: Vec<Value> = model["remarks"].as_array().expect("a list").iter().map(|one| one["rule_id"].clone()).collect();
        (rules, model["verification"]["calls"].clone())
    };
    assert_eq!(left(""), (vec![], json!(2)));
    let one = "review:\n  verification:\n    max_calls: 1\n";
    assert_eq!(left(one), (vec![json!("quality/dead-code")], json!(1)));
    for none in ["review:\n  verification:\n    enabled: false\n", "review:\n  verification:\n    max_calls: 0\n"] {
        assert_eq!(left(none), (vec![json!("quality/dead-code"), json!("security/xss")], Value::Null));
    }
}

#[test]
fn an_engines_finding_is_never_looked_at_again() {
    let verdict = json!({ "verdict": "refuted", "reason": "It is a sample.", "quote": "TOKEN = \"" });
    let remarks = [
        json!({ "file": "app.py", "line": 1, "severity": "error", "rule_id": "security/hardcoded-secret", "message": "A token.",
        "impact": "i", "evidence": "e", "verification": "v" }),
    ];
    let stage = Stage::set(PLAIN, &format!("TOKEN = \"{}\"\n", token())).model(fixture(&remarks, &verdict));
    let seen = stage.review(&[]);
    assert_eq!(seen.status, 3, "{}", seen.text);
    assert_eq!(seen.audit["blocking_findings"].as_array().map(Vec::len), Some(1));
    assert_eq!(seen.audit["model"]["verification"]["refuted"].as_array().map(Vec::len), Some(1));
    assert!(!stage.prompt().contains(&token()[4..20]));
}

#[test]
fn a_removed_line_is_looked_at_in_its_hunk() {
    let mut gone = remark("quality/dead-code", "It was used.");
    gone["side"] = json!("LEFT");
    let verdict = json!({ "verdict": "refuted", "reason": "It was not.", "quote": "return sum(items)" });
    let stage = Stage::set(PLAIN, AFTER).model(fixture(&[gone], &verdict));
    let seen = stage.review(&[]);
    assert_eq!(seen.audit["model"]["verification"]["refuted"].as_array().map(Vec::len), Some(1), "{}", seen.text);
}

#[test]
fn the_whole_prompt_reads_as_recorded() {
    let (_, _, stage) = looked(PLAIN, &json!({ "verdict": "confirmed", "reason": "So it is." }));
    insta::assert_snapshot!("second_prompt", stage.prompt().split("==== call ====").nth(2).expect("a second prompt"));
}
