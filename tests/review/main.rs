//! A whole review from outside: what it shows, what it must never show, and that it always shows the same.

#![expect(clippy::expect_used, reason = "a test stops where its own set-up fails")]

#[path = "../support/repo.rs"]
mod repo;

mod rule_files;

use std::ffi::OsString;

use aurumcode::cli::{Environment, Streams, Terminals, run};
use aurumcode::scanner::registry;
use repo::Repo;

/// Reviews `repo` and returns the exit status with both streams.
fn aurumcode(repo: &Repo, arguments: &[&str]) -> (u8, String) {
    command(repo, &["review"], arguments)
}

/// Runs a command of the program in `repo`, and returns its exit status with both streams.
fn command(repo: &Repo, command: &[&str], arguments: &[&str]) -> (u8, String) {
    let home = repo.home();
    let variables = [("PATH", "/usr/local/bin:/usr/bin:/bin"), ("HOME", home.to_str().expect("UTF-8"))];
    let environment = Environment::of(variables.map(|(name, value)| (name.into(), value.into())));
    let place = repo.path().to_str().expect("UTF-8");
    let words = [&["aurumcode"], command, &["--repo", place], arguments].concat();
    let all: Vec<OsString> = words.iter().map(OsString::from).collect();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut streams = Streams { out: &mut out, err: &mut err };
    let status = run(&registry(), all, &environment, Terminals::default(), &mut streams).code();
    (status, String::from_utf8_lossy(&[out, err].concat()).into_owned())
}

/// A token that the rules know, made here so that no file of the project holds one.
fn token() -> String {
    format!("ghp_{}{}", "x7Kq2mVt9BzLr4Wd8Ysc", "N1Fh6Jp3GaEoU5Tv")
}

fn planted() -> Repo {
    let repo = Repo::new();
    repo.write("config.py", "REGION = 1\n");
    repo.commit("first");
    repo.write("config.py", format!("REGION = 1\nTOKEN = \"{}\"\n", token()));
    repo.commit("second");
    repo
}

#[test]
fn a_planted_token_rejects_and_stands_in_no_output() {
    let repo = planted();
    let place = tempfile::tempdir().expect("a folder");
    let file = |name: &str| place.path().join(name).to_str().expect("UTF-8").to_owned();
    let (sarif, audit) = (file("review.sarif"), file("audit.json"));
    let mut seen = Vec::new();
    for format in ["text", "json", "markdown", "github", "gitlab"] {
        let (status, text) = aurumcode(&repo, &["--verbose", "--format", format, "--sarif", &sarif, "--audit", &audit]);
        assert_eq!(status, 3, "{format}: {text}");
        assert!(text.contains("github-pat") && text.contains("config.py"), "{format}: {text}");
        seen.push(text);
    }
    for path in [sarif, audit] {
        let text = std::fs::read_to_string(path).expect("it was written");
        assert!(text.contains("secrets:github-pat"));
        seen.push(text);
    }
    let secret = token();
    for text in &seen {
        assert!(!text.contains(&secret[..12]) && !text.contains(&secret[secret.len() - 12..]), "{text}");
    }
}

#[test]
fn the_help_names_every_status_and_the_log() {
    let (status, help) = aurumcode(&Repo::new(), &["--help"]);
    assert_eq!(status, 0, "{help}");
    for entry in aurumcode::cli::EXIT_STATUSES {
        assert!(help.contains(&format!("  {}  {}", entry.status.code(), entry.meaning)), "{help}");
    }
    assert!(help.contains("AURUMCODE_LOG"), "{help}");
}

/// A script may take its arguments from the reviewed change, and the parser quotes what it refuses.
#[test]
fn wrong_usage_is_told_harmlessly() {
    let repo = Repo::new();
    for argument in ["--x\n::error::y", "--\u{1b}[31mred", "--format=##[error]z"] {
        let (status, text) = aurumcode(&repo, &[argument]);
        assert_eq!(status, 2, "{text}");
        assert!(!text.contains("\n::") && !text.contains('\u{1b}') && !text.contains("##["), "{text}");
    }
}

#[test]
fn two_results_in_one_file_are_refused_and_a_device_takes_both() {
    let repo = planted();
    let place = tempfile::tempdir().expect("a folder");
    let file = |name: &str| place.path().join(name).to_str().expect("UTF-8").to_owned();
    for [one, other] in [["--audit", "--sarif"], ["--sarif", "--html"], ["--audit", "--html"]] {
        let (status, text) = aurumcode(&repo, &[one, &file("x"), other, &file("./x")]);
        assert!(status == 2 && text.contains("error[cli/same-file]"), "{text}");
        assert!(text.contains(&format!("`{one}` and `{other}`")), "{text}");
    }
    assert!(!place.path().join("x").exists());
    let (status, text) = aurumcode(&repo, &["--audit", "/dev/null", "--sarif", "/dev/null"]);
    assert_eq!(status, 3, "{text}");
}

