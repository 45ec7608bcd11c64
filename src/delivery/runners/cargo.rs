//! `cargo test`: `test module::name ... ok`; cargo-nextest: `PASS [   0.005s] (1/2) crate::binary module::name`.

use crate::delivery::TestOutcome;

use super::read::{TestsRead, summary};

pub(super) fn read(text: &str, read: &mut TestsRead) {
    for line in text.lines() {
        let line = line.trim();
        if let Some((name, outcome)) = libtest(line).or_else(|| nextest(line)) {
            read.test(name, outcome);
        } else if let Some(rest) = line.strip_prefix("test result: ") {
            let known = [("passed", TestOutcome::Passed), ("failed", TestOutcome::Failed), ("ignored", TestOutcome::Skipped)];
            summary(rest, &known, read);
        } else if let Some((_, rest)) = line.strip_prefix("Summary [").and_then(|rest| rest.split_once(':')) {
            let known = [("passed", TestOutcome::Passed), ("failed", TestOutcome::Failed), ("skipped", TestOutcome::Skipped)];
            summary(rest, &known, read);
        }
    }
}

fn libtest(line: &str) -> Option<(&str, TestOutcome)> {
    let (name, end) = line.strip_prefix("test ")?.rsplit_once(" ... ")?;
    let outcome = match end.split([',', ' ']).next()? {
        "ok" => TestOutcome::Passed,
        "FAILED" => TestOutcome::Failed,
        "ignored" => TestOutcome::Skipped,
        _ => return None,
    };
    Some((name.strip_suffix(" - should panic").unwrap_or(name), outcome))
}

fn nextest(line: &str) -> Option<(&str, TestOutcome)> {
    let (word, rest) = line.split_once(" [")?;
    let outcome = match word {
        "PASS" | "LEAK" => TestOutcome::Passed,
        "FAIL" | "TIMEOUT" | "ABORT" => TestOutcome::Failed,
        "SKIP" => TestOutcome::Skipped,
        word if word.starts_with("SIG") => TestOutcome::Failed,
        _ => return None,
    };
    let (time, rest) = rest.split_once(']')?;
    time.trim().strip_suffix('s')?.parse::<f64>().ok()?;
    let rest = rest.trim_start();
    let rest = rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or(rest, |(_, rest)| rest.trim_start());
    // The binary's name comes first, and holds no space.
    Some((rest.split_once(' ').map_or(rest, |(_, name)| name), outcome))
}
