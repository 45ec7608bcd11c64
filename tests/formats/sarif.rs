//! SARIF against its official schema, Microsoft's validator and GitHub's limits.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use aurumcode::report::{Model, sarif};
use serde_json::Value;

use crate::fixtures::{engines, noise, odd, small, thirty_thousand};
use crate::model::{Engine, Review, issue, mixed};
use crate::tools::installed;

const SCHEMA: &str = "npm/node_modules/@microsoft/sarif-multitool-linux/sarif-2.1.0.json";
const MULTITOOL: &str = "npm/node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool";

fn parsed(model: &Model) -> Value {
    serde_json::from_str(&sarif(model)).expect("SARIF is JSON")
}

fn runs(log: &Value) -> &[Value] {
    log["runs"].as_array().expect("there are runs")
}

fn results(run: &Value) -> &[Value] {
    run["results"].as_array().expect("there are results")
}

fn notes(run: &Value) -> Vec<&str> {
    let notes = run["invocations"][0]["toolExecutionNotifications"].as_array();
    notes.into_iter().flatten().map(|note| note["message"]["text"].as_str().expect("a text")).collect()
}

#[test]
fn the_official_schema_accepts_it() {
    let Some(schema) = installed(SCHEMA) else { return };
    let schema: Value = serde_json::from_slice(&fs::read(schema).expect("the schema is readable")).expect("the schema is JSON");
    let schema = jsonschema::validator_for(&schema).expect("the schema is a schema");
    assert!(!schema.is_valid(&serde_json::json!({"version": "2.1.0"})), "the schema asks for runs");
    for (name, model) in small().into_iter().chain([("thirty thousand", thirty_thousand())]) {
        let errors: Vec<String> =
            schema.iter_errors(&parsed(&model)).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(errors.is_empty(), "{name}: {errors:#?}");
    }
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the test runs the real validator over files of its own")]
fn microsofts_validator_finds_no_error() {
    let Some(multitool) = installed(MULTITOOL) else { return };
    let directory = tempfile::tempdir().expect("a temporary directory");
    for (name, model) in small() {
        fs::write(directory.path().join(format!("{name}.sarif")), sarif(&model)).expect("a temporary file");
    }
    // The validator's exit status is 0 whatever it finds, so a file that must be refused shows that it works.
    let broken = sarif(&mixed()).replace("{\"text\":\"line too long\"}", "{\"id\":\"unknown\"}");
    fs::write(directory.path().join("broken.sarif"), broken).expect("a temporary file");

    let report = directory.path().join("report.out");
    let output = Command::new(multitool)
        .args(["validate", "--rule-kind", "Sarif;Ghas", "--level", "Error;Warning", "--log", "ForceOverwrite", "--output"])
        .arg(&report)
        .arg(directory.path().join("*.sarif"))
        .output()
        .expect("the validator starts");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && told.contains(&format!("{} files scanned", small().len() + 1)), "{told}");
    let report = fs::read(report).expect("the validator wrote its report");
    let report: Value =
        serde_json::from_slice(report.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&report)).expect("the report is JSON");

    let mut read = BTreeSet::new();
    let mut errors = Vec::new();
    for result in runs(&report).iter().flat_map(results) {
        let uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap_or_default();
        let name = uri.rsplit('/').next().unwrap_or_default().to_owned();
        let rule = result["ruleId"].as_str().expect("a rule");
        if result["level"] == "error" || rule.starts_with("GH") {
            errors.push((name, rule.to_owned(), result["message"].to_string()));
        } else {
            read.insert(name);
        }
    }
    let (broken, errors): (Vec<_>, Vec<_>) = errors.into_iter().partition(|(name, _, _)| name == "broken.sarif");
    assert!(broken.iter().any(|(_, rule, _)| rule == "GH1015"), "{broken:#?}");
    assert!(errors.is_empty(), "{errors:#?}");
    // A file that the validator cannot read gives no result at all. Each of ours gives a warning: the project has no address.
    assert_eq!(read.len(), small().len() + 1, "{read:?}");
}

