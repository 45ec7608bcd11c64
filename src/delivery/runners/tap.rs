//! The Test Anything Protocol, which node's runner and many others write: `ok 1 - name`, `not ok 2 - name # SKIP why`.

use crate::delivery::TestOutcome;

use super::read::TestsRead;

pub(super) fn read(text: &str, read: &mut TestsRead) {
    // What the block below a line says decides whether the line is a test: node writes one for each group too.
    let mut last: Option<(String, TestOutcome)> = None;
    for line in text.lines() {
        let line = line.trim();
        if line == "type: 'suite'" {
            last = None;
            continue;
        }
        let (good, rest) = match (line.strip_prefix("ok "), line.strip_prefix("not ok ")) {
            (Some(rest), _) => (true, rest),
            (None, Some(rest)) => (false, rest),
            (None, None) => continue,
        };
        let Some((number, rest)) = rest.split_once(' ') else { continue };
        if number.parse::<u32>().is_err() {
            continue;
        }
        let rest = rest.strip_prefix("- ").unwrap_or(rest);
        let (name, directive) = rest.split_once(" # ").unwrap_or((rest, ""));
        let directive = directive.to_ascii_uppercase();
        let outcome = if directive.starts_with("SKIP") || directive.starts_with("TODO") {
            TestOutcome::Skipped
        } else if good {
            TestOutcome::Passed
        } else {
            TestOutcome::Failed
        };
        if let Some((name, outcome)) = last.replace((name.to_owned(), outcome)) {
            read.test(&name, outcome);
        }
    }
    if let Some((name, outcome)) = last {
        read.test(&name, outcome);
    }
}
