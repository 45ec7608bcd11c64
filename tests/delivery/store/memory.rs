//! A store in memory, so that tests of workers can decide who goes when. It keeps the same contract as the real ones.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use aurumcode::change::Oid;
use aurumcode::delivery::{
    BREAKER_LIMIT, BlockReason, Event, GateStatus, Happened, Job, PullRequest, PullRequestId, Reach, Recorded, Store, StoreError,
    Terms, Timestamp, Turn, Work, key_of, open,
};

/// Everything is in here.
#[derive(Default)]
pub(crate) struct MemoryStore(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    timelines: BTreeMap<PullRequestId, Vec<Happened>>,
    states: BTreeMap<PullRequestId, PullRequest>,
    jobs: BTreeMap<(PullRequestId, Work), Waiting>,
    blocked: BTreeMap<String, u32>,
}

#[derive(Clone)]
struct Waiting {
    state: State,
    attempts: u32,
    worker: String,
    /// When it may be taken, or how long it is held.
    time: Timestamp,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Ready,
    Running,
    Done,
}

impl MemoryStore {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn write(&mut self, recorded: &Recorded, at: Timestamp) -> Result<(), StoreError> {
        let id = recorded.state.id;
        let timeline = self.timelines.entry(id).or_default();
        let keys: Vec<String> = timeline.iter().map(|happened| key_of(&happened.event, happened.sequence)).collect();
        let new: Vec<Happened> = recorded
            .events
            .iter()
            .zip(timeline.len() as u64 + 1..)
            .map(|(event, sequence)| Happened { sequence, at, event: event.clone() })
            .collect();
        if new.iter().any(|happened| keys.contains(&key_of(&happened.event, happened.sequence))) {
            return Err(StoreError::Conflict);
        }
        timeline.extend(new);
        self.states.insert(id, recorded.state.clone());
        if recorded.moves() {
            for ((of, work), job) in &mut self.jobs {
                if *of == id && !matches!(work, Work::Comment(_)) {
                    job.state = State::Done;
                }
            }
        }
        for work in &recorded.work {
            let job = Waiting { state: State::Ready, attempts: 0, worker: String::new(), time: at };
            self.jobs.insert((id, *work), job);
        }
        Ok(())
    }

    fn is_open(&self, id: PullRequestId, work: Work) -> bool {
        match work {
            Work::Comment(number) => !self.jobs.iter().any(|((of, other), job)| {
                matches!(other, Work::Comment(earlier) if *of == id && *earlier < number) && job.state != State::Done
            }),
            Work::Judge(..) | Work::Correct(_) => {
                let repository = &self.states[&id].terms.repository;
                self.blocked.get(repository).copied().unwrap_or(0) < BREAKER_LIMIT
            }
        }
    }

    fn open_jobs(&self, of: &Reach) -> Vec<((PullRequestId, Work), Waiting)> {
        let asked = |id: PullRequestId| match of {
            Reach::All => true,
            Reach::One(one) => *one == id,
            Reach::Repository(name) => self.states[&id].terms.repository == *name,
        };
        let jobs =
            self.jobs.iter().filter(|((id, work), job)| job.state != State::Done && asked(*id) && self.is_open(*id, *work));
        jobs.map(|(name, job)| (*name, job.clone())).collect()
    }

    fn held(&mut self, job: &Job) -> Result<&mut Waiting, StoreError> {
        let held =
            |kept: &&mut Waiting| kept.state == State::Running && kept.worker == job.worker && kept.attempts == job.attempts;
        self.jobs.get_mut(&(job.pull_request, job.work)).filter(held).ok_or(StoreError::LeaseLost)
    }
}

fn until(at: Timestamp, lease: Duration) -> Timestamp {
    at + Timestamp::try_from(lease.as_millis()).expect("a short time")
}

