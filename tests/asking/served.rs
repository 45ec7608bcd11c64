//! A model behind a server that others wrote: chat completions over HTTP as they see them, with keys, tools and failures.
//!
//! `scripts/tools` installs it. What it answers is chosen by its own fixtures; what it was asked stands in its journal.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use super::stage::{Seen, Stage, token};
use super::tools::installed;

const KEY: &str = "sk-stand-in-7Kq2mVt9BzLr";
const WAITS: &str = "quality_gates:\n  scanners:\n    - engine: ast-grep\n      required: true\n    - engine: secrets\nreview:\n  model:\n    required: true\ndeliberation:\n  enabled: true\n";

/// The server, which ends with the test.
struct Served {
    child: Child,
    url: String,
    _fixtures: tempfile::TempDir,
}

impl Drop for Served {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl Served {
    /// Starts it on these fixtures; nothing when it is not installed.
    #[expect(clippy::disallowed_methods, reason = "a test starts the stand-in itself")]
    fn start(fixtures: &Value, options: &[&str]) -> Option<Self> {
        let program = installed("npm/node_modules/@copilotkit/aimock/dist/cli.js")?;
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("fixtures.json");
        fs::write(&file, json!({ "fixtures": fixtures }).to_string()).expect("the fixtures");
        let mut child = Command::new("node")
            .arg(program)
            .args(["--port", "0", "--strict", "--validate-on-load", "--fixtures"])
            .arg(&file)
            .args(options)
            .env("AIMOCK_API_KEYS", KEY)
            .env_remove("NODE_OPTIONS")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("node starts");
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let url = lines.by_ref().map_while(Result::ok).find_map(|line| Some(line.split_once("listening on ")?.1.to_owned()));
        let served = Self { child, url: url.expect("it ended before it listened"), _fixtures: folder };
        // Whoever writes into a full pipe stops.
        std::thread::spawn(move || lines.for_each(drop));
        Some(served)
    }

    /// A change that plants a token, reviewed with the model behind the server.
    fn review(&self, configuration: &str, key: &str) -> Seen {
        self.stage(configuration, key).review(&[])
    }

    fn stage(&self, configuration: &str, key: &str) -> Stage {
        Stage::set(configuration, &format!("TOKEN = \"{}\"\n", token()))
            .variable("LLM_BASE_URL", &format!("{}/v1", self.url))
            .variable("LLM_MODEL", "judge")
            .variable("LLM_API_KEY", key)
    }

