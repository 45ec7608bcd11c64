//! pytest: `tests/test_a.py::test_b PASSED`, the short summary of `-rA`, and the last line.

use crate::delivery::TestOutcome;

use super::read::{TestsRead, summary};

const WORDS: [(&str, TestOutcome); 6] = [
    ("PASSED", TestOutcome::Passed),
    ("FAILED", TestOutcome::Failed),
    ("ERROR", TestOutcome::Failed),
    ("SKIPPED", TestOutcome::Skipped),
    ("XFAIL", TestOutcome::Skipped),
    ("XPASS", TestOutcome::Failed),
];

pub(super) fn read(text: &str, read: &mut TestsRead) {
    for line in text.lines() {
        let line = line.trim_end();
        if let Some((name, outcome)) = verbose(line).or_else(|| short(line)) {
            read.test(name, outcome);
        } else if line.starts_with("==") && line.contains(" in ") || is_quiet_end(line) {
            summary(
                line,
                &[
                    ("passed", TestOutcome::Passed),
                    ("failed", TestOutcome::Failed),
                    ("error", TestOutcome::Failed),
                    ("errors", TestOutcome::Failed),
                    ("skipped", TestOutcome::Skipped),
                ],
                read,
            );
        }
    }
}

/// `-q` prints the last line without its frame: `2 passed, 1 skipped in 0.03s`.
fn is_quiet_end(line: &str) -> bool {
    line.rsplit_once(" in ").is_some_and(|(before, time)| {
        time.ends_with('s') && time.starts_with(|c: char| c.is_ascii_digit()) && before.starts_with(|c: char| c.is_ascii_digit())
    })
}

/// `-v`: the name, the word, and how far it is.
fn verbose(line: &str) -> Option<(&str, TestOutcome)> {
    let line = line.strip_suffix(']').and_then(|line| line.rsplit_once(" [")).map_or(line, |(before, _)| before).trim_end();
    // A reason may stand behind the word: `SKIPPED (no network)`.
    let line = if line.ends_with(')') { line.rsplit_once(" (").map_or(line, |(before, _)| before) } else { line };
    let (name, word) = line.rsplit_once(' ')?;
    Some((node(name)?, outcome(word)?))
}

/// `-rA`: the word first, and what went wrong last.
fn short(line: &str) -> Option<(&str, TestOutcome)> {
    let (word, rest) = line.split_once(' ')?;
    let name = rest.split_once(" - ").map_or(rest, |(name, _)| name);
    Some((node(name)?, outcome(word)?))
}

fn outcome(word: &str) -> Option<TestOutcome> {
    WORDS.iter().find(|(known, _)| *known == word).map(|(_, outcome)| *outcome)
}

/// A node id: a file of Python, and what is in it. What stands in brackets may hold anything.
fn node(name: &str) -> Option<&str> {
    let name = name.trim();
    let (file, test) = name.split_once("::")?;
    (file.ends_with(".py") && !file.contains(' ') && !test.is_empty()).then_some(name)
}