#[async_trait]
impl Store for MemoryStore {
    async fn open(&self, terms: Terms, head: Oid, at: Timestamp) -> Result<PullRequest, StoreError> {
        let mut kept = self.kept();
        let same = |state: &&PullRequest| {
            (&state.terms.repository, &state.terms.branch) == (&terms.repository, &terms.branch)
                && !matches!(state.turn(), Turn::Over(_))
        };
        if let Some(open) = kept.states.values().find(same) {
            return Err(StoreError::AlreadyOpen { id: open.id, branch: terms.branch });
        }
        let id = kept.states.last_key_value().map_or(1, |(id, _)| id + 1);
        let recorded = open(id, terms, head);
        kept.write(&recorded, at)?;
        Ok(recorded.state)
    }

    async fn load(&self, id: PullRequestId) -> Result<PullRequest, StoreError> {
        self.kept().states.get(&id).cloned().ok_or(StoreError::Unknown(id))
    }

    async fn timeline(&self, id: PullRequestId) -> Result<Vec<Happened>, StoreError> {
        self.kept().timelines.get(&id).cloned().ok_or(StoreError::Unknown(id))
    }

    async fn list(&self) -> Result<Vec<(PullRequestId, u64)>, StoreError> {
        Ok(self.kept().states.values().map(|state| (state.id, state.sequence)).collect())
    }

    async fn commit(
        &self,
        before: &PullRequest,
        recorded: &Recorded,
        done: Option<&Job>,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let mut kept = self.kept();
        if kept.states.get(&before.id).is_none_or(|now| now.sequence != before.sequence) {
            return Err(StoreError::Conflict);
        }
        if let Some(job) = done {
            kept.held(job)?;
        }
        kept.write(recorded, at)?;
        if let Some(job) = done
            && !recorded.work.contains(&job.work)
            && let Some(kept) = kept.jobs.get_mut(&(job.pull_request, job.work))
        {
            kept.state = State::Done;
        }
        let counts = |event: &Event| matches!(event, Event::Blocked(block) if !matches!(block.reason, BlockReason::UserRejected | BlockReason::MovedAfterApproval));
        let row = kept.blocked.entry(before.terms.repository.clone()).or_default();
        if recorded.events.iter().any(counts) {
            *row += 1;
        } else if recorded.state.status == GateStatus::AwaitingUser && before.status != GateStatus::AwaitingUser {
            *row = 0;
        }
        Ok(())
    }

    async fn take(&self, of: &Reach, worker: &str, at: Timestamp, lease: Duration) -> Result<Option<Job>, StoreError> {
        let mut kept = self.kept();
        let due = kept.open_jobs(of).into_iter().filter(|(_, job)| job.time <= at).min_by_key(|(name, job)| (job.time, *name));
        let Some((name, _)) = due else { return Ok(None) };
        let job = kept.jobs.get_mut(&name).expect("it was listed");
        (job.state, job.time, job.attempts) = (State::Running, until(at, lease), job.attempts + 1);
        worker.clone_into(&mut job.worker);
        Ok(Some(Job { pull_request: name.0, work: name.1, attempts: job.attempts, worker: worker.to_owned() }))
    }

    async fn due(&self, of: &Reach) -> Result<Option<Timestamp>, StoreError> {
        Ok(self.kept().open_jobs(of).into_iter().map(|(_, job)| job.time).min())
    }

    async fn extend(&self, job: &Job, at: Timestamp, lease: Duration) -> Result<(), StoreError> {
        self.kept().held(job)?.time = until(at, lease);
        Ok(())
    }

    async fn finish(&self, job: &Job) -> Result<(), StoreError> {
        self.kept().held(job)?.state = State::Done;
        Ok(())
    }

    async fn postpone(&self, job: &Job, not_before: Timestamp) -> Result<(), StoreError> {
        let mut kept = self.kept();
        let job = kept.held(job)?;
        (job.state, job.time) = (State::Ready, not_before);
        Ok(())
    }

    async fn blocked_in_a_row(&self, repository: &str) -> Result<u32, StoreError> {
        Ok(self.kept().blocked.get(repository).copied().unwrap_or(0))
    }

    async fn rearm(&self, repository: &str) -> Result<(), StoreError> {
        self.kept().blocked.insert(repository.to_owned(), 0);
        Ok(())
    }
}
