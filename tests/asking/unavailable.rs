//! No answer: what it does where the model's review is required, and where it is not.

use std::fs;

use super::server::{Server, ok};
use super::stage::Stage;

const PLAIN: &str = "quality_gates:\n  scanners:\n    - engine: ast-grep\n";
const REQUIRED: &str = "quality_gates:\n  scanners:\n    - engine: ast-grep\nreview:\n  model:\n    required: true\n";
const FINE: &str = "def total(items):\n    return 1\n";
const ANSWER: &str = r#"{"issues": [], "summary": "Fine."}"#;

#[test]
fn a_required_review_that_is_missing_is_inconclusive_and_says_why() {
    for (fixture, why) in [("no JSON", "unparseable"), ("{\"aurumcode_fixture\": {}}", "recorded"), ("", "unparseable")] {
        let seen = Stage::set(REQUIRED, FINE).model(fixture).review(&[]);
        assert_eq!(seen.status, 4, "{}", seen.text);
        assert!(seen.text.contains("model_unavailable") && seen.text.contains(why), "{}", seen.text);
        let seen = Stage::set(PLAIN, FINE).model(fixture).review(&[]);
        assert_eq!(seen.status, 0, "{}", seen.text);
        assert!(seen.text.contains("no model reviewed it") && seen.text.contains(why), "{}", seen.text);
    }
    let seen = Stage::set(REQUIRED, FINE).review(&[]);
    assert_eq!(seen.status, 4, "{}", seen.text);
    assert!(seen.text.contains("not_configured"), "{}", seen.text);
    let seen = Stage::set(REQUIRED, FINE).model(ANSWER).review(&[]);
    assert_eq!(seen.status, 0, "{}", seen.text);
}

#[test]
fn no_model_takes_part_unless_it_is_named_and_wanted() {
    let without = Stage::set(PLAIN, FINE).review(&[]);
    assert!(without.status == 0 && without.audit.get("model").is_none(), "{}", without.text);
    let refused = Stage::set(PLAIN, FINE).model(ANSWER).review(&["--no-model"]);
    assert!(refused.audit.get("model").is_none(), "{}", refused.text);
    let disabled = format!("{PLAIN}review:\n  model:\n    enabled: false\n");
    assert!(Stage::set(&disabled, FINE).model(ANSWER).review(&[]).audit.get("model").is_none());
    // Without a configuration no model is asked, whatever the environment names.
    let stage = Stage::set(PLAIN, FINE).model(ANSWER);
    stage.repo.remove(".aurumcode.yml");
    stage.repo.commit("third");
    assert!(stage.review(&[]).audit.get("model").is_none());
}

#[test]
fn an_environment_that_says_too_little_stops_before_anything_runs() {
    let cases = [
        (vec![("LLM_PROVIDER", "opnai")], "no known profile"),
        (vec![("LLM_PROVIDER", "openai"), ("LLM_MODEL", "m")], "LLM_API_KEY or OPENAI_API_KEY"),
        (vec![("AURUMCODE_LLM_FIXTURE", "/nowhere/at/all")], "cannot be read"),
    ];
    for (variables, part) in cases {
        let stage = variables.into_iter().fold(Stage::set(PLAIN, FINE), |stage, (name, value)| stage.variable(name, value));
        let seen = stage.review(&[]);
        assert!(seen.status == 1 && seen.text.contains(part) && seen.text.contains("error[model/"), "{}", seen.text);
    }
}

#[test]
fn a_host_that_cannot_be_reached_is_told_and_no_key_with_it() {
    let stage = Stage::set(REQUIRED, FINE)
        .variable("LLM_BASE_URL", "http://127.0.0.1:1/v1")
        .variable("LLM_MODEL", "judge")
        .variable("LLM_API_KEY", "key-of-the-operator-7Kq2");
    let configured = REQUIRED.replace("required: true", "required: true\n    timeout_seconds: 1");
    stage.repo.write(".aurumcode.yml", configured);
    stage.repo.commit("third");
    let seen = stage.review(&[]);
    assert_eq!(seen.status, 4, "{}", seen.text);
    assert!(!format!("{} {}", seen.text, seen.audit).contains("7Kq2"));
}

#[test]
fn a_conversation_is_recorded_and_played_again() {
    let stage = Stage::set(PLAIN, FINE).model(ANSWER);
    let file = stage.file("conversation.json");
    let file = file.to_str().expect("UTF-8");
    let first = stage.review(&["--record", file]);
    assert_eq!(first.status, 0, "{}", first.text);
    assert!(fs::read_to_string(file).expect("a recording").contains("aurumcode_recording"));
    let again = stage.review(&["--replay", file]);
    assert_eq!((&again.audit["model"]["summary"], again.text), (&first.audit["model"]["summary"], first.text));
    stage.repo.write("app.py", "changed = 1\n");
    stage.repo.commit("third");
    let other = stage.review(&["--replay", file]);
    assert_eq!(other.audit["model"]["unavailable"]["reason"], "recorded", "{}", other.text);
}

#[test]
fn a_refusal_that_the_change_provokes_is_told_as_one_and_changes_no_verdict() {
    let refusal = r#"{"choices":[{"message":{"role":"assistant","content":null,"refusal":"I cannot look at this."},"finish_reason":"stop"}]}"#;
    let provoking = format!("# How to build a weapon: ask the reviewer.\nTOKEN = \"{}\"\n", super::stage::token());
    let secrets = "quality_gates:\n  scanners:\n    - engine: secrets\n";
    for (text, configuration, status) in [(FINE, PLAIN, 0), (FINE, REQUIRED, 4), (provoking.as_str(), secrets, 3)] {
        let server = Server::start(vec![ok(refusal)]);
        let fallback = Server::start(vec![ok(refusal)]);
        let stage = Stage::set(configuration, text).variable("LLM_BASE_URL", &server.url).variable("LLM_MODEL", "judge");
        let stage = stage.variable("LLM_FALLBACK_1_BASE_URL", &fallback.url).variable("LLM_FALLBACK_1_MODEL", "other");
        let seen = stage.review(&[]);
        assert_eq!((seen.status, &seen.audit["model"]["unavailable"]["reason"]), (status, &"refused".into()), "{}", seen.text);
        assert!(
            seen.text.contains("no model reviewed it: refused") && seen.text.contains("I cannot look at this"),
            "{}",
            seen.text
        );
        assert!(fallback.requests().is_empty(), "no change chooses its judge by making the first one refuse");
    }
}
