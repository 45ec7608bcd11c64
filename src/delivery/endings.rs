//! How a piece of work ends: written down as it was decided, tried again later, or given up with a reason.
//!
//! There is no other way out of a job. What a worker does not get done is somebody's turn all the same.

use std::time::Duration;

use super::guard::guarded;
use super::{
    ATTEMPTS, Block, BlockReason, Cost, Job, Judgement, LEASE, PullRequest, PullRequestId, Recorded, Refused, Spender, Spending,
    StoreError, Timestamp, Trouble, TroubleKind, Work, Worker, block, record_comment, spend,
};

/// How long to wait before the second try; the next ones wait twice as long each.
const PAUSE: Duration = Duration::from_secs(5);

/// How often a decision is made anew because somebody else changed the pull request meanwhile.
const TRIES: u32 = 50;

/// Why a decision did not come about.
pub(super) enum Undone {
    Store(StoreError),
    Refused(Refused),
}

impl Worker<'_> {
    /// Tries again later, or gives up.
    pub(super) async fn trouble(&self, job: &Job, trouble: Trouble, milliseconds: u64) -> Result<(), StoreError> {
        let Trouble { kind, cost } = trouble;
        let diagnosis = match kind {
            TroubleKind::Lasting(block) => return self.give_up(job, block, cost, milliseconds).await,
            TroubleKind::Passing(why) => why,
        };
        if job.attempts >= ATTEMPTS {
            let reason = match job.work {
                Work::Correct(_) => BlockReason::DeveloperFailed,
                Work::Judge(..) | Work::Comment(_) => BlockReason::GateFailed,
            };
            return self.give_up(job, Block { reason, diagnosis }, cost, milliseconds).await;
        }
        tracing::warn!(pull_request = job.pull_request, work = ?job.work, %diagnosis, "it is tried again");
        if let Some(spending) = self.spent(job, cost, milliseconds) {
            let decide = |state: &PullRequest| Ok(spend(Recorded::nothing(state), spending));
            if let Err(Undone::Store(error)) = self.decide(job.pull_request, None, decide).await {
                return Err(error);
            }
        }
        let pause = PAUSE.saturating_mul(1 << job.attempts.saturating_sub(1).min(16));
        self.store.postpone(job, self.clock.now().saturating_add(milliseconds_of(pause))).await
    }

    /// Says why it does not go on: a block, or, where only telling has failed, a note.
    pub(super) async fn give_up(&self, job: &Job, why: Block, cost: Cost, milliseconds: u64) -> Result<(), StoreError> {
        let why = Block { diagnosis: self.line(&why.diagnosis), ..why };
        let spending = self.spent(job, cost, milliseconds);
        let decide = |state: &PullRequest| {
            let recorded = match job.work {
                Work::Comment(about) => record_comment(state, about, Err(why.diagnosis.clone())),
                Work::Judge(..) | Work::Correct(_) => block(state, why.clone())?,
            };
            Ok(spending.map_or(recorded.clone(), |spending| spend(recorded, spending)))
        };
        self.settled(self.decide(job.pull_request, Some(job), decide).await, job).await
    }

    pub(super) async fn settled(&self, done: Result<PullRequest, Undone>, job: &Job) -> Result<(), StoreError> {
        match done {
            Ok(_) => Ok(()),
            Err(Undone::Refused(_)) => self.store.finish(job).await,
            Err(Undone::Store(error)) => Err(error),
        }
    }

    /// Decides about the pull request as it is, and writes that down; anew when somebody else was faster.
    pub(super) async fn decide(
        &self,
        id: PullRequestId,
        job: Option<&Job>,
        decide: impl Fn(&PullRequest) -> Result<Recorded, Refused>,
    ) -> Result<PullRequest, Undone> {
        for _ in 0..TRIES {
            let before = self.store.load(id).await.map_err(Undone::Store)?;
            let recorded = decide(&before).map_err(Undone::Refused)?;
            match self.store.commit(&before, &recorded, job, self.clock.now()).await {
                Ok(()) => return Ok(recorded.state),
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(Undone::Store(error)),
            }
        }
        Err(Undone::Store(StoreError::Conflict))
    }

    /// Waits for work, holding the job meanwhile.
    pub(super) async fn guarded<T>(
        &self,
        job: &Job,
        limit: Duration,
        work: impl Future<Output = Result<T, Trouble>>,
    ) -> Result<T, Failed> {
        let keep = async || {
            loop {
                self.clock.sleep(LEASE / 3).await;
                match self.store.extend(job, self.clock.now(), LEASE).await {
                    // What the store cannot be told now it is told the next time; the lease is three times as long.
                    Ok(()) | Err(StoreError::Failed(_)) => {}
                    Err(error) => return error,
                }
            }
        };
        tokio::select! {
            done = guarded(work) => match done {
                Ok(done) => done.map_err(Failed::Trouble),
                Err(panic) => Err(Failed::Trouble(Trouble::passing(format!("an error in this program stopped it: {panic}")))),
            },
            error = keep() => Err(Failed::Store(error)),
            () = self.clock.sleep(limit) => {
                Err(Failed::Trouble(Trouble::passing(format!("it did not end within {} s", limit.as_secs()))))
            }
        }
    }

    pub(super) fn since(&self, started: Timestamp) -> u64 {
        u64::try_from(self.clock.now().saturating_sub(started)).unwrap_or(0)
    }

    pub(super) fn spent(&self, job: &Job, cost: Cost, milliseconds: u64) -> Option<Spending> {
        match job.work {
            Work::Judge(..) => Some(self.spending(Spender::Gate, cost, milliseconds)),
            Work::Correct(_) => Some(self.spending(Spender::Developer, cost, milliseconds)),
            Work::Comment(_) => None,
        }
    }

    pub(super) fn spending(&self, by: Spender, cost: Cost, milliseconds: u64) -> Spending {
        Spending { by, milliseconds, tokens: cost.tokens, micro_usd: cost.micro_usd }
    }

    /// A judgement without secrets.
    pub(super) fn clean(&self, mut judgement: Judgement) -> Judgement {
        judgement.summary = self.redactor.redact(&judgement.summary).to_string();
        for item in &mut judgement.items {
            item.text = self.redactor.redact(&item.text).to_string();
        }
        judgement
    }

    /// A text without secrets, on one line.
    pub(super) fn line(&self, text: &str) -> String {
        self.redactor.redact(text).as_str().split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// Why a piece of work led to nothing.
pub(super) enum Failed {
    Store(StoreError),
    Trouble(Trouble),
}

impl From<StoreError> for Failed {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

fn milliseconds_of(duration: Duration) -> Timestamp {
    Timestamp::try_from(duration.as_millis()).unwrap_or(Timestamp::MAX)
}
