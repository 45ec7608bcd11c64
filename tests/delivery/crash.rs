//! `kill -9` at every step: a worker in a process of its own dies before or after its n-th call of the store, or in the middle of
//! whatever it is doing, and another one takes over. The end is the same, and no verdict is lost or doubled.
//!
//! The process is this test program again, told by a variable what to do.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use aurumcode::change::Oid;
use aurumcode::delivery::{
    Clock, Event, Gate, GateDispatcher, GateVerdict, Happened, Head, Job, Judgement, LEASE, Lineage, Paid, PullRequest,
    PullRequestId, Reach, Recorded, SqlStore, Store, StoreError, SystemClock, Terms, Timestamp, Trouble, Turn, Worker,
};
use tempfile::TempDir;

use crate::fixtures::{approval, commit, rejection, terms};

/// What the child is told: the store's file, how many leases lie behind it, and where it dies.
const ORDER: &str = "AURUM_TEST_DOOMED";

/// The story of every run: each gate rejects once, each rejection is answered, and then it is the person's turn.
struct Story {
    /// The branch, which outlives the worker as a real one does.
    head: Mutex<std::path::PathBuf>,
}

impl Story {
    fn read(&self) -> Oid {
        let path = self.head.lock().expect("nobody panicked").clone();
        std::fs::read(path).ok().and_then(Oid::parse).unwrap_or_else(|| commit(1))
    }
}

#[async_trait]
impl GateDispatcher for Story {
    async fn head(&self, _: &PullRequest) -> Result<Head, Trouble> {
        Ok(Head { commit: self.read(), lineage: Lineage::Descends })
    }

    async fn judge(&self, of: &PullRequest, gate: Gate) -> Result<Paid<Judgement>, Trouble> {
        let answered = match gate {
            Gate::Qa => commit(2),
            Gate::Secops => commit(3),
        };
        let good = of.head >= answered;
        Ok(Paid::free(if good { approval(of, gate) } else { rejection(of, gate, Some(gate.as_str())) }))
    }

    async fn correct(&self, of: &PullRequest, rejection: &GateVerdict) -> Result<Paid<()>, Trouble> {
        assert_eq!(self.read(), of.head, "a rejection that has been answered is not answered twice");
        let next = match rejection.gate {
            Gate::Qa => commit(2),
            Gate::Secops => commit(3),
        };
        let path = self.head.lock().expect("nobody panicked").clone();
        // Whole or not at all, as git moves a branch.
        let new = path.with_extension("new");
        std::fs::write(&new, next.to_string()).expect("it is written");
        std::fs::rename(new, path).expect("it is moved");
        Ok(Paid::free(()))
    }

    async fn tell(&self, _: &PullRequest, _: &GateVerdict) -> Result<Option<String>, Trouble> {
        Ok(Some("there".to_owned()))
    }
}

/// The time of this machine, some leases later.
struct Later(Timestamp);

#[async_trait]
impl Clock for Later {
    fn now(&self) -> Timestamp {
        SystemClock.now() + self.0
    }

    async fn sleep(&self, duration: Duration) {
        SystemClock.sleep(duration).await;
    }
}

/// A store that tells of every call, and kills its own process at one of them.
struct Doomed {
    inner: SqlStore,
    calls: AtomicU32,
    dies_at: Option<u32>,
}

impl Doomed {
    fn step(&self) {
        let n = self.calls.fetch_add(1, Ordering::SeqCst);
        if self.dies_at == Some(n) {
            let me = rustix::process::getpid();
            rustix::process::kill_process(me, rustix::process::Signal::KILL).expect("it may kill itself");
            loop {
                std::thread::park();
            }
        }
        println!("step {n}");
    }

    async fn call<T>(&self, call: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
        self.step();
        let answer = call.await;
        self.step();
        answer
    }
}

#[async_trait]
impl Store for Doomed {
    async fn open(&self, terms: Terms, head: Oid, at: Timestamp) -> Result<PullRequest, StoreError> {
        self.call(self.inner.open(terms, head, at)).await
    }

    async fn load(&self, id: PullRequestId) -> Result<PullRequest, StoreError> {
        self.call(self.inner.load(id)).await
    }

    async fn timeline(&self, id: PullRequestId) -> Result<Vec<Happened>, StoreError> {
        self.call(self.inner.timeline(id)).await
    }

    async fn list(&self) -> Result<Vec<(PullRequestId, u64)>, StoreError> {
        self.call(self.inner.list()).await
    }

    async fn commit(
        &self,
        before: &PullRequest,
        recorded: &Recorded,
        done: Option<&Job>,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        self.call(self.inner.commit(before, recorded, done, at)).await
    }

    async fn take(&self, of: &Reach, worker: &str, at: Timestamp, lease: Duration) -> Result<Option<Job>, StoreError> {
        self.call(self.inner.take(of, worker, at, lease)).await
    }

    async fn due(&self, of: &Reach) -> Result<Option<Timestamp>, StoreError> {
        self.call(self.inner.due(of)).await
    }

    async fn extend(&self, job: &Job, at: Timestamp, lease: Duration) -> Result<(), StoreError> {
        self.call(self.inner.extend(job, at, lease)).await
    }

    async fn finish(&self, job: &Job) -> Result<(), StoreError> {
        self.call(self.inner.finish(job)).await
    }

