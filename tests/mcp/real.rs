//! Servers that others wrote: one in JavaScript, two in Python.

use aurumcode::config::McpSetting;
use serde_json::json;

use crate::repo::Repo;
use crate::source::{ask, pinned, server, with};
use crate::tools::installed;

#[tokio::test]
async fn a_javascript_server_answers_once_it_is_pinned() {
    let Some(program) = installed("npm/node_modules/@modelcontextprotocol/server-everything/dist/index.js") else { return };
    let echo = pinned(server("node", &[program.to_str().unwrap(), "stdio"], "echo")).await;
    assert_eq!(ask(with(echo.clone(), json!({"message": "small steps"}))).await.as_deref(), Ok("Echo: small steps"));

    let why = ask(McpSetting { tool: "get-sum".to_owned(), ..echo.clone() }).await.expect_err("the pin is of another tool");
    assert!(why.starts_with("the tool is not the one that is pinned"), "{why}");
    let why = ask(echo).await.expect_err("it needs a message");
    assert!(why.contains("message"), "{why}");
}

#[tokio::test]
async fn a_python_server_reads_a_repository_that_is_named_to_it() {
    let Some(program) = installed("mcp/bin/mcp-server-git") else { return };
    let repo = Repo::new();
    repo.write("a.txt", "a\n");
    repo.commit("the first of all");
    let log = pinned(server(program, &[], "git_log")).await;
    let said = ask(with(log.clone(), json!({"repo_path": repo.path().to_str(), "max_count": 1}))).await.unwrap();
    assert!(said.contains("the first of all"), "{said}");
    // It sees an empty directory: what is not named to it is not there.
    let why = ask(with(log, json!({"repo_path": "."}))).await.expect_err("no repository");
    assert!(why.starts_with("the tool failed: "), "{why}");
}

#[tokio::test]
async fn a_python_server_without_a_file_of_its_own_answers() {
    let Some(program) = installed("mcp/bin/mcp-server-time") else { return };
    let convert = pinned(server(program, &["--local-timezone", "UTC"], "convert_time")).await;
    let asked = json!({"source_timezone": "UTC", "time": "12:00", "target_timezone": "America/Sao_Paulo"});
    let said = ask(with(convert, asked)).await.unwrap();
    assert!(said.contains("T09:00:00-03:00"), "{said}");
}
