//! `aurumcode mcp`, asked by a client that others wrote, and by hand.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::repo::Repo;
use crate::tools::installed;

/// A token's shape, in two pieces so that no scanner takes this file for a leak.
fn token() -> String {
    format!("ghp_{}", "Zk3mB8qXw1TnVd5LrY7cJh2PfG9sAe4uKoQ6")
}

/// A repository whose last commit adds a token.
fn leaking() -> Repo {
    let repo = Repo::new();
    repo.write("app.py", "import os\n");
    repo.commit("first");
    repo.write("app.py", format!("import os\nTOKEN = \"{}\"\n", token()));
    repo.commit("second");
    repo
}

#[expect(clippy::disallowed_methods, reason = "a test starts the program itself")]
fn command(program: impl AsRef<std::ffi::OsStr>, repo: &Repo) -> Command {
    let mut command = Command::new(program);
    let path = std::env::var_os("PATH").unwrap_or_default();
    command.current_dir(repo.path()).env_clear().env("PATH", path).env("HOME", repo.home());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The document of `client.py`; nothing when its library is not installed.
fn ask(repo: &Repo, options: &[&str], questions: &[Value]) -> Option<Value> {
    let python = installed("mcp/bin/python")?;
    let client = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mcp/client.py");
    let mut asked = command(python, repo)
        .arg(client)
        .args([env!("CARGO_BIN_EXE_aurumcode"), "mcp"])
        .args(options)
        .spawn()
        .expect("the client starts");
    let lines: String = questions.iter().map(|question| format!("{question}\n")).collect();
    asked.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = asked.wait_with_output().expect("the client ends");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(!text.contains(&token()) && !told.contains(&token()), "the secret is in no answer");
    Some(serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}")))
}

#[test]
fn an_agent_asks_the_gate_learns_what_blocks_and_why() {
    let repo = leaking();
    let questions = [
        json!({"tool": "aurum_gate"}),
        json!({"tool": "aurum_review", "arguments": {"limit": 1}}),
        json!({"tool": "aurum_rules", "arguments": {"engine": "secrets", "search": "github", "limit": 2}}),
        json!({"tool": "aurum_explain", "arguments": {"topic": "secrets:github-pat"}}),
        json!({"tool": "aurum_gate", "arguments": {"changes": "worktree"}}),
        json!({"tool": "aurum_gate", "arguments": {"base": "no-such-branch"}}),
        json!({"tool": "aurum_gate", "arguments": {"fail_on": "error"}}),
        json!({"tool": "aurum_approve"}),
    ];
    let Some(said) = ask(&repo, &[], &questions) else { return };
    assert_eq!(said["greeting"]["serverInfo"]["name"], "aurumcode");
    let tools: Vec<_> = said["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(tools, ["aurum_gate", "aurum_review", "aurum_rules", "aurum_explain"]);
    for tool in said["tools"].as_array().unwrap() {
        assert_eq!(tool["annotations"]["readOnlyHint"], true, "{tool}");
        assert_eq!(tool["inputSchema"]["additionalProperties"], false, "{tool}");
    }

    let answer = |index: usize| &said["answers"][index];
    let gate = &answer(0)["structuredContent"];
    assert_eq!(
        (&gate["verdict"], &gate["may_pass"], &gate["exit_status"]),
        (&json!("rejected"), &json!(false), &json!(3)),
        "{gate}"
    );
    let blocking = &gate["blocking"][0];
    assert_eq!(
        (&blocking["rule_id"], &blocking["path"], &blocking["line"]),
        (&json!("secrets:github-pat"), &json!("app.py"), &json!(2))
    );
    assert!(blocking["remedy"].as_str().is_some_and(|remedy| !remedy.is_empty()), "{blocking}");

    let page = &answer(1)["structuredContent"]["page"];
    assert_eq!(
        (&page["total"], &page["next_offset"], &page["items"][0]["fingerprint"]),
        (&json!(1), &Value::Null, &blocking["fingerprint"])
    );

    let rules = &answer(2)["structuredContent"];
    assert_eq!(rules["items"].as_array().unwrap().len(), 2);
    assert!(rules["items"][0]["rule_id"].as_str().unwrap().starts_with("secrets:") && rules["next_offset"] == 2, "{rules}");

    let text = answer(3)["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("secrets:github-pat") && text.contains("Delete it under Settings"), "{text}");

    let empty = &answer(4)["structuredContent"];
    assert_eq!(
        (&empty["verdict"], &empty["not_verified"][0]["reason"]),
        (&json!("inconclusive"), &json!("empty_change")),
        "{empty}"
    );

    assert_eq!(answer(5)["isError"], true);
    let text = answer(5)["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("change/unknown-revision") && text.contains("no-such-branch"), "{text}");

    let refused = answer(6)["refused"].as_str().unwrap();
    assert!(refused.contains("unknown field `fail_on`"), "nobody loosens the gate by asking: {refused}");
    let refused = answer(7)["refused"].as_str().unwrap();
    assert!(refused.contains("there is no such tool; there are `aurum_gate`"), "{refused}");
}

#[test]
fn a_finding_of_the_last_review_is_explained_by_its_fingerprint() {
    let repo = leaking();
    let first = ask(&repo, &[], &[json!({"tool": "aurum_gate"})]);
    let Some(first) = first else { return };
    let fingerprint = first["answers"][0]["structuredContent"]["blocking"][0]["fingerprint"].as_str().unwrap().to_owned();
    let explain = json!({"tool": "aurum_explain", "arguments": {"topic": fingerprint}});
    let said = ask(&repo, &[], &[explain.clone(), json!({"tool": "aurum_gate"}), explain]).unwrap();
    assert_eq!(said["answers"][0]["isError"], true, "before a review there is no finding");
    let text = said["answers"][2]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("app.py") && text.contains("secrets:github-pat"), "{text}");
}

#[test]
fn nothing_is_written_into_the_repository() {
    let repo = leaking();
    let before = repo.git(["status", "--porcelain", "--ignored"]);
    let Some(_) =
        ask(&repo, &[], &[json!({"tool": "aurum_review"}), json!({"tool": "aurum_gate", "arguments": {"changes": "worktree"}})])
    else {
        return;
    };
    assert_eq!(repo.git(["status", "--porcelain", "--ignored"]), before);
}

#[test]
fn a_policy_counts_whatever_the_client_asks() {
    let repo = leaking();
    repo.write(".aurumcode.yml", "rules:\n  secrets:github-pat: {enabled: false}\n");
    repo.commit("silence it");
    let policy = Repo::nothing();
    policy.write(
        ".aurumcode.yml",
        "quality_gates:\n  scanners:\n    - {engine: secrets, required: true}\nrules:\n  secrets:github-pat: {enabled: true}\n",
    );
    let base = json!({"tool": "aurum_gate", "arguments": {"base": "HEAD~2"}});
    let Some(said) = ask(&repo, &["--policy", policy.path().to_str().unwrap()], &[base]) else { return };
    assert_eq!(said["answers"][0]["structuredContent"]["verdict"], "rejected", "{said}");
}

#[test]
fn whoever_speaks_no_protocol_is_told_so() {
    let repo = leaking();
    let mut spoken = command(env!("CARGO_BIN_EXE_aurumcode"), &repo).arg("mcp").spawn().unwrap();
    spoken.stdin.take().unwrap().write_all(b"hello?\n{\"a\":1}\n").unwrap();
    let output = spoken.wait_with_output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("cli/mcp") && told.contains("not used by hand"), "{told}");
}