    async fn postpone(&self, job: &Job, not_before: Timestamp) -> Result<(), StoreError> {
        self.call(self.inner.postpone(job, not_before)).await
    }

    async fn blocked_in_a_row(&self, repository: &str) -> Result<u32, StoreError> {
        self.call(self.inner.blocked_in_a_row(repository)).await
    }

    async fn rearm(&self, repository: &str) -> Result<(), StoreError> {
        self.call(self.inner.rearm(repository)).await
    }
}

/// The child. Without an order this test has nothing to do.
#[tokio::test]
async fn doomed_worker() {
    let Ok(order) = std::env::var(ORDER) else { return };
    let mut words = order.split(';');
    let mut next = || words.next().expect("a whole order");
    let (file, leases, dies_at) = (next().to_owned(), next().parse::<i64>().expect("a number"), next().parse::<u32>().ok());
    let inner = SqlStore::sqlite(Path::new(&file)).await.expect("a store");
    let later = leases * Timestamp::try_from(LEASE.as_millis()).expect("a short time");
    let worker = Worker {
        store: Arc::new(Doomed { inner, calls: AtomicU32::new(0), dies_at }),
        dispatcher: Arc::new(Story { head: Mutex::new(Path::new(&file).with_extension("head")) }),
        clock: Arc::new(Later(later)),
        redactor: Arc::default(),
        name: format!("process {}", std::process::id()),
    };
    worker.run(&Reach::All).await.expect("the store holds");
    println!("done");
}

fn child(file: &Path, leases: u32, dies_at: Option<u32>) -> Child {
    let dies_at = dies_at.map_or("never".to_owned(), |n| n.to_string());
    Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "crash::doomed_worker", "--nocapture"])
        .env(ORDER, format!("{};{leases};{dies_at}", file.to_str().expect("temporary paths are UTF-8")))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts")
}

/// Lets a child run to its end, or kills it when it tells of its n-th step. Returns how many steps it told of, and whether it was done.
fn run(mut child: Child, killed_at: Option<u32>) -> (u32, bool) {
    let (mut steps, mut done) = (0, false);
    for line in BufReader::new(child.stdout.take().expect("piped")).lines().map_while(Result::ok) {
        done |= line.contains("done");
        if line.contains("step ") {
            steps += 1;
            if killed_at == Some(steps) {
                child.kill().expect("it can be killed");
            }
        }
    }
    child.wait().expect("it has ended");
    (steps, done)
}

async fn story(directory: &Path, name: &str) -> std::path::PathBuf {
    let file = directory.join(name).with_extension("db");
    let store = SqlStore::sqlite(&file).await.expect("a store");
    store.open(terms(3), commit(1), SystemClock.now()).await.expect("it opens");
    file
}

/// The end that every story has.
async fn check(file: &Path) {
    let store = SqlStore::sqlite(file).await.expect("a store");
    let state = store.load(1).await.expect("it is there");
    assert_eq!((state.turn(), state.head), (Turn::User, commit(3)), "{file:?}");
    let timeline = store.timeline(1).await.expect("a timeline");
    let verdicts: Vec<String> = timeline
        .iter()
        .filter_map(|happened| match &happened.event {
            Event::Judged(verdict) => Some(format!("{} {} {}", verdict.gate, verdict.verdict, verdict.round)),
            _ => None,
        })
        .collect();
    let expected = ["qa changes_requested 1", "qa approved 2", "secops changes_requested 3", "secops approved 4"];
    assert_eq!(verdicts, expected, "{file:?}");
    let mut told = BTreeMap::new();
    for happened in &timeline {
        if let Event::CommentPosted { about, .. } = happened.event {
            *told.entry(about).or_insert(0) += 1;
        }
    }
    assert!(told.len() == 4 && told.values().all(|count| *count == 1), "{file:?}: {told:?}");
    assert_eq!(store.due(&Reach::All).await, Ok(None), "nothing is left to do");
}

#[tokio::test]
async fn killed_at_every_step_another_worker_comes_to_the_same_end() {
    let directory = TempDir::new().expect("a directory");
    let whole = story(directory.path(), "whole").await;
    let (steps, done) = run(child(&whole, 0, None), None);
    assert!(done && steps > 40, "{steps}");
    check(&whole).await;
    for n in 0..steps {
        let file = story(directory.path(), &format!("step-{n}")).await;
        let (told, done) = run(child(&file, 0, Some(n)), None);
        assert!(!done && told == n, "it died at {n}, not at {told}");
        let (_, done) = run(child(&file, 2, None), None);
        assert!(done);
        check(&file).await;
    }
}

#[tokio::test]
async fn killed_twice_in_the_middle_of_anything_the_end_is_the_same() {
    let directory = TempDir::new().expect("a directory");
    for n in 1..12_u32 {
        let file = story(directory.path(), &format!("any-{n}")).await;
        let mut leases = 0;
        // Each one dies somewhere behind its n-th step: the signal comes from outside, and finds it wherever it is. A third death over
        // the same job would be a reason to block.
        loop {
            let (_, done) = run(child(&file, leases, None), (leases < 4).then_some(n * 4));
            if done {
                break;
            }
            leases += 2;
        }
        check(&file).await;
    }
}