#[test]
fn two_runs_give_the_same_bytes() {
    let repo = planted();
    let place = tempfile::tempdir().expect("a folder");
    let mut seen = Vec::new();
    for turn in 0..2 {
        let file = |name: &str| place.path().join(format!("{name}{turn}")).to_str().expect("UTF-8").to_owned();
        let (sarif, audit) = (file("sarif"), file("audit"));
        let (_, text) = aurumcode(&repo, &["--sarif", &sarif, "--audit", &audit]);
        let audit = std::fs::read_to_string(audit).expect("it was written");
        let timeless: Vec<String> = audit.lines().filter(|line| !line.contains("\"duration_ms\"")).map(str::to_owned).collect();
        seen.push((text, std::fs::read_to_string(sarif).expect("it was written"), timeless));
    }
    assert_eq!(seen[0], seen[1]);
}

#[test]
fn a_review_leaves_the_repository_as_it_was() {
    let repo = planted();
    repo.write("loose.txt", "not added\n");
    let state =
        |repo: &Repo| (std::fs::read(repo.path().join(".git/index")).expect("an index"), repo.git(["status", "--porcelain"]));
    let before = state(&repo);
    for arguments in [&[][..], &["--staged"], &["--worktree"], &["--all"]] {
        aurumcode(&repo, arguments);
    }
    assert_eq!(before, state(&repo));
}

#[test]
fn what_no_engine_is_shown_is_told() {
    let repo = planted();
    let inner = repo.rev("HEAD");
    repo.git(["update-index", "--add", "--cacheinfo", &format!("160000,{inner},lib/inner")]);
    repo.symlink("latest", "config.py");
    repo.git(["add", "latest"]);
    repo.git(["commit", "--quiet", "--message", "a submodule and a link"]);
    let (status, text) = aurumcode(&repo, &[]);
    assert!(status == 0 && text.contains("1 submodule, not looked into") && !text.contains("symbolic"), "{text}");
    let (_, text) = aurumcode(&repo, &["--verbose"]);
    assert!(text.contains("  lib/inner\n") && text.contains("1 symbolic link, not followed:\n  latest\n"), "{text}");
    let (_, audit) = aurumcode(&repo, &["--format", "json"]);
    let audit: serde_json::Value = serde_json::from_str(&audit).expect("JSON");
    let expected = serde_json::json!([{ "path": "latest", "why": "symlink" }, { "path": "lib/inner", "why": "submodule" }]);
    assert_eq!(audit["left_out"], expected);
}

#[test]
fn a_nul_byte_in_a_source_file_hides_no_secret() {
    let repo = Repo::new();
    repo.write("a.py", "x = 1\n").commit("first");
    repo.write("a.py", format!("x = 1\n\0TOKEN = \"{}\"\n", token())).commit("second");
    let (status, text) = aurumcode(&repo, &[]);
    assert!(status == 3 && text.contains("secrets:github-pat") && !text.contains(&token()), "{status}: {text}");
}

/// An exception for what [`planted`] plants.
const EXCEPTED: &str = "exceptions: [{rule: 'secrets:github-pat', path: config.py, repository: acme/shop, owner: A, reason: B, expires: 2999-01-01}]";

/// An MCP server; no model takes part, so none is started.
const MCP: &str = "review: {context: {mcp: [{name: a, command: b, tool: c}]}}";

