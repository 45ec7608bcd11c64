//! Changes that are too long for one prompt: split by directory, and what was not shown is named.

use std::fmt::Write;

use serde_json::json;

use super::stage::{Seen, Stage, script, token};

const PLAIN: &str = "quality_gates:\n  scanners:\n    - engine: secrets\n";
const ANSWER: &str = r#"{"issues": [], "summary": "Fine."}"#;

/// A file for which one prompt has room, and for no second one.
fn long(name: &str) -> String {
    (0..9000).fold(String::new(), |mut text, number| {
        let _ = writeln!(text, "{name}_{number} = {number}");
        text
    })
}

/// Three folders with a long file each, and a short one at the root.
fn stage(configuration: &str) -> Stage {
    let stage = Stage::set(configuration, "def total(items):\n    return 1\n");
    for folder in ["alpha", "beta", "gamma"] {
        stage.repo.write(format!("{folder}/long.py"), long(folder));
    }
    stage.repo.write("gamma/short.py", format!("TOKEN = \"{}\"\n", token()));
    stage.repo.commit("third");
    stage
}

fn not_shown(seen: &Seen) -> Vec<&str> {
    seen.audit["model"]["not_shown"].as_array().expect("a list").iter().filter_map(|file| file["path"].as_str()).collect()
}

#[test]
fn a_long_change_is_reviewed_in_several_prompts() {
    let stage = stage(PLAIN).model(ANSWER);
    let seen = stage.review(&["--base", "HEAD~2"]);
    assert_eq!(seen.status, 3, "{}", seen.text);
    let model = &seen.audit["model"];
    let files = |number: usize| -> Vec<String> {
        let files = model["prompts"][number]["files"].as_array().expect("a prompt");
        files.iter().map(|file| file["path"].as_str().expect("text").to_owned()).collect()
    };
    assert_eq!(files(0), ["alpha/long.py", "app.py"]);
    assert_eq!(
        (files(1), files(2)),
        (vec!["beta/long.py".to_owned()], vec!["gamma/long.py".to_owned(), "gamma/short.py".to_owned()])
    );
    assert_eq!((model["prompts"].as_array().map(Vec::len), not_shown(&seen).len()), (Some(3), 0));
    assert_eq!(model["summary"], "Fine. Fine. Fine.");
    let prompt = stage.prompt();
    let prompts: Vec<&str> = prompt.split("==== call ====").skip(1).collect();
    assert_eq!(prompts.len(), 3);
    let with_finding: Vec<bool> = prompts.iter().map(|prompt| prompt.contains("[E1] secrets")).collect();
    assert_eq!(with_finding, [false, false, true], "a finding is told with its file");
    assert!(prompts[0].contains("- 3 changed files that are not in this prompt"), "{}", &prompts[0][..300]);
}

#[test]
fn what_has_no_room_is_named_and_a_required_review_is_then_incomplete() {
    let required = "review:\n  model:\n    required: true\n";
    for (more, left) in [
        ("batches:\n  max_batches: 2\n", vec!["gamma/long.py", "gamma/short.py"]),
        ("batches:\n  max_prompt_tokens: 100000\n", vec!["beta/long.py", "gamma/long.py", "gamma/short.py"]),
    ] {
        let fine = |configuration: &str| {
            let stage = stage(configuration);
            stage.repo.write("gamma/short.py", "one = 1\n");
            stage.repo.commit("fourth");
            stage.model(ANSWER).review(&["--base", "HEAD~3"])
        };
        let seen = fine(&format!("{PLAIN}{more}"));
        assert_eq!((seen.status, not_shown(&seen)), (0, left.clone()), "{}", seen.text);
        assert!(seen.text.contains("that the model was not shown") && seen.text.contains("gamma/long.py"), "{}", seen.text);
        let seen = fine(&format!("{PLAIN}{required}{more}"));
        assert_eq!((seen.status, not_shown(&seen)), (4, left), "{}", seen.text);
        assert_eq!(seen.audit["gate"]["reasons"][0]["reason"], "model_incomplete");
    }
}

#[test]
fn without_room_for_a_single_prompt_no_model_reviewed_it() {
    for (required, status) in [("", 0), ("review:\n  model:\n    required: true\n", 4)] {
        let configuration = format!("{PLAIN}{required}batches:\n  max_prompt_tokens: 10\n");
        let seen = Stage::set(&configuration, "def total(items):\n    return 1\n").model(ANSWER).review(&[]);
        assert_eq!((seen.status, &seen.audit["model"]["unavailable"]["reason"]), (status, &json!("batches")), "{}", seen.text);
        assert!(seen.text.contains("batches.max_prompt_tokens"), "{}", seen.text);
    }
}

#[test]
fn a_prompt_without_an_answer_makes_the_whole_review_missing_and_leaves_no_engine_waiting() {
    let waits = "quality_gates:\n  scanners:\n    - engine: ast-grep\n      required: true\n    - engine: secrets\ndeliberation:\n  enabled: true\n";
    let mut fixture: serde_json::Value =
        serde_json::from_str(&script(json!([{ "tool": "list_files" }]), json!({ "issues": [], "summary": "Fine." })))
            .expect("JSON");
    fixture["aurumcode_fixture"]["cases"] = json!([{ "prompt_contains": "beta_8999", "response": "no JSON at all" }]);
    let seen = stage(waits).model(fixture.to_string()).review(&["--base", "HEAD~2"]);
    assert_eq!(seen.status, 3, "{}", seen.text);
    let model = &seen.audit["model"];
    assert_eq!((&model["unavailable"]["reason"], &model["summary"]), (&json!("unparseable"), &json!("")));
    assert_eq!(model["unavailable"]["answer"], "no JSON at all", "what the model wrote is kept");
    let transcript = &seen.audit["deliberation"];
    assert_eq!((&transcript["undecided"], &transcript["not_requested"]), (&json!(true), &json!([])));
    let rounds: Vec<_> = transcript["calls"].as_array().expect("calls").iter().map(|call| call["round"].clone()).collect();
    assert_eq!((rounds, &transcript["rounds"]), (vec![json!(1), json!(3)], &json!(4)), "rounds are counted on");
}
