//! What is read of a run, whatever the runner: tests by name, and numbers where no names are printed.
//!
//! Every reader is tried on every run: a suite may call several runners, and none of them takes another one's lines.

use std::collections::BTreeMap;

use crate::delivery::{Counts, TestOutcome};

use super::{cargo, go, javascript, junit, pytest, tap};

/// What was read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TestsRead {
    /// Each test by the name that the runner gave it.
    pub tests: BTreeMap<String, TestOutcome>,
    /// What the runner's own summary says, for a runner that names no tests.
    pub counts: Counts,
}

impl TestsRead {
    /// A test. Of two ends under one name the worse one counts.
    pub(super) fn test(&mut self, name: &str, outcome: TestOutcome) {
        let name = name.trim();
        if !name.is_empty() {
            let kept = self.tests.entry(name.to_owned()).or_insert(outcome);
            *kept = worse(*kept, outcome);
        }
    }

    /// A line of a summary. A suite of several parts prints one for each.
    pub(super) fn count(&mut self, outcome: TestOutcome, number: u32) {
        let counted = match outcome {
            TestOutcome::Passed => &mut self.counts.passed,
            TestOutcome::Failed => &mut self.counts.failed,
            TestOutcome::Skipped => &mut self.counts.skipped,
        };
        *counted = counted.saturating_add(number);
    }
}

const fn worse(one: TestOutcome, other: TestOutcome) -> TestOutcome {
    match (one, other) {
        (TestOutcome::Failed, _) | (_, TestOutcome::Failed) => TestOutcome::Failed,
        (TestOutcome::Skipped, _) | (_, TestOutcome::Skipped) => TestOutcome::Skipped,
        (TestOutcome::Passed, TestOutcome::Passed) => TestOutcome::Passed,
    }
}

/// Reads what a run printed, on both streams.
pub fn read_printed(stdout: &[u8], stderr: &[u8]) -> TestsRead {
    let mut read = TestsRead::default();
    for stream in [stdout, stderr] {
        let text = String::from_utf8_lossy(stream);
        let text = anstream::adapter::strip_str(&text).to_string();
        for reader in [pytest::read, javascript::read, go::read, cargo::read, tap::read] {
            reader(&text, &mut read);
        }
    }
    read
}

/// Reads a JUnit XML report.
///
/// # Errors
/// It is no well-formed XML.
pub fn read_junit(report: &[u8]) -> Result<TestsRead, String> {
    junit::read(report)
}

/// The number in front of each of these words in a summary such as `2 passed, 1 failed`.
pub(super) fn summary(line: &str, words: &[(&str, TestOutcome)], read: &mut TestsRead) {
    let parts: Vec<&str> =
        line.split(|c: char| c.is_whitespace() || c == ',' || c == ';' || c == '|').filter(|part| !part.is_empty()).collect();
    for pair in parts.windows(2) {
        let [number, word] = pair else { continue };
        if let (Ok(number), Some((_, outcome))) = (number.parse(), words.iter().find(|(known, _)| known == word)) {
            read.count(*outcome, number);
        }
    }
}
