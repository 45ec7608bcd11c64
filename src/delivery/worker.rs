//! A worker: takes one job at a time, has the work done, and writes down what came of it.
//!
//! Every job ends in a verdict, in a person's turn or in a block that names its origin. What fails, hangs or panics is tried again
//! a few times and then blocks; nothing is dropped without a word, and nothing waits for ever.

use std::sync::Arc;
use std::time::Duration;

use crate::redaction::Redactor;

use super::endings::{Failed, Undone};
use super::{
    Block, BlockReason, Clock, Cost, Event, Gate, GateDispatcher, GateVerdict, Head, Job, Paid, PullRequest, PullRequestId,
    Reach, Refused, Spender, Spending, Store, StoreError, Trouble, Turn, Work, move_head, record_comment, record_gate_verdict,
    spend,
};

/// How long a worker may be silent before its job is somebody else's.
pub const LEASE: Duration = Duration::from_secs(60);

/// How often a piece of work is tried.
pub const ATTEMPTS: u32 = 3;

/// How long a gate may take beyond the time of the test command: the scanners, a model, the checkout.
const BEYOND_TESTS: Duration = Duration::from_secs(30 * 60);

/// How long anything short may take: asking for a head, posting a comment.
const SHORT: Duration = Duration::from_secs(120);

/// Does the work that a store holds.
#[derive(Clone)]
pub struct Worker<'a> {
    /// Where the work is.
    pub store: Arc<dyn Store>,
    /// Who does it.
    pub dispatcher: Arc<dyn GateDispatcher + 'a>,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// Cleans every text before it is written down.
    pub redactor: Arc<Redactor>,
    /// A name that no other worker of the store has.
    pub name: String,
}

/// What came of looking for work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// This job was worked on.
    Did(Job),
    /// No job is due.
    Idle,
}

