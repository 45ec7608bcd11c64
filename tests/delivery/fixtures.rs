//! Pull requests, verdicts and proofs to test with.

use std::num::NonZeroU32;
use std::time::Duration;

use aurumcode::change::Oid;
use aurumcode::delivery::{
    Budget, CoverageRow, Developer, Gate, Item, Judgement, Proof, PullRequest, Rule, ScannerAnswer, SuiteRun, Task, Terms,
    TestCommand, TestOutcome, Verdict, open,
};

/// The commit number `n`.
pub(crate) fn commit(n: u8) -> Oid {
    Oid::parse(format!("{n:02x}").repeat(20)).expect("an id")
}

pub(crate) fn task() -> Task {
    let rule = |id: &str| Rule { id: id.to_owned(), title: format!("rule {id}"), description: String::new() };
    Task {
        id: "T-1".to_owned(),
        title: "send".to_owned(),
        description: String::new(),
        rules: vec![rule("R1"), rule("R2")],
        test: TestCommand { command: "true".to_owned(), timeout: Duration::from_secs(60), report: None },
        developer: Some(Developer { command: "true".to_owned(), timeout: Duration::from_secs(60), environment: Vec::new() }),
        security_relevant: Vec::new(),
    }
}

pub(crate) fn terms(cap: u32) -> Terms {
    Terms {
        task: task(),
        repository: "here".to_owned(),
        branch: "topic".to_owned(),
        base: "main".to_owned(),
        remote: None,
        max_corrections: NonZeroU32::new(cap).expect("a cap is positive"),
        budget: Budget::default(),
    }
}

pub(crate) fn opened(cap: u32) -> PullRequest {
    open(1, terms(cap), commit(1)).state
}

pub(crate) fn green() -> SuiteRun {
    let tests = [("test_r1".to_owned(), TestOutcome::Passed), ("test_r2".to_owned(), TestOutcome::Passed)];
    SuiteRun { exit_code: Some(0), tests: tests.into(), duration: Duration::from_millis(5), ..SuiteRun::default() }
}

pub(crate) fn matrix() -> Vec<CoverageRow> {
    let row = |rule: &str, test: &str| CoverageRow { rule: rule.to_owned(), tests: vec![test.to_owned()], covered: true };
    vec![row("R1", "test_r1"), row("R2", "test_r2")]
}

/// A proof that holds.
pub(crate) fn proof(gate: Gate) -> Proof {
    match gate {
        Gate::Qa => Proof::Qa { matrix: matrix(), run: green() },
        Gate::Secops => Proof::Secops { scanners: vec![answer("secrets", Some(0))], run: Some(green()) },
    }
}

pub(crate) fn answer(scanner: &str, findings: Option<u32>) -> ScannerAnswer {
    ScannerAnswer { scanner: scanner.to_owned(), findings, detail: "1.0".to_owned() }
}

/// An approval of the pull request's head, in its round.
pub(crate) fn approval(of: &PullRequest, gate: Gate) -> Judgement {
    Judgement {
        verdict: Verdict::Approved,
        round: of.round,
        head: of.head,
        summary: "fine".to_owned(),
        items: Vec::new(),
        proof: proof(gate),
    }
}

/// A rejection of the pull request's head, for something with this identity.
pub(crate) fn rejection(of: &PullRequest, gate: Gate, fingerprint: Option<&str>) -> Judgement {
    let item = Item { text: "mend this".to_owned(), fingerprint: fingerprint.map(str::to_owned) };
    Judgement { verdict: Verdict::ChangesRequested, items: vec![item], summary: "not yet".to_owned(), ..approval(of, gate) }
}
