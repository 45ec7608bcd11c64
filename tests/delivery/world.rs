//! A world for workers: a clock that a test moves, gates and developers that fail, delay and panic, a store that breaks.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use std::time::Duration;

use async_trait::async_trait;
use aurumcode::change::Oid;
use aurumcode::delivery::{
    Block, BlockReason, Clock, Cost, Gate, GateDispatcher, GateVerdict, Happened, Head, Job, Judgement, Lineage, Paid,
    PullRequest, PullRequestId, Reach, Recorded, Store, StoreError, Terms, Timestamp, Trouble,
};

use crate::fixtures::{approval, rejection};
use crate::store::memory::MemoryStore;

/// A clock that stands still until a test moves it.
#[derive(Default)]
pub(crate) struct TestClock {
    now: AtomicI64,
    /// When somebody who sleeps wants to wake.
    alarms: Mutex<Vec<Timestamp>>,
}

impl TestClock {
    /// Goes to the next time that somebody waits for; false when nobody does.
    pub(crate) fn advance(&self) -> bool {
        let mut alarms = self.alarms.lock().unwrap_or_else(PoisonError::into_inner);
        let now = self.now();
        alarms.retain(|alarm| *alarm > now);
        let Some(next) = alarms.iter().min().copied() else { return false };
        self.now.store(next, Ordering::SeqCst);
        true
    }
}

#[async_trait]
impl Clock for TestClock {
    fn now(&self) -> Timestamp {
        self.now.load(Ordering::SeqCst)
    }

    async fn sleep(&self, duration: Duration) {
        let end = self.now() + Timestamp::try_from(duration.as_millis()).expect("a short time");
        self.alarms.lock().unwrap_or_else(PoisonError::into_inner).push(end);
        std::future::poll_fn(|_| if self.now() >= end { Poll::Ready(()) } else { Poll::Pending }).await;
    }
}

/// What somebody does when they are asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// What is hoped for: a gate approves, a developer pushes, a comment is posted.
    Good,
    /// A gate rejects; a developer pushes nothing.
    Bad,
    /// A gate rejects what it has rejected before.
    Same,
    /// A gate approves without evidence.
    Lie,
    /// It fails, and may not the next time.
    Fail,
    /// It fails for good.
    Refuse,
    /// It never ends.
    Hang,
    /// It panics.
    Panic,
    /// Meanwhile somebody pushes.
    Push,
    /// Meanwhile somebody rewrites the branch.
    Rewrite,
}

/// Who does the work, as a script says; when it ends, all goes well.
#[derive(Default)]
pub(crate) struct Fake {
    pub(crate) world: Mutex<World>,
}

#[derive(Default)]
pub(crate) struct World {
    /// Each act with how often it lets others go first.
    pub(crate) script: VecDeque<(Act, u8)>,
    pub(crate) branches: BTreeMap<PullRequestId, (Oid, Lineage)>,
    pub(crate) commits: u32,
    pub(crate) judged: u32,
    pub(crate) corrected: u32,
}