impl Worker<'_> {
    /// Takes one job that is due within `of`, and works on it.
    ///
    /// # Errors
    /// The store failed. The job is due again when its lease has run out.
    pub async fn step(&self, of: &Reach) -> Result<Step, StoreError> {
        let Some(job) = self.store.take(of, &self.name, self.clock.now(), LEASE).await? else { return Ok(Step::Idle) };
        match self.work(&job).await {
            // It is somebody else's by now, and they will tell.
            Ok(()) | Err(StoreError::LeaseLost) => Ok(Step::Did(job)),
            Err(error) => Err(error),
        }
    }

    /// Works until nothing within `of` is due any more, and waits for what will be.
    ///
    /// # Errors
    /// The store failed.
    pub async fn run(&self, of: &Reach) -> Result<(), StoreError> {
        loop {
            if self.step(of).await? != Step::Idle {
                continue;
            }
            let Some(due) = self.store.due(of).await? else { return Ok(()) };
            let left = due.saturating_sub(self.clock.now());
            self.clock.sleep(Duration::from_millis(u64::try_from(left).unwrap_or(0)).max(Duration::from_millis(20))).await;
        }
    }

    /// Looks whether a pull request that waits for a person has a new head.
    ///
    /// # Errors
    /// The store failed.
    pub async fn look(&self, id: PullRequestId) -> Result<Result<(), Trouble>, StoreError> {
        let state = self.store.load(id).await?;
        if matches!(state.turn(), Turn::Blocked(_) | Turn::Over(_)) {
            return Ok(Ok(()));
        }
        let head = match self.dispatcher.head(&state).await {
            Ok(head) if head.commit == state.head => return Ok(Ok(())),
            Ok(head) => head,
            Err(trouble) => return Ok(Err(trouble)),
        };
        let recorded = self.decide(id, None, |state| move_head(state, head.commit, head.lineage)).await;
        match recorded {
            // Somebody else has seen it too, or it waits for a person by now.
            Ok(_) | Err(Undone::Refused(_)) => Ok(Ok(())),
            Err(Undone::Store(error)) => Err(error),
        }
    }

    async fn work(&self, job: &Job) -> Result<(), StoreError> {
        let state = self.store.load(job.pull_request).await?;
        if job.attempts > ATTEMPTS {
            let why = format!("given up: whoever worked on it stopped without a word, {ATTEMPTS} times");
            return self.give_up(job, Block { reason: BlockReason::GateFailed, diagnosis: why }, Cost::default(), 0).await;
        }
        let started = self.clock.now();
        let done = match (job.work, state.turn()) {
            (Work::Comment(sequence), _) => return self.tell(job, &state, sequence).await,
            (Work::Judge(gate, round), Turn::Gate(turn)) if (turn, state.round) == (gate, round) => {
                self.judge(job, &state, gate).await
            }
            (Work::Correct(round), Turn::Developer(rejection)) if state.round == round => {
                self.correct(job, &state, rejection).await
            }
            (Work::Judge(..) | Work::Correct(_), _) => return self.store.finish(job).await,
        };
        match done {
            Ok(()) => Ok(()),
            Err(Failed::Store(error)) => Err(error),
            Err(Failed::Trouble(trouble)) => self.trouble(job, trouble, self.since(started)).await,
        }
    }

    /// Has a gate judge. The head is compared before and after, so that a verdict is about what is pushed.
    async fn judge(&self, job: &Job, state: &PullRequest, gate: Gate) -> Result<(), Failed> {
        let started = self.clock.now();
        let head = self.guarded(job, SHORT, self.dispatcher.head(state)).await?;
        if head.commit != state.head {
            return self.moved(job, head, None).await;
        }
        let limit = state.terms.task.test.timeout.saturating_add(BEYOND_TESTS);
        let Paid { result, cost } = self.guarded(job, limit, self.dispatcher.judge(state, gate)).await?;
        let spending = self.spending(Spender::Gate, cost, self.since(started));
        let head = self.guarded(job, SHORT, self.dispatcher.head(state)).await?;
        if head.commit != state.head {
            return self.moved(job, head, Some(spending)).await;
        }
        let judgement = self.clean(result);
        let decide = |state: &PullRequest| Ok(spend(record_gate_verdict(state, judgement.clone())?, spending));
        match self.decide(job.pull_request, Some(job), decide).await {
            Ok(_) => Ok(()),
            Err(Undone::Store(error)) => Err(Failed::Store(error)),
            // Somebody else has moved it on.
            Err(Undone::Refused(
                Refused::Turn(_) | Refused::Blocked | Refused::Over | Refused::Round { .. } | Refused::Head { .. },
            )) => Ok(self.store.finish(job).await?),
            Err(Undone::Refused(refused)) => {
                let diagnosis = format!("the gate gave a verdict that its evidence does not support: {refused}");
                Err(Failed::Trouble(Trouble { cost, ..Trouble::lasting(Block { reason: BlockReason::NoVerdict, diagnosis }) }))
            }
        }
    }

    /// Has the developer answer. A head that is new already is an answer too: of a developer whose worker died, or of a person.
    async fn correct(&self, job: &Job, state: &PullRequest, rejection: &GateVerdict) -> Result<(), Failed> {
        let started = self.clock.now();
        let head = self.guarded(job, SHORT, self.dispatcher.head(state)).await?;
        if head.commit != state.head {
            return self.moved(job, head, None).await;
        }
        let limit = state.terms.task.developer.as_ref().map_or(SHORT, |developer| developer.timeout.saturating_add(SHORT));
        let Paid { cost, .. } = self.guarded(job, limit, self.dispatcher.correct(state, rejection)).await?;
        let head = self.guarded(job, SHORT, self.dispatcher.head(state)).await?;
        if head.commit == state.head {
            let diagnosis =
                format!("the developer ended, and {} still is the head of `{}`", head.commit.short(), state.terms.branch);
            let block = Block { reason: BlockReason::NoNewCommit, diagnosis };
            return Err(Failed::Trouble(Trouble { cost, ..Trouble::lasting(block) }));
        }
        let spending = self.spending(Spender::Developer, cost, self.since(started));
        self.moved(job, head, Some(spending)).await
    }

    async fn moved(&self, job: &Job, head: Head, spending: Option<Spending>) -> Result<(), Failed> {
        let decide = |state: &PullRequest| {
            let recorded = move_head(state, head.commit, head.lineage)?;
            Ok(spending.map_or(recorded.clone(), |spending| spend(recorded, spending)))
        };
        match self.decide(job.pull_request, Some(job), decide).await {
            Ok(_) => Ok(()),
            Err(Undone::Refused(_)) => Ok(self.store.finish(job).await?),
            Err(Undone::Store(error)) => Err(Failed::Store(error)),
        }
    }

    async fn tell(&self, job: &Job, state: &PullRequest, sequence: u64) -> Result<(), StoreError> {
        let timeline = self.store.timeline(job.pull_request).await?;
        let told = timeline.into_iter().find_map(|happened| match happened.event {
            Event::Judged(verdict) if happened.sequence == sequence => Some(verdict),
            _ => None,
        });
        let Some(verdict) = told else { return self.store.finish(job).await };
        match self.guarded(job, SHORT, self.dispatcher.tell(state, &verdict)).await {
            Ok(None) => self.store.finish(job).await,
            Ok(Some(place)) => {
                let place = self.line(&place);
                let decide = |state: &PullRequest| Ok(record_comment(state, sequence, Ok(place.clone())));
                self.settled(self.decide(job.pull_request, Some(job), decide).await, job).await
            }
            Err(Failed::Store(error)) => Err(error),
            Err(Failed::Trouble(trouble)) => self.trouble(job, trouble, 0).await,
        }
    }
}
