//! A store that tests fill, and the program that serves it.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use aurumcode::delivery::{
    Block, BlockReason, CoverageRow, Gate, Item, Judgement, Lineage, Proof, PullRequest, Recorded, ScannerAnswer, SqlStore,
    Store, Terms, Verdict, block, move_head, record_gate_verdict,
};

use crate::fixtures::{approval, commit, green, terms};
use crate::repo::Repo;

/// 2026-12-01 09:00 UTC.
pub(crate) const BEGAN: i64 = 1_796_115_600_000;

/// A minute, in milliseconds.
const MINUTE: i64 = 60_000;

/// The token of sites that ask for one.
pub(crate) const TOKEN: &str = "a-long-random-token-of-tests";

/// A repository with a store.
pub(crate) struct Stage {
    pub(crate) repo: Repo,
    pub(crate) store: Arc<dyn Store>,
    now: i64,
}

/// A running site, which ends with the test.
pub(crate) struct Site {
    child: Child,
    pub(crate) address: String,
}

impl Drop for Site {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl Stage {
    pub(crate) async fn new() -> Self {
        let repo = Repo::new();
        repo.write("a.txt", "a\n").commit("first");
        repo.git(["remote", "add", "origin", "https://github.com/acme/shop.git"]);
        let store = SqlStore::sqlite(&repo.home().join("gates.db")).await.expect("a store");
        Self { repo, store: Arc::new(store), now: BEGAN }
    }

    /// The program's site over the store.
    pub(crate) fn serve(&self, options: &[&str], variables: &[(&str, &str)]) -> Site {
        let mut child = self.command(options, variables).spawn().expect("the program starts");
        let mut lines = BufReader::new(child.stderr.take().expect("its errors")).lines();
        let first = lines.next().expect("it says something").expect("text");
        std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
        let address = first.strip_prefix("serving at http://").and_then(|rest| rest.split_once('/')).expect(&first).0.to_owned();
        Site { child, address }
    }
    pub(crate) fn command(&self, options: &[&str], variables: &[(&str, &str)]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_aurumcode"));
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--store"])
            .arg(self.repo.home().join("gates.db"))
            .arg("--repo")
            .arg(self.repo.path())
            .args(options)
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", self.repo.home())
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        command
    }

    fn later(&mut self) -> i64 {
        self.now += 7 * MINUTE;
        self.now
    }

    /// Opens the gates of a branch.
    pub(crate) async fn open(&mut self, task: &str, title: &str) -> PullRequest {
        let mut terms =
            Terms { repository: "https://github.com/acme/shop.git".to_owned(), branch: format!("topic/{task}"), ..terms(3) };
        (terms.task.id, terms.task.title) = (task.to_owned(), title.to_owned());
        terms.task.rules.truncate(2);
        let at = self.later();
        self.store.open(terms, commit(1), at).await.expect("it opens")
    }

    /// Writes a decision down.
    pub(crate) async fn write(&mut self, before: &PullRequest, recorded: Recorded) -> PullRequest {
        let at = self.later();
        self.store.commit(before, &recorded, None, at).await.expect("it is written");
        recorded.state
    }

    pub(crate) async fn judged(&mut self, before: &PullRequest, judgement: Judgement) -> PullRequest {
        let recorded = record_gate_verdict(before, judgement).expect("its turn");
        self.write(before, recorded).await
    }

    pub(crate) async fn pushed(&mut self, before: &PullRequest, number: u8) -> PullRequest {
        let recorded = move_head(before, commit(number), Lineage::Descends).expect("a new head");
        self.write(before, recorded).await
    }

    pub(crate) async fn blocked(&mut self, before: &PullRequest, diagnosis: &str) -> PullRequest {
        let why = Block { reason: BlockReason::GateFailed, diagnosis: diagnosis.to_owned() };
        let recorded = block(before, why).expect("it can be blocked");
        self.write(before, recorded).await
    }

    /// The story of the seed, one step a call: a rule without a test, then a secret, then the person's turn.
    pub(crate) async fn step(&mut self, before: &PullRequest) -> PullRequest {
        match before.sequence {
            0..=2 => self.judged(before, untested(before)).await,
            3..=4 => self.pushed(before, 2).await,
            5 => self.judged(before, approval(before, Gate::Qa)).await,
            6..=7 => self.judged(before, leaking(before)).await,
            8..=9 => self.pushed(before, 3).await,
            _ => self.judged(before, clean(before)).await,
        }
    }
}

/// QA's answer to a rule without a test.
pub(crate) fn untested(of: &PullRequest) -> Judgement {
    let row = |rule: &str, tests: &[&str]| CoverageRow {
        rule: rule.to_owned(),
        tests: tests.iter().map(|&test| test.to_owned()).collect(),
        covered: !tests.is_empty(),
    };
    Judgement {
        verdict: Verdict::ChangesRequested,
        round: of.round,
        head: of.head,
        summary: "One rule of two has no test.".to_owned(),
        items: vec![Item {
            text: "No test covers the rule `R2`: an empty message is refused.".to_owned(),
            fingerprint: Some("r2".to_owned()),
        }],
        proof: Proof::Qa { matrix: vec![row("R1", &["test_r1"]), row("R2", &[])], run: green() },
    }
}

fn answers(found: u32) -> Vec<ScannerAnswer> {
    let answer = |scanner: &str, findings, detail: &str| ScannerAnswer {
        scanner: scanner.to_owned(),
        findings,
        detail: detail.to_owned(),
    };
    vec![
        answer("gitleaks", Some(found), "8.30.1"),
        answer("secrets", Some(found), "366 rules"),
        answer("semgrep", None, "the program `semgrep` was not found"),
    ]
}

/// SecOps' answer to a secret in the tree.
pub(crate) fn leaking(of: &PullRequest) -> Judgement {
    let text = "[secrets:generic-api-key] src/credentials.js:2 A value that is assigned to a name of a secret (pre_existing)";
    Judgement {
        verdict: Verdict::ChangesRequested,
        summary: "Two scanners found a secret in the tree.".to_owned(),
        items: vec![Item { text: text.to_owned(), fingerprint: Some("s".to_owned()) }],
        ..clean_with(of, answers(1))
    }
}

/// SecOps' approval.
pub(crate) fn clean(of: &PullRequest) -> Judgement {
    clean_with(of, answers(0))
}

fn clean_with(of: &PullRequest, scanners: Vec<ScannerAnswer>) -> Judgement {
    let summary = "No scanner that looked found anything.".to_owned();
    Judgement { summary, proof: Proof::Secops { scanners, run: Some(green()) }, ..approval(of, Gate::Secops) }
}

impl Site {
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// A page's status and text.
    pub(crate) async fn get(&self, path: &str) -> (u16, String) {
        let answer = client().get(self.url(path)).send().await.expect("an answer");
        (answer.status().as_u16(), answer.text().await.expect("text"))
    }
}

/// A client that follows no redirect.
pub(crate) fn client() -> reqwest::Client {
    // The program's own choice of cryptography; these tests speak plain HTTP.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).no_proxy().build().expect("a client")
}