    /// The bodies of all requests that it answered.
    fn journal(&self) -> Vec<Value> {
        let runtime = tokio::runtime::Runtime::new().expect("threads");
        let journal: Value = runtime.block_on(async {
            let client = reqwest::Client::new();
            let sent = client.get(format!("{}/v1/_requests", self.url)).bearer_auth(KEY).send().await.expect("an answer");
            serde_json::from_slice(&sent.bytes().await.expect("a body")).expect("JSON")
        });
        journal.as_array().expect("a list").iter().map(|entry| entry["body"].clone()).collect()
    }
}

fn calls(calls: &Value) -> Value {
    json!({ "match": { "hasToolResult": false }, "response": { "toolCalls": calls } })
}

fn answers() -> Value {
    let answer = json!({ "issues": [], "summary": "There are no findings." }).to_string();
    json!({ "match": { "hasToolResult": true }, "response": { "content": answer } })
}

#[test]
fn a_model_asks_for_an_engine_and_a_file_and_its_answer_changes_nothing() {
    let asked =
        json!([{ "name": "scanner_secrets", "arguments": {} }, { "name": "read_file", "arguments": { "path": "app.py" } }]);
    let Some(served) = Served::start(&json!([calls(&asked), answers()]), &[]) else { return };
    let seen = served.review(WAITS, KEY);
    assert_eq!(seen.status, 3, "{}", seen.text);
    let transcript = &seen.audit["deliberation"];
    assert_eq!((&transcript["outcome"], &transcript["rounds"]), (&json!("answered"), &json!(2)));
    assert_eq!(transcript["requested"], json!(["scanner_secrets", "read_file"]));
    assert_eq!(transcript["estimated"], Value::Null, "the server says what a call costs: {transcript}");
    assert_eq!(seen.audit["model"]["summary"], "There are no findings.");
    assert_eq!(seen.audit["blocking_findings"][0]["origin"], "secrets");

    let journal = served.journal();
    assert_eq!(journal.len(), 2);
    assert!(!format!("{journal:?} {} {}", seen.text, seen.audit).contains(&token()[4..20]), "a secret left");
    let messages = journal[1]["messages"].as_array().expect("messages");
    let ids: Vec<&Value> = messages[2]["tool_calls"].as_array().expect("calls").iter().map(|call| &call["id"]).collect();
    let results: Vec<&Value> = messages.iter().filter(|one| one["role"] == "tool").map(|one| &one["tool_call_id"]).collect();
    assert_eq!((ids.len(), ids), (2, results), "one result for each call, in order");
}

#[test]
fn a_server_that_fails_behind_a_call_leaves_no_engine_waiting_and_is_never_green() {
    let fails = json!({ "match": { "hasToolResult": true }, "response": { "error": { "message": "overloaded", "type": "server_error" },
        "status": 500 } });
    let asked = json!([{ "name": "list_files", "arguments": {} }]);
    let short = WAITS.replace("required: true\ndeliberation", "required: true\n    timeout_seconds: 1\ndeliberation");
    let Some(served) = Served::start(&json!([calls(&asked), fails]), &[]) else { return };
    let seen = served.review(&short, KEY);
    assert_eq!(seen.status, 3, "{}", seen.text);
    let transcript = &seen.audit["deliberation"];
    assert_eq!((&transcript["undecided"], &transcript["not_requested"]), (&json!(true), &json!([])), "{transcript}");
    assert_eq!(seen.audit["blocking_findings"][0]["origin"], "secrets");
    assert_eq!(seen.audit["gate"]["reasons"][0]["reason"], "model_unavailable");
}

#[test]
fn whatever_the_server_does_wrong_a_required_review_is_missing() {
    let fine =
        "quality_gates:\n  scanners:\n    - engine: ast-grep\nreview:\n  model:\n    required: true\n    timeout_seconds: 1\n";
    let modes: [(&[&str], &str, &[&str]); 5] = [
        (&[], "sk-another-key-3Hd8", &["status"]),
        (&["--chaos-drop", "1"], KEY, &["status", "deadline"]),
        (&["--chaos-ratelimit", "1"], KEY, &["status", "deadline"]),
        (&["--chaos-malformed", "1"], KEY, &["malformed", "deadline"]),
        (&["--chaos-disconnect", "1"], KEY, &["transport", "deadline"]),
    ];
    for (options, key, tokens) in modes {
        let Some(served) = Served::start(&json!([answers()]), options) else { return };
        let seen = served.review(fine, key);
        assert_eq!(seen.status, 4, "{options:?}: {}", seen.text);
        let why = seen.audit["model"]["unavailable"]["reason"].as_str().expect("a word");
        assert!(tokens.contains(&why), "{options:?}: {why}");
        assert!(!format!("{}{}", seen.text, seen.audit).contains(key), "{options:?}: the key is told");
    }
}

#[test]
fn the_doctor_learns_from_the_server_whether_key_and_model_are_good() {
    let Some(served) = Served::start(&json!([answers()]), &[]) else { return };
    for (key, model, status, told) in [
        (KEY, "gpt-4o", 0, "takes the key and knows the model"),
        (KEY, "judge", 0, "does not list the model"),
        ("sk-another-key-3Hd8", "gpt-4o", 1, "does not take the key: Invalid API key"),
    ] {
        let stage = served.stage(WAITS, key).variable("LLM_MODEL", model);
        let repo = stage.repo.path().to_str().expect("UTF-8").to_owned();
        let (exit, text) = stage.run(&["doctor", "--repo", &repo]);
        assert!(exit == status && text.contains(told) && !text.contains(key), "{text}");
    }
    assert!(served.journal().is_empty(), "no question was asked");
}
