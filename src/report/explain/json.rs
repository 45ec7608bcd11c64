//! An explanation for programs: `kind` says which of the shapes it is. Field names are a promise.

use serde_json::{Value, json};

use crate::finding::{Example, Severity};

use super::{Explanation, RuleExplanation};

/// The explanation as JSON.
pub fn explanation_json(explanation: &Explanation) -> Value {
    match explanation {
        Explanation::Rule(rule) => of_rule(rule),
        Explanation::Finding { finding, rule } => {
            let places = finding.places.iter().map(|place| {
                json!({ "path": place.path, "line": place.line, "column": place.column, "disposition": place.disposition })
            });
            json!({
                "kind": "finding",
                "fingerprint": finding.fingerprint,
                "rule_id": finding.rule,
                "engine": finding.engine,
                "severity": finding.severity.as_str(),
                "message": finding.message,
                "head": finding.head,
                "places": places.collect::<Vec<_>>(),
                "rule": rule.as_ref().map(of_rule),
            })
        }
        Explanation::Error { entry, .. } => {
            let (configuration, command) = match Example::of(entry.code) {
                Some(Example::Configuration(text)) => (Some(text.to_owned()), None),
                Some(Example::Command(arguments)) => (None, Some(format!("aurumcode {arguments}"))),
                None => (None, None),
            };
            json!({
                "kind": "error",
                "code": entry.code.as_str(),
                "exit": entry.exit,
                "title": entry.title,
                "help": entry.help,
                "example": { "configuration": configuration, "command": command },
            })
        }
        Explanation::Reason { token, engines } => json!({ "kind": "reason", "reason": token, "engines": engines }),
        Explanation::Exit { status, meaning, reason } => {
            json!({ "kind": "exit", "exit": status, "meaning": meaning, "reason": reason })
        }
        Explanation::Engine { name, summary, manual } => {
            json!({ "kind": "engine", "name": name, "summary": summary, "compiled_in": true, "feature": null, "manual": manual })
        }
        Explanation::Absent { name, summary, feature } => {
            json!({ "kind": "engine", "name": name, "summary": summary, "compiled_in": false, "feature": feature, "manual": null })
        }
    }
}

fn of_rule(rule: &RuleExplanation) -> Value {
    json!({
        "kind": "rule",
        "rule_id": rule.name,
        "engine": rule.engine.as_ref().map(|(engine, _)| engine),
        "category": rule.engine.as_ref().map(|(_, category)| category),
        "severity": rule.severity.map(Severity::as_str),
        "title": rule.title,
        "help": rule.help,
        "tags": rule.tags,
    })
}
