//! The audit's schema, and what every audit holds.

use aurumcode::report::{audit, audit_schema};
use serde_json::Value;

use crate::fixtures::{odd, small, thirty_thousand};
use crate::generated::assert_generated;

#[test]
fn the_schema_is_published() {
    let schema = serde_json::to_string_pretty(&audit_schema()).expect("a schema is JSON");
    assert_generated("docs/schemas/audit-v1.json", &format!("{schema}\n"));
}

#[test]
fn every_audit_is_valid_under_its_schema() {
    let schema = jsonschema::validator_for(&audit_schema()).expect("the schema is a schema");
    for (name, model) in small().into_iter().chain([("thirty thousand", thirty_thousand())]) {
        let document: Value = serde_json::from_str(&audit(&model)).expect("an audit is JSON");
        let errors: Vec<String> =
            schema.iter_errors(&document).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(errors.is_empty(), "{name}: {errors:#?}");
        let mut unknown = document.clone();
        unknown["approved_by"] = "me".into();
        assert!(!schema.is_valid(&unknown), "{name}: an unknown field is refused");
    }
}

#[test]
fn no_finding_is_dropped_and_no_path_is_lost() {
    let model = odd();
    let document: Value = serde_json::from_str(&audit(&model)).expect("an audit is JSON");
    let findings = document["findings"].as_array().expect("findings");
    assert_eq!(findings.len(), model.rows.len());
    for (finding, row) in findings.iter().zip(&model.rows) {
        let path = &row.issue.location.path;
        assert_eq!(finding["path"], path.to_string());
        let bytes = finding["path_bytes"].as_str().map(|hex| {
            (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hexadecimal")).collect::<Vec<_>>()
        });
        assert_eq!(bytes.as_deref(), path.as_str().is_none().then_some(path.as_bytes()));
        assert_eq!(finding["line"].as_u64(), row.issue.location.line.map(|line| u64::from(line.get())));
        assert_eq!(finding["message"], row.issue.message);
    }
}