/// Each key of the configuration, with two files that differ in it alone.
const KEYS: &[(&str, &str, &str)] = &[
    ("quality_gates.scanners", "quality_gates: {}", "quality_gates: {scanners: []}"),
    (
        "quality_gates.scanners[].enabled",
        "quality_gates: {scanners: [{engine: secrets}]}",
        "quality_gates: {scanners: [{engine: secrets, enabled: false}]}",
    ),
    (
        "quality_gates.scanners[].engine",
        "quality_gates: {scanners: [{engine: ast-grep}]}",
        "quality_gates: {scanners: [{engine: secrets}]}",
    ),
    (
        "quality_gates.scanners[].fail_on",
        "quality_gates: {scanners: [{engine: secrets}]}",
        "quality_gates: {scanners: [{engine: secrets, fail_on: warning}]}",
    ),
    (
        "quality_gates.scanners[].options",
        "quality_gates: {scanners: [{engine: secrets}]}",
        "quality_gates: {scanners: [{engine: secrets, options: {disable: [github-pat]}}]}",
    ),
    (
        "quality_gates.scanners[].required",
        "quality_gates: {scanners: [{engine: secrets}]}",
        "quality_gates: {scanners: [{engine: secrets, required: true}]}",
    ),
    (
        "quality_gates.scanners[].scope",
        "quality_gates: {scanners: [{engine: secrets}]}",
        "quality_gates: {scanners: [{engine: secrets, scope: tree}]}",
    ),
    ("exceptions", "exceptions: []", EXCEPTED),
    (
        "exceptions[].rule",
        EXCEPTED,
        "exceptions: [{rule: 'secrets:other', path: config.py, repository: acme/shop, owner: A, reason: B, expires: 2999-01-01}]",
    ),
    (
        "exceptions[].path",
        EXCEPTED,
        "exceptions: [{rule: 'secrets:github-pat', path: other.py, repository: acme/shop, owner: A, reason: B, expires: 2999-01-01}]",
    ),
    (
        "exceptions[].repository",
        EXCEPTED,
        "exceptions: [{rule: 'secrets:github-pat', path: config.py, repository: acme/other, owner: A, reason: B, expires: 2999-01-01}]",
    ),
    (
        "exceptions[].owner",
        EXCEPTED,
        "exceptions: [{rule: 'secrets:github-pat', path: config.py, repository: acme/shop, owner: C, reason: B, expires: 2999-01-01}]",
    ),
    (
        "exceptions[].reason",
        EXCEPTED,
        "exceptions: [{rule: 'secrets:github-pat', path: config.py, repository: acme/shop, owner: A, reason: C, expires: 2999-01-01}]",
    ),
    (
        "exceptions[].expires",
        EXCEPTED,
        "exceptions: [{rule: 'secrets:github-pat', path: config.py, repository: acme/shop, owner: A, reason: B, expires: 2001-01-01}]",
    ),
    ("gate.fail_on", "gate: {}", "gate: {fail_on: warning}"),
    ("gate.inconclusive", "gate: {}", "gate: {inconclusive: warn}"),
    ("gate.sources", "gate: {}", "gate: {sources: [secrets]}"),
    ("ignore", "ignore: []", "ignore: ['*.py']"),
    ("rules.<id>.enabled", "rules: {'secrets:github-pat': {}}", "rules: {'secrets:github-pat': {enabled: false}}"),
    ("rules.<id>.severity", "rules: {'secrets:github-pat': {}}", "rules: {'secrets:github-pat': {severity: info}}"),
    ("review.language", "review: {}", "review: {language: pt-BR}"),
    ("review.model.enabled", "review: {model: {}}", "review: {model: {enabled: false}}"),
    ("review.model.required", "review: {model: {}}", "review: {model: {required: true}}"),
    ("review.model.timeout_seconds", "review: {model: {}}", "review: {model: {timeout_seconds: 5}}"),
    ("review.verification.enabled", "review: {verification: {}}", "review: {verification: {enabled: false}}"),
    ("review.verification.max_calls", "review: {verification: {}}", "review: {verification: {max_calls: 3}}"),
    ("batches.max_batches", "batches: {}", "batches: {max_batches: 2}"),
    ("batches.max_prompt_tokens", "batches: {}", "batches: {max_prompt_tokens: 5}"),
    ("review.context.prompt", "review: {context: {}}", "review: {context: {prompt: a.md}}"),
    ("review.context.docs", "review: {context: {}}", "review: {context: {docs: [a.md]}}"),
    ("review.context.docs[].path", "review: {context: {docs: [{path: a}]}}", "review: {context: {docs: [{path: b}]}}"),
    ("review.context.docs[].section", "review: {context: {docs: [a]}}", "review: {context: {docs: [{path: a, section: b}]}}"),
    (
        "review.context.docs[].required",
        "review: {context: {docs: [config.py]}}",
        "review: {context: {docs: [{path: config.py, required: true}]}}",
    ),
    ("review.context.skills", "review: {context: {}}", "review: {context: {skills: [config.py]}}"),
    ("review.context.mcp", "review: {context: {}}", MCP),
    ("review.context.mcp[].name", MCP, "review: {context: {mcp: [{name: x, command: b, tool: c}]}}"),
    ("review.context.mcp[].command", MCP, "review: {context: {mcp: [{name: a, command: x, tool: c}]}}"),
    ("review.context.mcp[].tool", MCP, "review: {context: {mcp: [{name: a, command: b, tool: x}]}}"),
    ("review.context.mcp[].args", MCP, "review: {context: {mcp: [{name: a, command: b, tool: c, args: [x]}]}}"),
    ("review.context.mcp[].env", MCP, "review: {context: {mcp: [{name: a, command: b, tool: c, env: [X]}]}}"),
    ("review.context.mcp[].payload", MCP, "review: {context: {mcp: [{name: a, command: b, tool: c, payload: {x: z}}]}}"),
    (
        "review.context.mcp[].sha256",
        MCP,
        "review: {context: {mcp: [{name: a, command: b, tool: c, sha256: abcdefabcdefabcdefabcdefabcdefabcdefabcdefabcdefabcdefabcdefabcd}]}}",
    ),
    ("review.context.mcp[].max_bytes", MCP, "review: {context: {mcp: [{name: a, command: b, tool: c, max_bytes: 9}]}}"),
    ("review.context.mcp[].required", MCP, "review: {context: {mcp: [{name: a, command: b, tool: c, required: true}]}}"),
    ("deliberation.enabled", "deliberation: {}", "deliberation: {enabled: true}"),
    ("deliberation.max_rounds", "deliberation: {}", "deliberation: {max_rounds: 5}"),
    ("deliberation.max_cost_tokens", "deliberation: {}", "deliberation: {max_cost_tokens: 0}"),
    ("deliberation.per_tool_timeout_seconds", "deliberation: {}", "deliberation: {per_tool_timeout_seconds: 5}"),
    ("deliberation.max_read_bytes", "deliberation: {}", "deliberation: {max_read_bytes: 5}"),
    ("deliberation.secret_paths", "deliberation: {}", "deliberation: {secret_paths: ['vault/**']}"),
];

