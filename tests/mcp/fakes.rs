//! Servers that hang, flood, die and lie: each ends in a reason that names what happened, and none outlives its question.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::time::Duration;

use aurumcode::config::McpSetting;
use serde_json::{Value, json};

use crate::source::{CANARY, ask, ask_with, fake, server, with};

/// More than any honest answer takes.
const LONG: Duration = Duration::from_secs(9);

#[tokio::test]
async fn an_honest_server_is_sent_what_is_declared_and_nothing_else() {
    let declared = with(fake("good"), json!({"topic": "style", "key": CANARY, "about": {"files": "${changed_paths}"}}));
    let received: Value = serde_json::from_str(&ask(declared).await.unwrap()).unwrap();
    assert_eq!(received["about"]["files"], json!(["src/a.rs", "src/b.rs"]));
    assert_eq!(received["topic"], "style");
    assert!(!received.to_string().contains(CANARY), "{received}");
    assert_eq!(received.as_object().unwrap().len(), 3);
    assert_eq!(ask(fake("good")).await.unwrap(), "{}");
}

#[tokio::test]
async fn the_process_sees_an_empty_directory_and_declared_variables() {
    let declared = [(OsString::from("WIKI_TOKEN"), OsString::from("t"))].into();
    let seen: Value = serde_json::from_str(&ask_with(fake("where"), declared, LONG).await.unwrap()).unwrap();
    assert_eq!(seen["files"], json!([]));
    let directory = seen["directory"].as_str().unwrap();
    assert!(!std::path::Path::new(directory).exists(), "{directory} is removed afterwards");
    let names: Vec<&str> = seen["variables"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    for name in ["HOME", "PATH", "WIKI_TOKEN"] {
        assert!(names.contains(&name), "{name}: {names:?}");
    }
    // What a launcher of Python sets for itself is none of this process's variables.
    let own: Vec<&&str> =
        names.iter().filter(|name| name.starts_with("CARGO") || name.starts_with("NEXTEST") || **name == "CI").collect();
    assert!(own.is_empty() && std::env::vars().any(|(name, _)| name.starts_with("CARGO")), "{names:?}");
}

#[tokio::test]
async fn text_parts_are_joined_and_harmless_oddities_are_passed_over() {
    assert_eq!(ask(fake("parts")).await.unwrap(), "one\ntwo");
    for mode in ["banner", "changes", "loud", "bytes", "fork"] {
        assert_eq!(ask(fake(mode)).await.as_deref(), Ok("{}"), "{mode}");
    }
    assert_eq!(ask(fake("ask-back")).await.as_deref(), Ok("refused"), "a server is given no model");
}

#[tokio::test]
async fn a_long_answer_is_cut_with_a_mark() {
    let text = ask(fake("long")).await.unwrap();
    let (kept, mark) = text.split_once("\n[cut: ").unwrap();
    // The bound falls into a character of two bytes.
    assert_eq!((kept.len(), mark), (65_535, "the answer has 100001 bytes, of which `max_bytes` lets 65536 pass]"));
}

#[tokio::test]
async fn each_failure_has_a_reason_that_names_it() {
    let table = [
        ("dies", "it ended before it answered `initialize`; exit status 7; its last words: cannot open the index / "),
        ("die-call", "it ended before it answered `tools/call`; ended by signal 9; its last words: out of memory"),
        ("refuse", "it refused `initialize`: not today"),
        ("error", "the tool failed: the index is missing"),
        ("empty", "its answer has no content"),
        ("picture", "its answer has no text"),
        ("flood", "it wrote more than 8388608 bytes"),
        ("endless", "it wrote more than 8388608 bytes"),
        ("chatty", "it wrote more than 20 lines that are no message to its standard output"),
        ("bare", "it offers no tools"),
        ("renamed", "it has no tool `notes`; it offers `other`"),
        ("pages", "its list of tools has more than 50 pages"),
    ];
    for (mode, expected) in table {
        let why = ask(fake(mode)).await.expect_err(mode);
        assert!(why.starts_with(expected), "{mode}: {why}");
        assert!(!why.contains(CANARY), "{mode}: {why}");
    }
}

#[tokio::test]
async fn a_server_that_hangs_is_ended_and_the_step_is_named() {
    for (mode, step) in [("hang-initialize", "`initialize`"), ("hang-list", "`tools/list`"), ("hang-call", "`tools/call`")] {
        let why = ask_with(fake(mode), BTreeMap::new(), Duration::from_secs(2)).await.expect_err(mode);
        assert!(why.starts_with(&format!("no answer to {step} within ")), "{mode}: {why}");
    }
}

#[tokio::test]
async fn a_tool_that_is_not_the_pinned_one_is_not_called() {
    let why = ask(fake("changed")).await.expect_err("refused");
    assert!(why.starts_with("the tool is not the one that is pinned: "), "{why}");
    let why = ask(McpSetting { sha256: None, ..fake("good") }).await.expect_err("refused");
    assert!(why.starts_with("the tool is not pinned, so it is not called"), "{why}");
    let (_, pin) = why.rsplit_once("`sha256: ").unwrap();
    assert_eq!(pin.trim_end_matches('`'), fake("good").sha256.unwrap());
}

#[tokio::test]
async fn a_program_that_is_not_there_or_depends_on_the_directory_is_named() {
    for (command, expected) in
        [("no-such-program", "`no-such-program` was not found"), ("./serve", "`./serve` is a relative path")]
    {
        let why = ask(server(command, &[], "t")).await.expect_err("refused");
        assert!(why.starts_with(expected), "{why}");
    }
}