#[test]
fn what_code_scanning_refuses_is_not_in_it() {
    for (name, model) in small().into_iter().chain([("thirty thousand", thirty_thousand())]) {
        let log = parsed(&model);
        let runs = runs(&log);
        assert!((1..=20).contains(&runs.len()), "{name}: {} runs", runs.len());
        let ids: BTreeSet<&str> = runs.iter().map(|run| run["automationDetails"]["id"].as_str().expect("an id")).collect();
        assert_eq!(ids.len(), runs.len(), "{name}: ids are unique");
        for run in runs {
            let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
            let unique: BTreeSet<&str> = rules.iter().map(|rule| rule["id"].as_str().expect("an id")).collect();
            assert_eq!(unique.len(), rules.len(), "{name}: rules are unique");
            for rule in rules {
                let tags = rule["properties"]["tags"].as_array().expect("tags");
                let unique: BTreeSet<&str> = tags.iter().map(|tag| tag.as_str().expect("a tag")).collect();
                assert!(unique.len() == tags.len() && tags.len() <= 10, "{name}: {tags:?}");
                assert!(!unique.contains(""), "{name}: {tags:?}");
            }
            let mut identities = BTreeSet::new();
            assert!(results(run).len() <= 25_000, "{name}");
            for result in results(run) {
                let index = usize::try_from(result["ruleIndex"].as_u64().expect("an index")).expect("a small index");
                assert_eq!(result["ruleId"], rules[index]["id"], "{name}");
                assert!(!result["message"]["text"].as_str().expect("a message").trim().is_empty(), "{name}");
                let place = &result["locations"][0]["physicalLocation"];
                let uri = place["artifactLocation"]["uri"].as_str().expect("a URI");
                assert!(
                    !uri.is_empty() && uri.bytes().all(|byte| byte.is_ascii_graphic() && !b"#?:\\\"".contains(&byte)),
                    "{name}: {uri}"
                );
                for field in ["startLine", "startColumn", "endLine", "endColumn"] {
                    assert_ne!(place["region"][field], 0, "{name}: {uri}");
                }
                let fingerprint = result["partialFingerprints"]["aurumcode/v1"].as_str().expect("a fingerprint");
                assert!(identities.insert((result["ruleId"].to_string(), uri, fingerprint)), "{name}: {uri} {fingerprint} twice");
            }
        }
    }
}

#[test]
fn every_row_is_a_result_with_its_place_and_its_standing() {
    let model = odd();
    let log = parsed(&model);
    let odd = results(&runs(&log)[0]);
    assert_eq!(odd.len(), model.rows.len());
    let places: BTreeMap<&str, usize> = odd.iter().fold(BTreeMap::new(), |mut places, result| {
        let place = &result["locations"][0]["physicalLocation"];
        *places.entry(place["artifactLocation"]["uri"].as_str().expect("a URI")).or_default() += 1;
        places
    });
    for uri in
        ["a%20b/c%20d.rs", "100%25/%2541%25zz.txt", "a%23b%3Fc%3Dd%26e.py", "bad%FF%FE/name%C3.txt", "http%3A/x%3A%3Ay%2Cz.py"]
    {
        assert_eq!(places.get(uri), Some(&3), "{uri} in {places:?}");
    }
    let mixed = parsed(&mixed());
    let all: Vec<&Value> = runs(&mixed).iter().flat_map(results).collect();
    let by = |disposition: &'static str| all.iter().filter(move |result| result["properties"]["disposition"] == disposition);
    assert_eq!(by("pre-existing").count(), 2);
    assert!(
        by("pre-existing")
            .all(|result| result["baselineState"] == "unchanged" && result["suppressions"] == serde_json::json!([]))
    );
    assert!(by("rule-disabled").all(|result| result["suppressions"][0]["kind"] == "external"));
    assert!(by("blocking").all(|result| result["baselineState"] == "new" && result["level"] == "error"));
    assert!(by("source-not-counted").all(|result| result.get("suppressions").is_none()), "no result of that run is suppressed");
    for disposition in ["blocking", "below-threshold", "rule-disabled", "source-not-counted"] {
        assert_ne!(by(disposition).count(), 0, "{disposition}");
    }
    assert_eq!(all.iter().filter(|result| result["properties"]["origin"] == "exemplo").count(), 1);
}