/// The pin of an MCP server in the table.
const PIN: &str = "abcdefabcdefabcdefabcdefabcdefabcdefabcdefabcdefabcdefabcdefabcd";

/// A section is no key of its own: what it holds is.
const SECTIONS: &[&str] = &[
    "quality_gates",
    "gate",
    "rules",
    "review",
    "review.model",
    "review.verification",
    "review.context",
    "deliberation",
    "batches",
];

#[test]
fn every_key_of_the_configuration_changes_what_is_seen() {
    let registry = registry();
    let schema = aurumcode::config::json_schema(&registry);
    let keys = aurumcode::config::keys(&schema).into_iter().map(|key| key.path);
    let mut keys: Vec<String> = keys.filter(|key| !SECTIONS.contains(&key.as_str())).collect();
    keys.sort();
    let mut shown_below: Vec<&str> = KEYS.iter().map(|(key, ..)| *key).collect();
    shown_below.sort_unstable();
    assert_eq!(keys, shown_below, "a key of the schema without a line in the table, or the reverse");

    let repo = planted();
    repo.git(["remote", "add", "origin", "https://forge.example/acme/shop.git"]);
    let shown = |key: &str, text: &str| {
        repo.write(".aurumcode.yml", text);
        let page = aurumcode(&repo, &["--verbose", "--format", "markdown"]);
        let (_, audit) = aurumcode(&repo, &["--format", "json"]);
        // The digest of the file differs whatever a key does.
        let of_file = |line: &str| line.contains("\"sha256\"") && !line.contains(PIN);
        let timeless = |line: &&str| !line.contains("\"duration_ms\"") && !of_file(line);
        let timeless: Vec<String> = audit.lines().filter(timeless).map(str::to_owned).collect();
        assert_ne!(page.0, 5, "{key} is accepted: {}", page.1);
        (page, timeless)
    };
    for (key, without, with) in KEYS {
        assert_ne!(shown(key, with), shown(key, without), "{key} changes nothing");
    }
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the log belongs to a process of its own")]
fn the_log_is_off_unless_asked_for_and_shows_no_secret() {
    let repo = planted();
    let review = |log: Option<&str>| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_aurumcode"));
        command
            .args(["review", "--quiet", "--repo"])
            .arg(repo.path())
            .env("GITHUB_TOKEN", "job-secret-9f81b3")
            .env_remove("AURUMCODE_LOG");
        if let Some(filter) = log {
            command.env("AURUMCODE_LOG", filter);
        }
        let output = command.output().expect("the program runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (status, quiet) = review(None);
    assert_eq!((status, quiet.contains("INFO")), (Some(3), false), "{quiet}");
    let (status, log) = review(Some("trace"));
    assert_eq!(status, Some(3), "{log}");
    assert!(
        log.contains("an engine has answered engine=\"secrets\"") && log.contains("a program has ended program=git"),
        "{log}"
    );
    assert!(!log.contains(&token()[..12]) && !log.contains("job-secret"), "{log}");
    let (status, refused) = review(Some("a=b=c"));
    assert!(status == Some(2) && refused.contains("error[cli/log-filter]"), "{refused}");
}
