//! Engines that wait for the model, and the limits of the conversation.

use serde_json::json;

use super::stage::{Seen, Stage, script, token};

const WAITS: &str = "quality_gates:\n  scanners:\n    - engine: ast-grep\n      required: true\n    - engine: secrets\n";

fn configured(deliberation: &str) -> String {
    format!("{WAITS}deliberation:\n  enabled: true\n{deliberation}")
}

fn planted(deliberation: &str) -> Stage {
    Stage::set(&configured(deliberation), &format!("TOKEN = \"{}\"\n", token()))
}

fn answer() -> serde_json::Value {
    json!({ "issues": [], "summary": "There are no findings. Report zero findings." })
}

#[test]
fn an_engine_that_is_asked_for_counts_whatever_the_model_says_of_it() {
    let stage = planted("").model(script(json!([{ "tool": "scanner_secrets" }]), answer()));
    let seen = stage.review(&[]);
    assert_eq!(seen.status, 3, "{}", seen.text);
    let transcript = &seen.audit["deliberation"];
    assert_eq!(transcript["offered"][0], "scanner_secrets");
    assert_eq!(transcript["requested"], json!(["scanner_secrets"]));
    assert_eq!((&transcript["outcome"], &transcript["rounds"]), (&json!("answered"), &json!(2)));
    let call = &transcript["calls"][0];
    assert_eq!((&call["status"], &call["result"], &call["round"]), (&json!("executed"), &json!("1 finding"), &json!(1)));
    assert_eq!(seen.audit["blocking_findings"][0]["origin"], "secrets");
    assert_eq!(seen.audit.as_object().and_then(|fields| fields.keys().next_back()).map(String::as_str), Some("deliberation"));
    assert!(stage.prompt().contains("- `scanner_secrets`: Runs the scanner secrets"), "{}", stage.prompt());
    assert!(!stage.prompt().contains(&token()[4..20]));
    assert_eq!(seen.verified, 0);
}

#[test]
fn an_engine_that_is_not_asked_for_is_listed_and_did_not_run() {
    let seen = planted("").model(script(json!([{ "tool": "list_files" }]), answer())).review(&[]);
    assert_eq!(seen.status, 0, "{}", seen.text);
    assert_eq!(seen.audit["model"]["not_run"], json!(["secrets"]));
    assert!(
        seen.audit["deliberation"]["not_requested"].as_array().is_some_and(|names| names.contains(&json!("scanner_secrets")))
    );
    let names: Vec<_> = seen.audit["engines"].as_array().expect("engines").iter().map(|engine| engine["name"].clone()).collect();
    assert_eq!(names, ["ast-grep"]);
    assert!(seen.text.contains("not run, because the model did not ask for it: secrets"), "{}", seen.text);
}

#[test]
fn a_model_that_never_answers_leaves_no_engine_waiting() {
    for answer in [json!("no JSON"), json!("{\"issues\": [")] {
        let seen = planted("").model(script(json!([{ "tool": "list_files" }]), answer)).review(&[]);
        assert_eq!(seen.status, 3, "{}", seen.text);
        assert_eq!(seen.audit["model"]["unavailable"]["reason"], "unparseable");
        assert_eq!((&seen.audit["deliberation"]["undecided"], &seen.audit["model"]["not_run"]), (&json!(true), &json!([])));
        assert!(seen.text.contains("no model reviewed it: unparseable"), "{}", seen.text);
    }
}

#[test]
fn a_model_that_cannot_call_tools_defers_nothing() {
    let seen = planted("").model(answer().to_string()).review(&[]);
    assert_eq!(seen.status, 3, "{}", seen.text);
    assert!(seen.audit.get("deliberation").is_none());
}

fn limited(limits: &str, calls: serde_json::Value) -> Seen {
    Stage::set(&configured(limits), "def total(items):\n    return 1\n").model(script(calls, answer())).review(&[])
}

/// A review whose model asks for an engine that hangs, the first time that it is started.
fn slow_tool() -> Seen {
    let configuration = "quality_gates:\n  scanners:\n    - engine: ast-grep\n      required: true\n    - engine: shellcheck\n\
                         deliberation:\n  enabled: true\n  per_tool_timeout_seconds: 1\n";
    let stage = Stage::set(configuration, "def total(items):\n    return 1\n");
    stage.repo.write("run.sh", "#!/bin/sh\ntrue\n");
    stage.repo.commit("third");
    let program = stage.file("shellcheck");
    let hangs_once = "#!/bin/sh\n[ -e \"$0.met\" ] || { : >\"$0.met\"; sleep 1000; }\n\
                  case $1 in --version) echo 'version: 0.10.0';; *) echo '{\"comments\":[]}';; esac\n";
    stage.program(&program, hangs_once);
    let path = format!("{}:/usr/local/bin:/usr/bin:/bin", program.parent().expect("a folder").display());
    stage.model(script(json!([{ "tool": "scanner_shellcheck" }]), answer())).variable("PATH", &path).review(&[])
}

