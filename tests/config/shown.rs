//! `config show`: every effective value with its source.

use aurumcode::config::{Directory, load, show, show_json};
use serde_json::json;

use crate::support::{Engines, read};

const TEXT: &str = "gate:
  fail_on: [warning]
quality_gates:
  scanners:
    - engine: beta
      options: {report: 'a b'}
      fail_on: info
    - engine: alpha
      options:
        disable: [x]
ignore: [\"*.md\"]
rules:
  gamma:first:
    severity: high
";

#[test]
fn each_value_says_where_it_comes_from() {
    insta::assert_snapshot!(show(&read(TEXT).expect("accepted"), true), @r#"
    gate.fail_on                                     warning               .aurumcode.yml:2:12
    gate.inconclusive                                block                 default
    gate.sources                                     []                    default
    ignore                                           ["*.md"]              .aurumcode.yml:11:9
    quality_gates.scanners[alpha].enabled            true                  default
    quality_gates.scanners[alpha].required           false                 default
    quality_gates.scanners[alpha].fail_on            warning               .aurumcode.yml:2:12
    quality_gates.scanners[alpha].scope              added                 engine default
    quality_gates.scanners[alpha].options.disable    ["x"]                 .aurumcode.yml:10:18
    quality_gates.scanners[alpha].options.max_bytes  1048576               engine default
    quality_gates.scanners[beta].enabled             true                  default
    quality_gates.scanners[beta].required            false                 default
    quality_gates.scanners[beta].fail_on             info                  .aurumcode.yml:7:16
    quality_gates.scanners[beta].scope               added                 engine default
    quality_gates.scanners[beta].options.report      "a b"                 .aurumcode.yml:6:25
    review.language                                  en                    default
    rules.gamma:first.severity                       error                 .aurumcode.yml:14:15
    review.model.enabled                             true                  default
    review.model.required                            false                 default
    review.model.timeout_seconds                     600                   default
    review.verification.enabled                      true                  default
    review.verification.max_calls                    8                     default
    batches.max_batches                              4                     default
    batches.max_prompt_tokens                        480000                default
    deliberation.enabled                             false                 default
    deliberation.max_rounds                          3                     default
    deliberation.max_cost_tokens                     60000                 default
    deliberation.per_tool_timeout_seconds            120                   default
    deliberation.max_read_bytes                      262144                default
    deliberation.secret_paths                        []                    default
    review.context.prompt                            .aurumcode/prompt.md  default
    review.context.docs                              []                    default
    review.context.skills                            []                    default
    review.context.mcp                               []                    default
    "#);
}

#[test]
fn the_defaults_are_explained_too() {
    let nothing = tempfile::tempdir().expect("a temporary directory");
    let loaded = load(&Directory::new(nothing.path()), &Engines).expect("accepted");
    insta::assert_snapshot!(show(&loaded, true), @r"
    gate.fail_on                                     error                 default
    gate.inconclusive                                block                 default
    gate.sources                                     []                    default
    ignore                                           []                    default
    quality_gates.scanners[alpha].enabled            true                  default
    quality_gates.scanners[alpha].required           false                 default
    quality_gates.scanners[alpha].fail_on            error                 default
    quality_gates.scanners[alpha].scope              added                 engine default
    quality_gates.scanners[alpha].options.disable    []                    engine default
    quality_gates.scanners[alpha].options.max_bytes  1048576               engine default
    review.language                                  en                    default
    review.model.enabled                             true                  default
    review.model.required                            false                 default
    review.model.timeout_seconds                     600                   default
    review.verification.enabled                      true                  default
    review.verification.max_calls                    8                     default
    batches.max_batches                              4                     default
    batches.max_prompt_tokens                        480000                default
    deliberation.enabled                             false                 default
    deliberation.max_rounds                          3                     default
    deliberation.max_cost_tokens                     60000                 default
    deliberation.per_tool_timeout_seconds            120                   default
    deliberation.max_read_bytes                      262144                default
    deliberation.secret_paths                        []                    default
    review.context.prompt                            .aurumcode/prompt.md  default
    review.context.docs                              []                    default
    review.context.skills                            []                    default
    review.context.mcp                               []                    default
    ");
    assert_eq!(show_json(&loaded)["configuration"], json!(null));
}

#[test]
fn an_empty_list_of_engines_is_shown_as_such() {
    let shown = show(&read("quality_gates: {scanners: []}\n").expect("accepted"), true);
    assert!(
        shown.lines().any(|line| line.split_whitespace().eq(["quality_gates.scanners", "[]", ".aurumcode.yml:1:27"])),
        "{shown}"
    );
}

#[test]
fn without_sources_only_the_values_are_shown() {
    let shown = show(&read(TEXT).expect("accepted"), false);
    assert!(shown.lines().all(|line| line.split_whitespace().count() >= 2 && !line.ends_with(' ')), "{shown}");
    assert!(!shown.contains("default") && !shown.contains(".aurumcode.yml"), "{shown}");
}

#[test]
fn the_json_form_holds_the_same() {
    let loaded = read(TEXT).expect("accepted");
    let shown = show_json(&loaded);
    assert_eq!(shown["configuration"], ".aurumcode.yml");
    let values = shown["values"].as_array().expect("a list");
    assert_eq!(values.len(), loaded.explain().len());
    let of =
        |path: &str| values.iter().find(|value| value["path"] == path).unwrap_or_else(|| panic!("{path}: {shown:#}")).clone();
    assert_eq!(
        of("gate.fail_on"),
        json!({ "path": "gate.fail_on", "value": "warning", "source": { "kind": "file", "section": "repo", "file": ".aurumcode.yml", "line": 2, "column": 12 } })
    );
    assert_eq!(of("review.language")["source"], json!({ "kind": "default" }));
    assert_eq!(of("quality_gates.scanners[alpha].scope")["source"], json!({ "kind": "engine" }));
}
