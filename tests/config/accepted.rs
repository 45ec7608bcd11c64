//! What comes out of a file that is accepted.

use aurumcode::config::{Inconclusive, Language, ListedFile, McpSetting, Presence, RuleSetting, Scope, Section, Settings};
use aurumcode::finding::{RepoPath, RuleId, Severity};
use serde_json::json;

use crate::support::read;

fn settings(text: &str) -> Settings {
    read(text).unwrap_or_else(|problems| panic!("{text}: {problems:#?}")).settings().clone()
}

#[test]
fn every_key_reaches_the_settings() {
    let loaded = read(
        "# yaml-language-server: $schema=.aurumcode/schema.json
quality_gates:
  scanners:
    - engine: gamma
      required: true
    - engine: alpha
      enabled: false
      fail_on: [high, medium]
      scope: changed_files
      options:
        max_bytes: 2048
        disable: ['no', \"1\"]
gate:
  fail_on: INFO
  inconclusive: warn
  sources: [lint, greek, alpha]
ignore:
  - target/
  - '*.lock'
rules:
  gamma:first: {enabled: false}
  alpha:some/rule: {severity: low}
review:
  language: pt-BR
",
    )
    .expect("accepted");
    let settings = loaded.settings();
    let [alpha, gamma] = settings.scanners.as_slice() else { panic!("{settings:?}") };
    assert_eq!((alpha.engine.as_str(), alpha.enabled, alpha.required), ("alpha", false, false));
    assert_eq!((alpha.fail_on, alpha.scope, alpha.section), (Severity::Warning, Some(Scope::ChangedFiles), Section::Repository));
    assert_eq!(alpha.options, json!({ "max_bytes": 2048, "disable": ["no", "1"] }));
    assert_eq!((gamma.engine.as_str(), gamma.enabled, gamma.required), ("gamma", true, true));
    assert_eq!((gamma.fail_on, gamma.scope, &gamma.options), (Severity::Info, None, &json!({})));
    assert_eq!((settings.gate.fail_on, settings.gate.inconclusive), (Severity::Info, Inconclusive::Warn));
    assert_eq!(settings.gate.sources, ["lint", "greek", "alpha"]);
    assert_eq!(settings.ignore, ["target/", "*.lock"]);
    assert!(loaded.ignore().matches(&RepoPath::from("target/x")) && !loaded.ignore().matches(&RepoPath::from("src/x")));
    let rule = |name: &str| settings.rules[&RuleId::new(name)];
    assert_eq!(rule("gamma:first"), RuleSetting { enabled: Some(false), severity: None });
    assert_eq!(rule("alpha:some/rule"), RuleSetting { enabled: None, severity: Some(Severity::Info) });
    assert_eq!(settings.language, Language::PtBr);
}

#[test]
fn every_source_of_context_reaches_the_settings() {
    let sha256 = "0123456789abcdef".repeat(4);
    let text = format!(
        "review:
  context:
    prompt: team/prompt.md
    docs:
      - docs/a.md
      - {{path: docs/b.md, section: ' Errors ', required: true}}
    skills: [docs/style.md]
    mcp:
      - name: wiki
        command: wiki-server
        args: [--stdio]
        env: [WIKI_URL]
        tool: search
        payload: {{paths: '${{changed_paths}}', deep: {{limit: 3}}}}
        sha256: {sha256}
        max_bytes: 1000
        required: true
      - {{name: bare, command: /opt/bare, tool: ask}}
"
    );
    let context = settings(&text).context;
    let file = |path: &str, heading: Option<&str>, presence| ListedFile {
        layer: Section::Repository,
        path: path.into(),
        heading: heading.map(str::to_owned),
        presence,
    };
    assert_eq!(context.prompts, [file("team/prompt.md", None, Presence::Wanted)]);
    assert_eq!(context.docs, [file("docs/a.md", None, Presence::Wanted), file("docs/b.md", Some("Errors"), Presence::Required)]);
    assert_eq!(context.skills, [file("docs/style.md", None, Presence::Required)]);
    let wiki = McpSetting {
        layer: Section::Repository,
        name: "wiki".to_owned(),
        command: "wiki-server".to_owned(),
        args: vec!["--stdio".to_owned()],
        env: vec!["WIKI_URL".to_owned()],
        tool: "search".to_owned(),
        payload: json!({ "paths": "${changed_paths}", "deep": { "limit": 3 } }).as_object().expect("a map").clone(),
        sha256: Some(sha256),
        max_bytes: 1000,
        required: true,
    };
    let bare = McpSetting {
        name: "bare".to_owned(),
        command: "/opt/bare".to_owned(),
        tool: "ask".to_owned(),
        args: Vec::new(),
        env: Vec::new(),
        payload: serde_json::Map::new(),
        sha256: None,
        max_bytes: 65_536,
        required: false,
        ..wiki.clone()
    };
    assert_eq!(context.mcp, [wiki, bare]);
    let default = settings("").context;
    assert_eq!(default.prompts, [file(".aurumcode/prompt.md", None, Presence::Optional)]);
    assert!(default.docs.is_empty() && default.skills.is_empty() && default.mcp.is_empty());
}

#[test]
fn a_file_without_content_is_a_valid_configuration() {
    let defaults = settings("");
    assert_eq!(defaults.scanners.len(), 1, "the engines that are on by default");
    for text in [
        "\n",
        "# only a comment\n",
        "---\n",
        "---\n# comment\n...\n",
        "\u{feff}",
        "\u{feff}# x\r\n",
        "{}\n",
        "quality_gates: {}\ngate: {}\n",
    ] {
        let loaded = read(text).unwrap_or_else(|problems| panic!("{text:?}: {problems:#?}"));
        assert_eq!((loaded.settings(), loaded.file()), (&defaults, Some(".aurumcode.yml")), "{text:?}");
    }
}

#[test]
fn only_listed_engines_run() {
    assert!(settings("quality_gates: {scanners: []}\n").scanners.is_empty());
    let listed = settings("quality_gates: {scanners: [{engine: gamma}]}\n").scanners;
    assert_eq!(listed.iter().map(|entry| entry.engine.as_str()).collect::<Vec<_>>(), ["gamma"]);
}

#[test]
fn an_entrys_threshold_is_its_own_else_the_gates_else_error() {
    let threshold = |text: &str| settings(text).scanners[0].fail_on;
    assert_eq!(threshold("quality_gates: {scanners: [{engine: gamma}]}\n"), Severity::Error);
    assert_eq!(threshold("quality_gates: {scanners: [{engine: gamma}]}\ngate: {fail_on: [error, info]}\n"), Severity::Info);
    assert_eq!(
        threshold("quality_gates: {scanners: [{engine: gamma, fail_on: warning}]}\ngate: {fail_on: info}\n"),
        Severity::Warning
    );
    assert_eq!(threshold("gate: {fail_on: info}\n"), Severity::Info, "also of an engine that nobody lists");
}

#[test]
fn the_same_file_in_every_dress() {
    let plain = settings("gate:\n  fail_on: info\nignore:\n  - \"a b\"\n  - c\n");
    for text in [
        "gate:\r\n  fail_on: info\r\nignore:\r\n  - \"a b\"\r\n  - c\r\n",
        "\u{feff}gate:\n  fail_on: info\nignore:\n  - \"a b\"\n  - c\n",
        "gate:\r  fail_on: info\rignore:\r  - \"a b\"\r  - c\r",
        "--- # start\n{gate: {fail_on: info}, ignore: [a b, c]}\n...\n",
        "\"gate\": {'fail_on': \"info\"}\nignore:\n- >-\n  a\n  b\n- |-\n  c\n",
        "ignore: [\n  a b, # with a comment\n  \"\\x63\",\n]\ngate: { fail_on: info }",
    ] {
        assert_eq!(settings(text), plain, "{text:?}");
    }
}

#[test]
fn white_space_inside_texts_is_content() {
    let text = "ignore:\n  - |-\n    a\n    \tb\n  - \"c\\td\"\n";
    assert_eq!(settings(text).ignore, ["a\n\tb", "c\td"]);
}
