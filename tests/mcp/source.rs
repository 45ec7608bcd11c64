//! Makes sources for tests.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::sync::Arc;
use std::time::Duration;

use aurumcode::config::{McpSetting, Section};
use aurumcode::context::ContextProvider;
use aurumcode::context::mcp::Source;
use aurumcode::finding::RepoPath;
use aurumcode::process::{BaseEnvironment, SystemRunner};
use aurumcode::redaction::Redactor;
use serde_json::Value;

/// A secret of the operator's.
pub(crate) const CANARY: &str = "canary-5f2c9a-mcp";

/// A server that is started by `program`, not pinned, asked for `tool` without arguments.
pub(crate) fn server(program: impl AsRef<OsStr>, args: &[&str], tool: &str) -> McpSetting {
    McpSetting {
        layer: Section::Policy,
        name: "wiki".to_owned(),
        command: program.as_ref().to_str().expect("a path of text").to_owned(),
        args: args.iter().map(|&arg| arg.to_owned()).collect(),
        env: Vec::new(),
        tool: tool.to_owned(),
        payload: serde_json::Map::new(),
        sha256: None,
        max_bytes: 65_536,
        required: false,
    }
}

/// The server of `fake_server.py` in one of its modes, pinned as the honest one.
pub(crate) fn fake(mode: &str) -> McpSetting {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mcp/fake_server.py");
    McpSetting { sha256: Some(PIN.to_owned()), ..server("python3", &[script, mode], "notes") }
}

/// The same with arguments for the call.
pub(crate) fn with(server: McpSetting, payload: Value) -> McpSetting {
    let Value::Object(payload) = payload else { panic!("arguments are an object") };
    McpSetting { payload, ..server }
}

/// The pin of the honest fake.
pub(crate) const PIN: &str = "e67a317e6eb8a9ae1311188a9bb361d8838a4189ded07fac120c88565dbecbca";

/// What a source says about two paths, or why it says nothing.
pub(crate) async fn ask(server: McpSetting) -> Result<String, String> {
    ask_with(server, BTreeMap::new(), Duration::from_secs(9)).await
}

/// The same with variables and within a bound.
pub(crate) async fn ask_with(
    server: McpSetting,
    environment: BTreeMap<OsString, OsString>,
    limit: Duration,
) -> Result<String, String> {
    let redactor = Arc::new(Redactor::new());
    redactor.register_all([CANARY]);
    let source = Source::new(server, environment, runner(), redactor).within(limit);
    source.provide(&[RepoPath::from("src/b.rs"), RepoPath::from("src/a.rs")]).await.map_err(|error| error.to_string())
}

/// A runner whose children see `PATH` and `HOME`.
pub(crate) fn runner() -> SystemRunner {
    let given = std::env::vars_os().filter(|(name, _)| name == "PATH" || name == "HOME");
    SystemRunner::new(BaseEnvironment::pick(given))
}

/// Pins the tool as it is now: what a person does who reads the warning.
pub(crate) async fn pinned(server: McpSetting) -> McpSetting {
    let why = ask(server.clone()).await.expect_err("a tool that is not pinned is not called");
    let (_, pin) = why.rsplit_once("`sha256: ").expect("the warning says what to write");
    McpSetting { sha256: Some(pin[..64].to_owned()), ..server }
}
