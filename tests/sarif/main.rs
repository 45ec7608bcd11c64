//! The engine `sarif` from outside, over real repositories: which files it believes, and what becomes of what they say.

#![expect(clippy::expect_used, reason = "a test stops where its own set-up fails")]

#[path = "../support/repo.rs"]
mod repo;

mod believed;
mod counted;
mod trust;

use std::ffi::OsString;

use aurumcode::cli::{Environment, Streams, Terminals, run};
use aurumcode::scanner::registry;
use repo::Repo;
use serde_json::{Value, json};

/// A repository whose last commit adds line 2 of `src/a.py`, and which configures the engine with these options.
fn staged(options: &str) -> Repo {
    let repo = Repo::new();
    let entry = format!("quality_gates:\n  scanners:\n    - engine: sarif\n      options: {options}\n");
    repo.write(".aurumcode.yml", entry).write(".gitignore", "out/\n").write("src/a.py", "one\n").write("src/b.py", "one\n");
    repo.commit("first");
    repo.write("src/a.py", "one\ntwo\n").commit("second");
    repo
}

/// A log with one run of the tool `Demo` with these results.
fn log(results: &Value) -> String {
    json!({"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "Demo"}}, "results": results}]}).to_string()
}

/// A result of level `error` at a line.
fn result(rule: &str, uri: &str, line: u32) -> Value {
    let place = json!({"artifactLocation": {"uri": uri}, "region": {"startLine": line}});
    json!({"ruleId": rule, "level": "error", "message": {"text": "m"}, "locations": [{"physicalLocation": place}]})
}

/// Reviews, and gives the exit status with the audit.
fn review(repo: &Repo, arguments: &[&str]) -> (u8, Value) {
    let home = repo.home();
    let variables = [("PATH", "/usr/local/bin:/usr/bin:/bin"), ("HOME", home.to_str().expect("UTF-8"))];
    let environment = Environment::of(variables.map(|(name, value)| (name.into(), value.into())));
    let words = ["aurumcode", "review", "--format", "json", "--repo", repo.path().to_str().expect("UTF-8")];
    let all: Vec<OsString> = words.iter().chain(arguments).map(OsString::from).collect();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut streams = Streams { out: &mut out, err: &mut err };
    let status = run(&registry(), all, &environment, Terminals::default(), &mut streams).code();
    (status, serde_json::from_slice(&out).unwrap_or_else(|_| Value::String(String::from_utf8_lossy(&err).into_owned())))
}

/// Each finding as `standing rule path`, in the report's order.
fn findings(audit: &Value) -> Vec<String> {
    let text = |finding: &Value, key: &str| finding[key].as_str().expect("a text").to_owned();
    let all = audit["findings"].as_array().expect("findings").iter();
    all.map(|one| format!("{} {} {}", text(one, "standing"), text(one, "rule_id"), text(one, "path"))).collect()
}

/// Why there is no full answer: reason tokens and details.
fn reasons(audit: &Value) -> String {
    audit["gate"]["reasons"].to_string()
}