#[test]
fn each_limit_that_is_passed_ends_the_review_as_inconclusive_under_its_name() {
    let read = |every| json!([{ "tool": "read_file", "arguments": { "path": "app.py" }, "every_round": every }]);
    let cases = [
        ("  max_rounds: 1\n", read(true), "max_rounds"),
        ("  max_cost_tokens: 1\n", read(false), "max_cost_tokens"),
        ("  max_read_bytes: 1\n", read(false), "max_read_bytes"),
    ];
    for (limits, calls, name) in cases {
        let seen = limited(limits, calls);
        assert_eq!(seen.status, 4, "{name}: {}", seen.text);
        let token = format!("deliberation_limit:{name}");
        assert!(seen.text.contains(&token), "{}", seen.text);
        assert_eq!((&seen.audit["deliberation"]["limit"], &seen.audit["deliberation"]["outcome"]), (&json!(name), &json!(token)));
        assert_eq!(seen.audit["gate"]["reasons"][0]["reason"], token);
        let gate = seen.sarif["runs"].as_array().and_then(|runs| runs.last()).expect("the gate has a run");
        assert_eq!(gate["invocations"][0]["executionSuccessful"], false);
    }
    {
        let seen = slow_tool();
        let token = "deliberation_limit:per_tool_timeout_seconds";
        assert_eq!((seen.status, &seen.audit["gate"]["reasons"][0]["reason"]), (4, &json!(token)), "{}", seen.text);
        assert_eq!(seen.audit["deliberation"]["calls"][0]["status"], "failed");
        assert!(seen.audit["engines"].as_array().is_some_and(|all| all.iter().any(|one| one["name"] == "shellcheck")));
    }
    let seen = limited("  max_cost_tokens: 0\n  max_rounds: 5\n", read(true));
    assert_eq!(seen.status, 0, "{}", seen.text);
    assert_eq!(seen.audit["deliberation"]["rounds"], 5);
}

#[test]
fn what_the_model_may_not_read_is_refused_and_answered() {
    let calls = json!([{ "tool": "read_file", "arguments": { "path": "../../etc/passwd" } }, { "tool": "shell" },
        { "tool": "search_text", "arguments": "no object" }]);
    let stage = Stage::set(&configured(""), "def total(items):\n    return 1\n").model(script(calls, answer()));
    let seen = stage.review(&[]);
    assert_eq!(seen.status, 0, "{}", seen.text);
    let calls = seen.audit["deliberation"]["calls"].as_array().expect("calls");
    assert_eq!(calls.len(), 3);
    assert!(calls.iter().all(|call| call["status"] == "refused" && call["digest"] == ""), "{calls:?}");
}

#[cfg(feature = "exemplo")]
#[test]
fn the_third_case_of_the_guide() {
    let configuration = "quality_gates:\n  scanners:\n    - engine: exemplo\n      required: false\n      fail_on: error\n\
                         gate:\n  fail_on: [error]\ndeliberation:\n  enabled: true\n";
    let calls = json!([{ "tool": "scanner_exemplo" }, { "tool": "contar_linhas", "arguments": { "path": "app.py" } }]);
    let seen = Stage::set(configuration, "# EXEMPLO-ACHADO\n").model(script(calls, answer())).review(&[]);
    assert_eq!(seen.status, 3, "{}", seen.text);
    assert_eq!(seen.audit["blocking_findings"][0]["origin"], "exemplo");
    assert_eq!(seen.audit["deliberation"]["requested"], json!(["scanner_exemplo", "contar_linhas"]));
    assert_eq!(seen.audit["deliberation"]["calls"][1]["result"], "1 linhas");
}

#[test]
fn a_section_of_a_skill_can_be_asked_for_where_one_applies() {
    let calls = || json!([{ "tool": "skill_section", "arguments": { "rule_id": "house#short-functions" } }]);
    let stage = planted("");
    let skill = "---\nlanguages: [python]\n---\n\n## Short functions\nA function does one thing.\n";
    stage.repo.write(".aurumcode/skills/house/SKILL.md", skill);
    stage.repo.commit("third");
    stage.repo.write("app.py", "def total(items):\n    return 2\n");
    stage.repo.commit("fourth");
    let seen = stage.model(script(calls(), answer())).review(&[]);
    let call = &seen.audit["deliberation"]["calls"][0];
    assert_eq!(
        (&call["status"], &call["result"]),
        (&json!("executed"), &json!("1 lines of house#short-functions")),
        "{}",
        seen.text
    );
    // Without a skill it is not offered, and a model that asks all the same is told so.
    let seen = planted("").model(script(calls(), answer())).review(&[]);
    assert!(seen.audit["deliberation"]["offered"].as_array().is_some_and(|names| !names.contains(&json!("skill_section"))));
    assert_eq!(seen.audit["deliberation"]["calls"][0]["status"], "refused");
}
