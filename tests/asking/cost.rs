//! The price of asking: told where it is wanted, and never passed.

use serde_json::json;

use super::stage::{Stage, script, token};

const FINE: &str = "def total(items):\n    return 1\n";
const PLAIN: &str = "quality_gates:\n  scanners:\n    - engine: secrets\n";
const ANSWER: &str = r#"{"issues": [], "summary": "Fine."}"#;

#[test]
fn the_cost_of_all_calls_is_told_at_the_end_where_it_is_wanted() {
    let stage = Stage::set(PLAIN, FINE).model(ANSWER);
    assert!(!stage.review(&[]).text.contains("the model cost"));
    let seen = stage.review(&["--explain-cost"]);
    assert!(seen.status == 0 && seen.text.contains("the model cost $0.0") && seen.text.contains(": 1 call, "), "{}", seen.text);
    assert!(seen.text.contains("partly estimated (0.01 in and 0.03 out for 1000 tokens)"), "{}", seen.text);
    let free = stage.variable("AURUMCODE_LLM_INPUT_USD_PER_1K", "0").variable("AURUMCODE_LLM_OUTPUT_USD_PER_1K", "0");
    assert!(free.review(&["--explain-cost"]).text.contains("the model cost $0.00: 1 call"));
}

#[test]
fn a_call_that_could_pass_the_ceiling_is_not_made_and_the_report_says_so() {
    let required = format!("{PLAIN}review:\n  model:\n    required: true\n");
    for (configuration, status) in [(PLAIN, 0), (required.as_str(), 4)] {
        let stage = Stage::set(configuration, FINE).model(ANSWER);
        let seen = stage.review(&["--max-usd", "0.001", "--explain-cost"]);
        assert_eq!(seen.status, status, "{}", seen.text);
        assert_eq!(seen.audit["model"]["unavailable"]["reason"], "budget");
        assert!(seen.text.contains("$0.001") && seen.text.contains("the model cost $0.00: 0 calls"), "{}", seen.text);
        assert_eq!(stage.review(&["--max-usd", "10"]).status, 0);
    }
}

#[test]
fn an_engine_that_waits_runs_when_the_money_ends_before_the_answer() {
    let waits = "quality_gates:\n  scanners:\n    - engine: ast-grep\n      required: true\n    - engine: secrets\ndeliberation:\n  enabled: true\n";
    let stage = Stage::set(waits, &format!("TOKEN = \"{}\"\n", token()))
        .model(script(json!([{ "tool": "list_files" }]), json!({ "issues": [] })))
        .variable("AURUMCODE_LLM_INPUT_USD_PER_1K", "0.1")
        .variable("AURUMCODE_LLM_OUTPUT_USD_PER_1K", "0");
    let first = stage.review(&["--explain-cost"]);
    let cost = first.text.split("the model cost $").nth(1).and_then(|rest| rest.split(':').next()).expect("a cost");
    // A little less than both rounds together.
    let less = format!("{:.6}", cost.parse::<f64>().expect("a number") - 0.001);
    let seen = stage.review(&["--max-usd", &less]);
    assert_eq!(seen.status, 3, "{}", seen.text);
    assert_eq!(
        (&seen.audit["model"]["unavailable"]["reason"], &seen.audit["deliberation"]["rounds"]),
        (&json!("budget"), &json!(2))
    );
    assert_eq!(seen.audit["blocking_findings"][0]["origin"], "secrets");
}

#[test]
fn a_ceiling_or_a_price_that_is_none_is_refused() {
    let stage = Stage::set(PLAIN, FINE).model(ANSWER);
    for wrong in ["0", "-1", "NaN", "one"] {
        let seen = stage.review(&[&format!("--max-usd={wrong}")]);
        assert!(seen.status == 2 && seen.text.contains("no amount in dollars"), "{}", seen.text);
    }
    let seen = stage.variable("AURUMCODE_LLM_INPUT_USD_PER_1K", "1").review(&["--max-usd", "1"]);
    assert!(seen.status == 1 && seen.text.contains("must be given together"), "{}", seen.text);
}
