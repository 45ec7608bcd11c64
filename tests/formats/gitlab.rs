//! The Code Quality report, by GitLab's list of required fields.

use std::collections::BTreeSet;

use aurumcode::finding::Severity;
use aurumcode::report::{Model, gitlab};
use serde_json::Value;

use crate::fixtures::small;
use crate::model::{Engine, Review, issue};

fn entries(model: &Model) -> Vec<Value> {
    serde_json::from_str(&gitlab(model)).expect("a list of entries")
}

#[test]
fn every_entry_has_what_gitlab_asks_for() {
    for (name, model) in small() {
        let entries = entries(&model);
        let fingerprints: BTreeSet<&str> =
            entries.iter().map(|entry| entry["fingerprint"].as_str().expect("a fingerprint")).collect();
        assert_eq!(fingerprints.len(), entries.len(), "{name}: fingerprints are unique");
        for entry in &entries {
            assert!(
                !entry["description"].as_str().expect("a description").is_empty()
                    && !entry["check_name"].as_str().expect("a name").is_empty(),
                "{name}"
            );
            assert!(["info", "minor", "major", "critical", "blocker"].contains(&entry["severity"].as_str().expect("a severity")));
            assert!(!entry["location"]["path"].as_str().expect("a path").is_empty(), "{name}");
            assert!(entry["location"]["lines"]["begin"].as_u64().expect("a line") >= 1, "{name}");
        }
        // What is not approved is never an empty report.
        assert_eq!(entries.is_empty(), model.rows.is_empty() && model.reasons.is_empty(), "{name}");
    }
}

/// GitLab shows as new what the target branch's report does not have: a move or a rename adds nothing, a duplicate adds one.
#[test]
fn the_set_of_fingerprints_follows_the_code() {
    let report = |places: &[(&str, u32)]| -> BTreeSet<String> {
        let engine = places.iter().fold(Engine::new("lint", "lint"), |engine, &(path, line)| {
            engine.issue(issue("lint:x", Severity::Error, path, line, "the same code"))
        });
        let model = Review::new().engine(engine).model();
        entries(&model).iter().map(|entry| entry["fingerprint"].to_string()).collect()
    };
    let before = report(&[("a.rs", 3), ("b.rs", 9)]);
    assert_eq!(before, report(&[("a.rs", 77), ("z.rs", 1)]));
    let more = report(&[("a.rs", 3), ("a.rs", 5), ("b.rs", 9)]);
    assert_eq!((more.len(), more.is_superset(&before)), (3, true));
}
