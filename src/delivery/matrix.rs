//! The matrix from rules to tests, and whether it proves what it says.
//!
//! Every cell is checked against what was run: a rule that the task does not have, a test that does not exist or did not pass, a
//! rule that is missing or stands twice. What cannot be checked is not accepted, whoever wrote the matrix.

use std::collections::BTreeSet;
use std::fmt;

use super::{Rule, SuiteRun, TestOutcome};

/// One row: a rule, and the tests that cover it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoverageRow {
    /// The rule's id.
    pub rule: String,
    /// The tests, as the runner names them.
    pub tests: Vec<String>,
    /// Whether they cover it.
    pub covered: bool,
}

/// What is wrong with a matrix. Each one names the cell.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum MatrixProblem {
    /// The suite did not pass, so nothing is covered.
    SuiteFailed,
    /// A rule of the task has no row.
    MissingRule(String),
    /// A row names a rule that the task does not have.
    UnknownRule(String),
    /// Two rows name the same rule.
    RepeatedRule(String),
    /// A row says that its rule is not covered.
    NotCovered(String),
    /// A row says that its rule is covered, and names no test.
    NoTest(String),
    /// A row cites a test that the run does not have.
    UnknownTest {
        /// The rule.
        rule: String,
        /// The test.
        test: String,
    },
    /// A row cites a test that did not pass.
    NotPassed {
        /// The rule.
        rule: String,
        /// The test.
        test: String,
        /// How it ended.
        outcome: TestOutcome,
    },
}

impl fmt::Display for MatrixProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SuiteFailed => f.write_str("the test command did not pass on this commit"),
            Self::MissingRule(rule) => write!(f, "the rule `{rule}` has no row"),
            Self::UnknownRule(rule) => write!(f, "the task has no rule `{rule}`"),
            Self::RepeatedRule(rule) => write!(f, "the rule `{rule}` has more than one row"),
            Self::NotCovered(rule) => write!(f, "no test covers the rule `{rule}`"),
            Self::NoTest(rule) => write!(f, "the row of the rule `{rule}` says that it is covered and names no test"),
            Self::UnknownTest { rule, test } => write!(f, "the row of the rule `{rule}` cites `{test}`, which did not run"),
            Self::NotPassed { rule, test, outcome: TestOutcome::Skipped } => {
                write!(f, "the row of the rule `{rule}` cites `{test}`, which was skipped")
            }
            Self::NotPassed { rule, test, outcome: TestOutcome::Passed | TestOutcome::Failed } => {
                write!(f, "the row of the rule `{rule}` cites `{test}`, which failed")
            }
        }
    }
}

/// Everything that keeps `rows` from proving that the tests of `run` cover `rules`; nothing when they do.
pub fn check_matrix(rules: &[Rule], rows: &[CoverageRow], run: &SuiteRun) -> Vec<MatrixProblem> {
    let mut problems = Vec::new();
    if !run.passed() {
        problems.push(MatrixProblem::SuiteFailed);
    }
    let known: BTreeSet<&str> = rules.iter().map(|rule| rule.id.as_str()).collect();
    let mut seen = BTreeSet::new();
    for row in rows {
        if !known.contains(row.rule.as_str()) {
            problems.push(MatrixProblem::UnknownRule(row.rule.clone()));
        } else if !seen.insert(row.rule.as_str()) {
            problems.push(MatrixProblem::RepeatedRule(row.rule.clone()));
        } else {
            problems.extend(cell(row, run));
        }
    }
    problems.extend(known.difference(&seen).map(|rule| MatrixProblem::MissingRule((*rule).to_owned())));
    problems
}

/// What is wrong with the cells of one row.
fn cell(row: &CoverageRow, run: &SuiteRun) -> Vec<MatrixProblem> {
    if !row.covered {
        return vec![MatrixProblem::NotCovered(row.rule.clone())];
    }
    if row.tests.is_empty() {
        return vec![MatrixProblem::NoTest(row.rule.clone())];
    }
    let problem = |test: &String| match run.tests.get(test) {
        Some(TestOutcome::Passed) => None,
        Some(outcome) => Some(MatrixProblem::NotPassed { rule: row.rule.clone(), test: test.clone(), outcome: *outcome }),
        None => Some(MatrixProblem::UnknownTest { rule: row.rule.clone(), test: test.clone() }),
    };
    row.tests.iter().filter_map(problem).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(ids: &[&str]) -> Vec<Rule> {
        ids.iter().map(|id| Rule { id: (*id).to_owned(), title: String::new(), description: String::new() }).collect()
    }

    fn row(rule: &str, tests: &[&str], covered: bool) -> CoverageRow {
        CoverageRow { rule: rule.to_owned(), tests: tests.iter().map(|test| (*test).to_owned()).collect(), covered }
    }

    fn run(exit_code: i32) -> SuiteRun {
        let tests = [("a", TestOutcome::Passed), ("b", TestOutcome::Failed), ("c", TestOutcome::Skipped)];
        SuiteRun {
            exit_code: Some(exit_code),
            tests: tests.map(|(name, outcome)| (name.to_owned(), outcome)).into(),
            ..SuiteRun::default()
        }
    }

    #[test]
    fn each_false_cell_is_named() {
        let told = |rows: &[CoverageRow], run: &SuiteRun| {
            check_matrix(&rules(&["R1", "R2"]), rows, run).iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
        };
        let good = [row("R1", &["a"], true), row("R2", &["a"], true)];
        assert_eq!(told(&good, &run(0)), "");
        assert_eq!(told(&good, &run(1)), "the test command did not pass on this commit");
        assert_eq!(told(&good, &SuiteRun { exit_code: None, ..run(0) }), "the test command did not pass on this commit");
        let table: [(&[CoverageRow], &str); 8] = [
            (&[row("R1", &["a"], true)], "the rule `R2` has no row"),
            (&[row("R1", &["a"], true), row("R2", &[], false)], "no test covers the rule `R2`"),
            (
                &[row("R1", &["a"], true), row("R2", &[], true)],
                "the row of the rule `R2` says that it is covered and names no test",
            ),
            (&[row("R1", &["a", "x"], true), good[1].clone()], "the row of the rule `R1` cites `x`, which did not run"),
            (&[row("R1", &["b"], true), good[1].clone()], "the row of the rule `R1` cites `b`, which failed"),
            (&[row("R1", &["c"], true), good[1].clone()], "the row of the rule `R1` cites `c`, which was skipped"),
            (&[good[0].clone(), good[0].clone(), good[1].clone()], "the rule `R1` has more than one row"),
            (&[good[0].clone(), good[1].clone(), row("R3", &["a"], true)], "the task has no rule `R3`"),
        ];
        for (rows, expected) in table {
            assert_eq!(told(rows, &run(0)), expected);
        }
    }
}