impl Fake {
    pub(crate) fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn act(&self, of: PullRequestId) -> Act {
        let (act, yields) = self.world().script.pop_front().unwrap_or((Act::Good, 0));
        let mut left = yields;
        std::future::poll_fn(|_| {
            left = left.saturating_sub(1);
            if left == 0 { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
        match act {
            Act::Hang => std::future::pending().await,
            Act::Panic => panic!("as the script says"),
            Act::Push => self.world().push(of, Lineage::Descends),
            Act::Rewrite => self.world().push(of, Lineage::Rewritten),
            Act::Good | Act::Bad | Act::Same | Act::Lie | Act::Fail | Act::Refuse => {}
        }
        act
    }
}

impl World {
    pub(crate) fn push(&mut self, of: PullRequestId, lineage: Lineage) {
        self.commits += 1;
        let name = format!("{:08x}", self.commits + 0x0100_0000).repeat(5);
        self.branches.insert(of, (Oid::parse(name).expect("an id"), lineage));
    }
}

fn refused() -> Trouble {
    Trouble::lasting(Block { reason: BlockReason::NothingVerified, diagnosis: "no scanner".to_owned() })
}

#[async_trait]
impl GateDispatcher for Fake {
    async fn head(&self, of: &PullRequest) -> Result<Head, Trouble> {
        let (commit, lineage) = self.world().branches.get(&of.id).copied().unwrap_or((of.head, Lineage::Descends));
        Ok(Head { commit, lineage })
    }

    async fn judge(&self, of: &PullRequest, gate: Gate) -> Result<Paid<Judgement>, Trouble> {
        self.world().judged += 1;
        let act = self.act(of.id).await;
        let cost = Cost { tokens: 3, micro_usd: 2 };
        let paid = |result| Ok(Paid { result, cost });
        match act {
            Act::Fail => Err(Trouble { cost, ..Trouble::passing("as the script says") }),
            Act::Refuse => Err(refused()),
            Act::Lie => paid(Judgement { items: rejection(of, gate, None).items, ..approval(of, gate) }),
            Act::Bad => paid(rejection(of, gate, Some(&of.round.to_string()))),
            Act::Same => paid(rejection(of, gate, Some("same"))),
            Act::Good | Act::Hang | Act::Panic | Act::Push | Act::Rewrite => paid(approval(of, gate)),
        }
    }

    async fn correct(&self, of: &PullRequest, _: &GateVerdict) -> Result<Paid<()>, Trouble> {
        self.world().corrected += 1;
        match self.act(of.id).await {
            Act::Fail | Act::Lie => return Err(Trouble::passing("as the script says")),
            Act::Refuse => return Err(refused()),
            Act::Good | Act::Same => self.world().push(of.id, Lineage::Descends),
            Act::Bad | Act::Hang | Act::Panic | Act::Push | Act::Rewrite => {}
        }
        Ok(Paid::free(()))
    }

    async fn tell(&self, of: &PullRequest, _: &GateVerdict) -> Result<Option<String>, Trouble> {
        match self.act(of.id).await {
            Act::Fail | Act::Lie | Act::Bad => Err(Trouble::passing("as the script says")),
            Act::Refuse => Err(refused()),
            Act::Same => Ok(None),
            Act::Good | Act::Hang | Act::Panic | Act::Push | Act::Rewrite => Ok(Some("there".to_owned())),
        }
    }
}

/// A store whose connection breaks: before a call arrives, or before its answer does.
#[derive(Default)]
pub(crate) struct Shaky {
    pub(crate) inner: MemoryStore,
    /// For each call in turn: nothing, broken before, broken after.
    pub(crate) faults: Mutex<VecDeque<u8>>,
}

impl Shaky {
    async fn call<T>(&self, call: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
        // Others go between any two calls.
        let mut first = true;
        std::future::poll_fn(|_| if std::mem::take(&mut first) { Poll::Pending } else { Poll::Ready(()) }).await;
        let fault = self.faults.lock().unwrap_or_else(PoisonError::into_inner).pop_front().unwrap_or(0);
        let broken = || Err(StoreError::Failed("the connection is gone".to_owned()));
        match fault {
            1 => broken(),
            2 => {
                let _ = call.await;
                broken()
            }
            _ => call.await,
        }
    }
}

#[async_trait]
impl Store for Shaky {
    async fn open(&self, terms: Terms, head: Oid, at: Timestamp) -> Result<PullRequest, StoreError> {
        self.inner.open(terms, head, at).await
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

/// What a worker needs, shared.
pub(crate) fn parts(script: Vec<(Act, u8)>, faults: Vec<u8>) -> (Arc<Shaky>, Arc<Fake>, Arc<TestClock>) {
    let fake = Fake::default();
    fake.world().script = script.into();
    (Arc::new(Shaky { faults: Mutex::new(faults.into()), ..Shaky::default() }), Arc::new(fake), Arc::default())
}
