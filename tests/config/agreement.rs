//! The published JSON Schema and the loader accept the same documents, apart from what a schema cannot say.

use aurumcode::config::{SCHEMA_ID, json_schema};
use serde_json::{Value, json};

use crate::support::{Engines, read};

/// Documents and whether they are accepted.
fn table() -> Vec<(Value, bool)> {
    let scanner = |entry: Value| json!({ "quality_gates": { "scanners": [entry] } });
    let alpha = |options: Value| scanner(json!({ "engine": "alpha", "options": options }));
    vec![
        (json!({}), true),
        (json!([]), false),
        (json!("gate"), false),
        (json!({ "gate": {} }), true),
        (json!({ "gate": null }), false),
        (json!({ "gate": { "fail_on": "error" } }), true),
        (json!({ "gate": { "fail_on": "HIGH" } }), true),
        (json!({ "gate": { "fail_on": " error " } }), false),
        (json!({ "gate": { "fail_on": ["low", "error"] } }), true),
        (json!({ "gate": { "fail_on": [] } }), false),
        (json!({ "gate": { "fail_on": null } }), false),
        (json!({ "gate": { "fail_on": "none" } }), false),
        (json!({ "gate": { "inconclusive": "warn" } }), true),
        (json!({ "gate": { "inconclusive": "Warn" } }), false),
        (json!({ "gate": { "sources": [] } }), true),
        (json!({ "gate": { "sources": ["alpha", "lint", "greek"] } }), true),
        (json!({ "gate": { "sources": ["delta"] } }), false),
        (json!({ "gate": { "sources": "alpha" } }), false),
        (json!({ "gate": { "source": [] } }), false),
        (json!({ "ignore": [] }), true),
        (json!({ "ignore": ["*.md", "a/**"] }), true),
        (json!({ "ignore": [""] }), false),
        (json!({ "ignore": [1] }), false),
        (json!({ "rules": {} }), true),
        (json!({ "rules": { "alpha:anything": { "enabled": false } } }), true),
        (json!({ "rules": { "gamma:second": { "severity": "low" } } }), true),
        (json!({ "rules": { "alpha:": {} } }), false),
        (json!({ "rules": { "delta:x": {} } }), false),
        (json!({ "rules": { "alpha:x": { "severity": null } } }), false),
        (json!({ "rules": { "alpha:x": { "enabled": "true" } } }), false),
        (json!({ "review": { "language": "pt-BR" } }), true),
        (json!({ "review": { "language": "fr" } }), false),
        (json!({ "review": { "model": {} } }), true),
        (json!({ "review": { "model": { "required": true, "timeout_seconds": 1 } } }), true),
        (json!({ "review": { "model": { "timeout_seconds": 0 } } }), false),
        (json!({ "review": { "model": { "api_key": "x" } } }), false),
        (json!({ "review": { "model": { "base_url": "https://elsewhere.example" } } }), false),
        (json!({ "deliberation": { "enabled": true, "max_cost_tokens": 0, "secret_paths": ["vault/**"] } }), true),
        (json!({ "deliberation": { "max_rounds": 0 } }), false),
        (json!({ "deliberation": { "max_cost_tokens": -1 } }), false),
        (json!({ "deliberation": { "per_tool_timeout_seconds": 0 } }), false),
        (json!({ "quality_gates": {} }), true),
        (json!({ "quality_gates": { "scanners": [] } }), true),
        (json!({ "quality_gates": { "scanners": null } }), false),
        (scanner(json!({})), false),
        (scanner(json!({ "engine": "alpha" })), true),
        (scanner(json!({ "engine": "delta" })), false),
        (scanner(json!({ "engine": "" })), false),
        (scanner(json!({ "engine": "alpha", "enabled": false, "required": false, "fail_on": "low", "scope": "tree" })), true),
        (scanner(json!({ "engine": "alpha", "scope": null })), false),
        (scanner(json!({ "engine": "alpha", "scope": "file" })), false),
        (scanner(json!({ "engine": "alpha", "advisory": true })), false),
        (alpha(json!({})), true),
        (alpha(json!({ "rules": "x.toml", "max_bytes": 1, "mode": "deep", "disable": ["a"] })), true),
        (alpha(json!({ "rules": null })), false),
        (alpha(json!({ "mode": null })), false),
        (alpha(json!({ "mode": "slow" })), false),
        (alpha(json!({ "max_bytes": 0 })), false),
        (alpha(json!({ "max_bytes": 1.5 })), false),
        (alpha(json!({ "other": 1 })), false),
        (alpha(json!([])), false),
        (scanner(json!({ "engine": "beta" })), false),
        (scanner(json!({ "engine": "beta", "options": {} })), false),
        (scanner(json!({ "engine": "beta", "options": { "report": "x" } })), true),
        (scanner(json!({ "engine": "gamma", "options": { "report": "x" } })), false),
    ]
}

#[test]
fn schema_and_loader_accept_the_same() {
    let validator = jsonschema::draft202012::new(&json_schema(&Engines)).expect("a valid schema");
    for (document, accepted) in table() {
        // JSON is YAML 1.2, so the same text goes both ways.
        let text = document.to_string();
        assert_eq!(validator.is_valid(&document), accepted, "schema: {text}");
        assert_eq!(read(&text).is_ok(), accepted, "loader: {text}: {:#?}", read(&text));
    }
}

#[test]
fn only_what_a_schema_cannot_say_is_left_to_the_loader() {
    let validator = jsonschema::draft202012::new(&json_schema(&Engines)).expect("a valid schema");
    for document in [
        json!({ "ignore": ["!x"] }),
        json!({ "quality_gates": { "scanners": [{ "engine": "alpha" }, { "engine": "alpha" }] } }),
        json!({ "quality_gates": { "scanners": [{ "engine": "alpha", "options": { "disable": ["forbidden"] } }] } }),
    ] {
        assert!(validator.is_valid(&document) && read(document.to_string()).is_err(), "{document}");
    }
}

#[test]
fn the_schema_describes_itself_and_every_key() {
    let schema = json_schema(&Engines);
    assert!(jsonschema::meta::is_valid(&schema));
    assert_eq!((&schema["$id"], schema["title"].is_string()), (&json!(SCHEMA_ID), true));
    let mut sections = vec![("", &schema)];
    sections.extend(schema["$defs"].as_object().expect("definitions").iter().map(|(name, section)| (name.as_str(), section)));
    for (section, keys) in sections.into_iter().filter_map(|(name, section)| Some((name, section["properties"].as_object()?))) {
        for (key, property) in keys {
            assert!(property["description"].is_string(), "{section}.{key} says what it does");
        }
    }
    let text = schema.to_string();
    assert!(!text.contains("\"null\"") && !text.contains(":null"), "the configuration knows no null");
}
