//! Whatever a file holds, reading it ends, and a file that is cut off is never an answer.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::scanner::ScanError;

use super::super::uri;
use super::stage::{Stage, shown};

/// The names that the reader knows, so that generated objects are read and not skipped.
const NAMES: &[&str] = &[
    "version",
    "runs",
    "tool",
    "driver",
    "extensions",
    "name",
    "rules",
    "id",
    "results",
    "ruleId",
    "ruleIndex",
    "rule",
    "index",
    "toolComponent",
    "kind",
    "level",
    "message",
    "text",
    "arguments",
    "locations",
    "physicalLocation",
    "artifactLocation",
    "uri",
    "uriBaseId",
    "region",
    "startLine",
    "endLine",
    "startColumn",
    "endColumn",
    "snippet",
    "suppressions",
    "status",
    "baselineState",
    "originalUriBaseIds",
    "artifacts",
    "location",
    "invocations",
    "executionSuccessful",
    "toolExecutionNotifications",
    "workingDirectory",
    "properties",
    "security-severity",
    "tags",
    "defaultConfiguration",
    "messageStrings",
    "endTimeUtc",
    "ruleConfigurationOverrides",
    "descriptor",
    "configuration",
    "relationships",
    "target",
    "versionControlProvenance",
    "revisionId",
];

const TEXTS: &[&str] = &[
    "2.1.0",
    "",
    "a",
    "src/a.c",
    "%2e%2e/%2e%2e/etc/passwd",
    "file:///x/%",
    "file://",
    "C:\\a",
    "\\\\h\\s",
    "{0}{{",
    "](1)",
    "\u{202e}\0",
    "error",
    "fail",
    "absent",
    "ROOT",
    "ééé",
    "../..",
    "//",
    ":",
    "%zz",
    "9.9",
    "a/b/c/d",
];

fn text() -> impl Strategy<Value = String> {
    prop_oneof![proptest::sample::select(TEXTS).prop_map(str::to_owned), ".{0,12}"]
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-3i64..9).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 60, 5, |inner| {
        let member = (proptest::sample::select(NAMES), inner.clone()).prop_map(|(name, value)| (name.to_owned(), value));
        prop_oneof![
            proptest::collection::vec(inner, 0..4).prop_map(Value::from),
            proptest::collection::vec(member, 0..5).prop_map(|members| Value::Object(Map::from_iter(members))),
        ]
    })
}

/// A result whose places are generated, in a run that is otherwise well formed.
fn log(result: &Value, bases: &Value) -> Vec<u8> {
    let driver = json!({"name": "X", "rules": [{"id": "a"}]});
    let run = json!({"tool": {"driver": driver}, "originalUriBaseIds": bases, "results": [result]});
    serde_json::to_vec(&json!({"version": "2.1.0", "runs": [run]})).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_json_makes_it_panic(value in any_json(), result in any_json()) {
        let stage = Stage::default();
        shown(stage.read(&serde_json::to_vec(&value).unwrap()));
        shown(stage.read(&log(&result, &value)));
        let run = json!({"version": "2.1.0", "runs": [value]});
        shown(stage.read(&serde_json::to_vec(&run).unwrap()));
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        shown(Stage::default().read(&bytes));
    }

    #[test]
    fn every_finding_lies_inside_the_repository(reference in text(), base in text(), line in any::<i64>(), column in any::<i64>()) {
        let region = json!({"startLine": line, "endLine": column, "startColumn": column, "endColumn": line});
        let place = json!({"artifactLocation": {"uri": reference, "uriBaseId": "B"}, "region": region});
        let result = json!({"ruleId": reference, "locations": [{"physicalLocation": place}]});
        let seen = Stage::default().read(&log(&result, &json!({"B": {"uri": base, "uriBaseId": "B"}}))).unwrap();
        prop_assert_eq!(seen.findings.len(), 1);
        let path = seen.findings[0].location.path.as_bytes();
        prop_assert!(!path.is_empty() && path.split(|byte| *byte == b'/').all(|part| !matches!(part, b"" | b"." | b"..")));
        prop_assert!(!seen.findings[0].rule.as_str().contains(char::is_control));
    }

    #[test]
    fn a_file_that_is_cut_off_is_no_answer(cut in 1usize..400) {
        let whole = log(&json!({"ruleId": "a", "message": {"text": "x"}, "locations": []}), &json!({}));
        let kept = whole.len().saturating_sub(cut);
        let read = Stage::default().read(&whole[..kept]);
        prop_assert!(matches!(read, Err(ScanError::InvalidOutput(_))));
    }

    #[test]
    fn a_path_that_is_encoded_comes_back(path in "[^/\0\\\\]{1,8}(/[^/\0\\\\]{1,8}){0,3}") {
        prop_assume!(path.trim() == path && path.split('/').all(|part| !matches!(part, "" | "." | "..")));
        let encode = |byte: u8| if byte.is_ascii_alphanumeric() || byte == b'/' { char::from(byte).to_string() } else { format!("%{byte:02X}") };
        let encoded: String = path.bytes().map(encode).collect();
        let uri::Target::Relative(segments) = uri::parse(&encoded) else { panic!("{encoded}") };
        prop_assert_eq!(uri::normalise(&segments), Some(path.into_bytes()));
    }
}

#[test]
fn deep_nesting_ends() {
    let (open, close) = ("[".repeat(100_000), "]".repeat(100_000));
    let skipped = format!("{{\"version\":\"2.1.0\",\"x\":{open}{close},\"runs\":[]}}");
    assert!(matches!(Stage::default().read(skipped.as_bytes()), Err(ScanError::Incomplete(_))));
    let read = format!("{{\"version\":\"2.1.0\",\"runs\":[{{\"results\":[{{\"properties\":{{\"tags\":{open}{close}}}}}]}}]}}");
    assert!(matches!(Stage::default().read(read.as_bytes()), Err(ScanError::InvalidOutput(_))));
}