#[test]
fn silence_is_never_success() {
    let log = parsed(&mixed());
    let by_id = |id: &str| runs(&log).iter().find(|run| run["automationDetails"]["id"] == id).expect("the run is there");
    for (id, success, note) in [
        ("aurumcode/exemplo/", true, None),
        ("aurumcode/ruff/", true, None),
        ("aurumcode/secrets/", false, Some("secrets: secrets_incomplete - assets/dump.sql: 12 MiB is over the limit of 5 MiB")),
        ("aurumcode/semgrep/", false, Some("semgrep: sast_unavailable - `semgrep` was not found")),
    ] {
        assert_eq!(by_id(id)["invocations"][0]["executionSuccessful"], success, "{id}");
        assert_eq!(notes(by_id(id)), note.into_iter().collect::<Vec<_>>(), "{id}");
    }
    // No engine at all is a run of its own, and an engine that did not count does not hide it.
    let nothing = parsed(&Review::new().model());
    assert_eq!(nothing["runs"][0]["automationDetails"]["id"], "aurumcode/_gate/");
    assert_eq!(nothing["runs"][0]["invocations"][0]["executionSuccessful"], false);
    let uncounted = parsed(&Review::new().engine(Engine::new("ruff", "lint")).sources(&["secrets"]).model());
    assert_eq!(notes(&runs(&uncounted)[1]), ["nothing_ran"]);
    // Nothing to review is a success without results.
    let empty = parsed(&Review::new().empty_change().model());
    assert_eq!(
        (results(&empty["runs"][0]).len(), &empty["runs"][0]["invocations"][0]["executionSuccessful"]),
        (0, &Value::Bool(true))
    );
}

#[test]
fn engines_beyond_the_limit_share_a_run() {
    let model = engines(30);
    let log = parsed(&model);
    let ids: Vec<&Value> = runs(&log).iter().map(|run| &run["automationDetails"]["id"]).collect();
    assert_eq!((ids.len(), ids[18], ids[19]), (20, &Value::from("aurumcode/_more/"), &Value::from("aurumcode/_gate/")));
    assert_eq!(runs(&log).iter().map(|run| results(run).len()).sum::<usize>(), model.rows.len());
    assert_eq!(runs(&log).iter().map(|run| notes(run).len()).sum::<usize>(), model.reasons.len());
}

#[test]
fn the_least_important_results_are_left_out_and_counted() {
    let model = thirty_thousand();
    let log = parsed(&model);
    let run = &runs(&log)[0];
    let count = |field: &str, value: &str| results(run).iter().filter(|result| result[field] == value).count();
    assert_eq!(results(run).len(), 25_000);
    assert_eq!((count("level", "error"), count("level", "warning"), count("level", "note")), (10_000, 10_000, 5_000));
    assert_eq!(count("baselineState", "new"), 10);
    assert_eq!(notes(run), ["5000 of 30000 results are left out, the least important ones"]);
    assert_eq!(run["invocations"][0]["executionSuccessful"], true);
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the test writes a file of its own for the real gzip")]
fn the_packed_file_stays_under_the_limit() {
    let model = noise(12_000, 1_600);
    let text = sarif(&model);
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = directory.path().join("large.sarif");
    fs::write(&file, &text).expect("a temporary file");
    assert!(gzipped(&file) <= 10_000_000);
    let log: Value = serde_json::from_str(&text).expect("SARIF is JSON");
    let run = &runs(&log)[0];
    let kept = results(run).len();
    assert!((3_000..12_000).contains(&kept), "{kept}");
    assert_eq!(results(run).iter().filter(|result| result["level"] == "error").count(), kept.min(6_000));
    assert_eq!(notes(run), [format!("{} of 12000 results are left out, the least important ones", 12_000 - kept)]);
}

#[expect(clippy::disallowed_methods, reason = "the test asks the real gzip")]
fn gzipped(file: &Path) -> usize {
    Command::new("gzip").arg("-c").arg(file).output().expect("gzip runs").stdout.len()
}

#[test]
fn the_notifications_of_a_large_tree_are_bounded() {
    let mut engine =
        Engine::new("secrets", "secrets").issue(issue("secrets:x", aurumcode::finding::Severity::Error, "a", 1, "x"));
    for number in 0..500 {
        engine = engine.unreviewed(format!("assets/{number}").as_str(), "too large");
    }
    let log = parsed(&Review::new().engine(engine).model());
    let notes = notes(&runs(&log)[0]);
    assert_eq!((notes.len(), notes[100]), (101, "400 more reasons are not listed here; the audit lists all"));
}
