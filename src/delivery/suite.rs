//! What running a test command showed.
//!
//! The host runs the command itself and writes this down; neither the developer nor a model can tell it what happened.

use std::collections::BTreeMap;
use std::time::Duration;

/// How one test ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TestOutcome {
    /// It ran and passed.
    Passed,
    /// It ran and failed.
    Failed,
    /// It did not run.
    Skipped,
}

/// How many tests ended how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// How many passed.
    pub passed: u32,
    /// How many failed.
    pub failed: u32,
    /// How many did not run.
    pub skipped: u32,
}

/// What running the task's test command on the commit under review showed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SuiteRun {
    /// The exit code of the command; nothing when it was killed.
    pub exit_code: Option<i32>,
    /// Each test by the name that the runner gave it.
    pub tests: BTreeMap<String, TestOutcome>,
    /// What the runner's own summary says, for a runner that names no tests.
    pub counts: Counts,
    /// How long it ran.
    pub duration: Duration,
}

/// The numbers of a run, which are kept with its verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SuiteSummary {
    /// The exit code of the command; nothing when it was killed.
    pub exit_code: Option<i32>,
    /// How many tests passed.
    pub passed: u32,
    /// How many failed.
    pub failed: u32,
    /// How many did not run.
    pub skipped: u32,
    /// How long it ran, in milliseconds.
    pub milliseconds: u64,
}

impl SuiteRun {
    /// Whether the suite is green: the command ended with 0.
    pub fn passed(&self) -> bool {
        self.exit_code == Some(0)
    }

    /// Whether the suite is green and at least one test is known to have passed. A command that runs no test ends with 0 too.
    pub fn proves_something(&self) -> bool {
        self.passed() && self.count(TestOutcome::Passed) > 0
    }

    /// Its numbers.
    pub fn summary(&self) -> SuiteSummary {
        SuiteSummary {
            exit_code: self.exit_code,
            passed: self.count(TestOutcome::Passed),
            failed: self.count(TestOutcome::Failed),
            skipped: self.count(TestOutcome::Skipped),
            milliseconds: u64::try_from(self.duration.as_millis()).unwrap_or(u64::MAX),
        }
    }

    fn count(&self, outcome: TestOutcome) -> u32 {
        if self.tests.is_empty() {
            return match outcome {
                TestOutcome::Passed => self.counts.passed,
                TestOutcome::Failed => self.counts.failed,
                TestOutcome::Skipped => self.counts.skipped,
            };
        }
        u32::try_from(self.tests.values().filter(|found| **found == outcome).count()).unwrap_or(u32::MAX)
    }
}
