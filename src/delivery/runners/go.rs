//! `go test -v` and `go test -json`. Without either, go names only the tests that failed.

use serde::Deserialize;

use crate::delivery::TestOutcome;

use super::read::TestsRead;

/// A line of `go test -json` (cmd/test2json).
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Line {
    action: String,
    #[serde(default)]
    test: Option<String>,
}

pub(super) fn read(text: &str, read: &mut TestsRead) {
    for line in text.lines() {
        let line = line.trim_start();
        if let Some((name, outcome)) = plain(line).or_else(|| json(line)) {
            read.test(&name, outcome);
        }
    }
}

/// `--- PASS: TestA/case (0.00s)`
fn plain(line: &str) -> Option<(String, TestOutcome)> {
    let (word, rest) = line.strip_prefix("--- ")?.split_once(": ")?;
    let name = rest.rsplit_once(" (").map_or(rest, |(name, _)| name);
    Some((name.to_owned(), outcome(word)?))
}

fn json(line: &str) -> Option<(String, TestOutcome)> {
    let line: Line = line.starts_with('{').then(|| serde_json::from_str(line).ok())??;
    Some((line.test?, outcome(&line.action.to_ascii_uppercase())?))
}

fn outcome(word: &str) -> Option<TestOutcome> {
    match word {
        "PASS" => Some(TestOutcome::Passed),
        "FAIL" => Some(TestOutcome::Failed),
        "SKIP" => Some(TestOutcome::Skipped),
        _ => None,
    }
}
