//! QA without a model: the tests are run, and the matrix is made from the rule ids that tests cite.
//!
//! All gaps are told in one round: a developer who is told one gap at a time uses up the corrections.

use std::sync::Arc;

use crate::change::{Change, Content};
use crate::finding::RepoPath;
use crate::process::Runner;
use crate::redaction::Redactor;

use super::cited::{TestFile, cited_matrix, citing_tests, may_hold_tests};
use super::harness::{Ran, run_suite};
use super::{CoverageRow, Item, Judgement, Proof, PullRequest, Rule, SuiteRun, TestOutcome, Trouble, Verdict};

/// A larger file is not searched for citations: 4 MiB.
const MAX_BYTES: u64 = 4 * 1024 * 1024;

/// How many failed tests are named one by one.
const NAMED: usize = 50;

/// Judges the head of `change`, which is the head under review.
///
/// # Errors
/// The tests could not be run to their end.
pub(super) async fn judge(
    of: &PullRequest,
    change: &Change,
    command: &Arc<dyn Runner>,
    redactor: &Redactor,
) -> Result<Judgement, Trouble> {
    let Ran { run, last } = run_suite(change, &of.terms.task.test, command, redactor).await?;
    let files = test_files(change).await?;
    let matrix = cited_matrix(&of.terms.task.rules, &files, &run);
    let items = gaps(&of.terms.task.rules, &matrix, &files, &run, &last);
    let numbers = run.summary();
    let covered = matrix.iter().filter(|row| row.covered).count();
    let ran = match run.exit_code {
        Some(code) => format!("The test command ended with {code}"),
        None => "The test command was killed by a signal".to_owned(),
    };
    let summary = format!(
        "{ran}: {} passed, {} failed, {} skipped. {covered} of {} rules are covered.",
        numbers.passed,
        numbers.failed,
        numbers.skipped,
        matrix.len()
    );
    Ok(Judgement {
        verdict: if items.is_empty() { Verdict::Approved } else { Verdict::ChangesRequested },
        round: of.round,
        head: of.head,
        summary,
        items,
        proof: Proof::Qa { matrix, run },
    })
}

/// What has to change: what failed, and each rule that no test covers.
fn gaps(rules: &[Rule], matrix: &[CoverageRow], files: &[TestFile], run: &SuiteRun, last: &str) -> Vec<Item> {
    let mut items = failures(run, last);
    for (rule, row) in rules.iter().zip(matrix).filter(|(_, row)| !row.covered) {
        let what = if rule.title.is_empty() { format!("`{}`", rule.id) } else { format!("`{}` ({})", rule.id, rule.title) };
        let cited = citing_tests(rule, files);
        let text = match (row.tests.as_slice(), cited.as_slice()) {
            ([], []) => {
                format!(
                    "The rule {what} has no test: cite `{}` in the name, a comment or the text of the test that covers it.",
                    rule.id
                )
            }
            ([], cited) if run.tests.is_empty() => format!(
                "The rule {what} is cited by {}, but the run names no tests: have the runner list them (`pytest -v`, `go test -v`, \
                 `jest --verbose`), or write a JUnit report and name it in `test.report`.",
                quoted(cited)
            ),
            ([], cited) => format!("The rule {what} is cited by {}, which did not run.", quoted(cited)),
            (tests, _) => format!("The rule {what} is cited by {}, which did not pass.", quoted(tests)),
        };
        items.push(Item { text, fingerprint: Some(format!("qa/uncovered/{}", rule.id)) });
    }
    items
}

/// Why the run itself is no good.
pub(super) fn failures(run: &SuiteRun, last: &str) -> Vec<Item> {
    let failed: Vec<&String> =
        run.tests.iter().filter(|(_, outcome)| **outcome == TestOutcome::Failed).map(|(name, _)| name).collect();
    let mut items: Vec<Item> =
        failed.iter().take(NAMED).map(|name| Item { text: format!("The test `{name}` fails."), fingerprint: None }).collect();
    if failed.len() > NAMED {
        items.push(Item { text: format!("{} more tests fail.", failed.len() - NAMED), fingerprint: None });
    }
    if !run.passed() && items.is_empty() {
        let text = format!("The test command fails. It ended with:\n{last}");
        items.push(Item { text, fingerprint: None });
    } else if run.passed() && !run.proves_something() {
        let text = format!("The test command ends with 0, but no test was seen to pass. It ended with:\n{last}");
        items.push(Item { text, fingerprint: None });
    }
    items
}

fn quoted(names: &[String]) -> String {
    let shown: Vec<String> = names.iter().take(5).map(|name| format!("`{name}`")).collect();
    if names.len() > 5 { format!("{} and {} more", shown.join(", "), names.len() - 5) } else { shown.join(", ") }
}

async fn test_files(change: &Change) -> Result<Vec<TestFile>, Trouble> {
    let told = |error: crate::change::ChangeError| Trouble::passing(error.to_string());
    let tree = change.whole_tree().await.map_err(told)?;
    let kept = |path: &RepoPath| path.as_str().is_some_and(may_hold_tests);
    let paths: Vec<RepoPath> =
        tree.iter().filter(|entry| entry.kind.is_file() && kept(&entry.path)).map(|entry| entry.path.clone()).collect();
    let read = |path: &RepoPath, content: Content<'_>| {
        let text = String::from_utf8_lossy(content.bytes()?).into_owned();
        Some(TestFile { path: path.as_str()?.to_owned(), text })
    };
    Ok(change.map_each(paths, MAX_BYTES, read).await.map_err(told)?.into_iter().flatten().collect())
}
