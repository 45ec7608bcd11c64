//! The store over a database.
//!
//! The events are the truth: a pull request is read by adding them up, and its row exists for lists and for the comparison. Every
//! decision is one transaction, from the comparison to the jobs that follow.

use std::path::Path;
use std::time::Duration;

use async_trait::async_trait;

use crate::change::Oid;
use crate::delivery::{BlockReason, Event, Gate, GateStatus, PullRequest, PullRequestId, Recorded, Terms, Turn, Work, open};

use super::database::{Database, Row, Transaction, Value};
use super::{
    BREAKER_LIMIT, Happened, Job, Reach, Store, StoreError, Timestamp, key_of, payload_of, read_event, statements as sql,
};

/// How often an opening is tried.
const TRIES: u32 = 10;

/// Keeps pull requests in SQLite or PostgreSQL.
#[derive(Clone)]
pub struct SqlStore {
    database: Database,
}

impl SqlStore {
    /// The store in the SQLite file at `path`, which is made when it is not there.
    ///
    /// # Errors
    /// The file cannot be made or read, or is no such store.
    pub async fn sqlite(path: &Path) -> Result<Self, StoreError> {
        Ok(Self { database: Database::sqlite(path).await? })
    }

    /// The store in the PostgreSQL database at `url`, which must exist; its tables are made when they are not there.
    ///
    /// # Errors
    /// The server cannot be reached, or holds no such store.
    pub async fn postgres(url: &str) -> Result<Self, StoreError> {
        Ok(Self { database: Database::postgres(url).await? })
    }
}

#[async_trait]
impl Store for SqlStore {
    async fn open(&self, terms: Terms, head: Oid, at: Timestamp) -> Result<PullRequest, StoreError> {
        // Two that open at once ask for the same number; the slower one asks again.
        for _ in 0..TRIES {
            match self.opened(terms.clone(), head, at).await {
                Err(StoreError::Conflict) => {}
                done => return done,
            }
        }
        Err(StoreError::Conflict)
    }

    async fn load(&self, id: PullRequestId) -> Result<PullRequest, StoreError> {
        let timeline = self.timeline(id).await?;
        PullRequest::replay(id, timeline.iter().map(|happened| &happened.event))
            .ok_or_else(|| StoreError::Unreadable(format!("the pull request {id} does not begin with its opening")))
    }

    async fn timeline(&self, id: PullRequestId) -> Result<Vec<Happened>, StoreError> {
        let mut timeline = Vec::new();
        for row in self.database.rows(sql::EVENTS, &[id.into()]).await? {
            let sequence = row.number(0)?;
            if sequence != timeline.len() as u64 + 1 {
                return Err(StoreError::Unreadable(format!("an event is missing before number {sequence} of {id}")));
            }
            timeline.push(Happened { sequence, at: row.number(1)?, event: read_event(row.text(2)?, row.text(3)?)? });
        }
        if timeline.is_empty() { Err(StoreError::Unknown(id)) } else { Ok(timeline) }
    }

    async fn list(&self) -> Result<Vec<(PullRequestId, u64)>, StoreError> {
        self.database.rows(sql::LIST, &[]).await?.iter().map(|row| Ok((row.number(0)?, row.number(1)?))).collect()
    }

    async fn commit(
        &self,
        before: &PullRequest,
        recorded: &Recorded,
        done: Option<&Job>,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        let state = &recorded.state;
        let blocked = state.block.as_ref().map_or("", |block| block.reason.as_str());
        let swap = [
            state.status.as_str().into(),
            state.corrections.into(),
            state.round.into(),
            state.head.to_string().into(),
            blocked.into(),
            u32::from(matches!(state.turn(), Turn::Over(_))).into(),
            state.sequence.into(),
            before.id.into(),
            before.status.as_str().into(),
            before.round.into(),
            before.head.to_string().into(),
            before.sequence.into(),
        ];
        if transaction.execute(sql::SWAP, &swap).await? == 0 {
            return Err(StoreError::Conflict);
        }
        // After the pull request's row, so that everybody locks rows in the same order.
        if let Some(job) = done
            && transaction.execute(sql::FINISH, &held(job)).await? == 0
        {
            return Err(StoreError::LeaseLost);
        }
        write(&mut transaction, before.sequence, recorded, at).await?;
        count(&mut transaction, before, recorded).await?;
        transaction.commit().await
    }

    async fn take(&self, of: &Reach, worker: &str, at: Timestamp, lease: Duration) -> Result<Option<Job>, StoreError> {
        let mut transaction = self.database.begin().await?;
        let due: Vec<Value> = within(of).into_iter().chain([at.into()]).collect();
        let found = transaction.rows(sql::DUE, sql::DUE_AND_FREE, &due).await?;
        let Some(row) = found.first() else { return Ok(None) };
        let job = read_job(row, worker)?;
        let hold = [Value::from(worker), until(at, lease).into()].into_iter().chain(name(&job)).collect::<Vec<_>>();
        transaction.execute(sql::HOLD, &hold).await?;
        transaction.commit().await?;
        Ok(Some(job))
    }

    async fn due(&self, of: &Reach) -> Result<Option<Timestamp>, StoreError> {
        let rows = self.database.rows(sql::EARLIEST, &within(of)).await?;
        rows.first().map(|row| row.number(0)).transpose()
    }

    async fn extend(&self, job: &Job, at: Timestamp, lease: Duration) -> Result<(), StoreError> {
        self.held(sql::EXTEND, Some(until(at, lease)), job).await
    }

    async fn finish(&self, job: &Job) -> Result<(), StoreError> {
        self.held(sql::FINISH, None, job).await
    }

    async fn postpone(&self, job: &Job, not_before: Timestamp) -> Result<(), StoreError> {
        self.held(sql::POSTPONE, Some(not_before), job).await
    }

    async fn blocked_in_a_row(&self, repository: &str) -> Result<u32, StoreError> {
        let rows = self.database.rows(sql::BLOCKED_IN_A_ROW, &[repository.into()]).await?;
        rows.first().map_or(Ok(0), |row| row.number(0))
    }

    async fn rearm(&self, repository: &str) -> Result<(), StoreError> {
        self.database.execute(sql::REARM, &[repository.into()]).await.map(drop)
    }
}

impl SqlStore {
    async fn opened(&self, terms: Terms, head: Oid, at: Timestamp) -> Result<PullRequest, StoreError> {
        let mut transaction = self.database.begin().await?;
        let of_branch = [Value::from(terms.repository.as_str()), terms.branch.as_str().into()];
        if let Some(row) = transaction.rows(sql::OPEN_OF_BRANCH, sql::OPEN_OF_BRANCH, &of_branch).await?.first() {
            return Err(StoreError::AlreadyOpen { id: row.number(0)?, branch: terms.branch });
        }
        let next = transaction.rows(sql::NEXT_ID, sql::NEXT_ID, &[]).await?;
        let id: PullRequestId = next.first().map_or(Ok(1), |row| row.number(0))?;
        let recorded = open(id, terms, head);
        let state = &recorded.state;
        let row = vec![
            id.into(),
            state.terms.repository.as_str().into(),
            state.terms.branch.as_str().into(),
            state.terms.task.id.as_str().into(),
            state.status.as_str().into(),
            state.corrections.into(),
            state.terms.max_corrections.get().into(),
            state.round.into(),
            state.head.to_string().into(),
            "".into(),
            0_u32.into(),
            state.sequence.into(),
        ];
        transaction.execute(sql::INSERT, &row).await?;
        write(&mut transaction, 0, &recorded, at).await?;
        transaction.commit().await?;
        Ok(recorded.state)
    }

    /// Changes a job that its worker must still hold.
    async fn held(&self, statement: &'static str, time: Option<Timestamp>, job: &Job) -> Result<(), StoreError> {
        let values: Vec<Value> = time.map(Value::from).into_iter().chain(held(job)).collect();
        if self.database.execute(statement, &values).await? == 0 { Err(StoreError::LeaseLost) } else { Ok(()) }
    }
}

/// Writes what happened after event number `after`, and the work that follows.
async fn write(transaction: &mut Transaction, after: u64, recorded: &Recorded, at: Timestamp) -> Result<(), StoreError> {
    let id = recorded.state.id;
    for (event, sequence) in recorded.events.iter().zip(after + 1..) {
        let (kind, payload) = payload_of(event, &recorded.state.terms.task.id);
        let key = key_of(event, sequence);
        let row = [id.into(), sequence.into(), at.into(), kind.into(), payload.into(), key.into()];
        transaction.execute(sql::EVENT, &row).await?;
    }
    if recorded.moves() {
        transaction.execute(sql::VOID, &[id.into()]).await?;
    }
    for work in &recorded.work {
        let (kind, number) = of_work(*work);
        transaction.execute(sql::JOB, &[id.into(), kind.into(), number.into(), at.into()]).await?;
    }
    Ok(())
}

/// Counts what was blocked in a row; a pull request that reaches the person ends the row.
async fn count(transaction: &mut Transaction, before: &PullRequest, recorded: &Recorded) -> Result<(), StoreError> {
    let repository = || [Value::from(before.terms.repository.as_str())];
    let counts = |event: &Event| matches!(event, Event::Blocked(block) if !matches!(block.reason, BlockReason::UserRejected | BlockReason::MovedAfterApproval));
    if recorded.events.iter().any(counts) {
        transaction.execute(sql::COUNT_BLOCKED, &repository()).await?;
    } else if recorded.state.status == GateStatus::AwaitingUser && before.status != GateStatus::AwaitingUser {
        transaction.execute(sql::REARM, &repository()).await?;
    }
    Ok(())
}

/// What bounds a search for jobs: a pull request or 0, a repository or nothing, the breaker's limit.
fn within(of: &Reach) -> [Value; 3] {
    let (id, repository) = match of {
        Reach::All => (0, ""),
        Reach::One(id) => (*id, ""),
        Reach::Repository(name) => (0, name.as_str()),
    };
    [id.into(), repository.into(), BREAKER_LIMIT.into()]
}

/// The end of a lease that begins now.
fn until(at: Timestamp, lease: Duration) -> Timestamp {
    at.saturating_add(Timestamp::try_from(lease.as_millis()).unwrap_or(Timestamp::MAX))
}

/// The names of a job's row.
fn name(job: &Job) -> [Value; 3] {
    let (kind, number) = of_work(job.work);
    [job.pull_request.into(), kind.into(), number.into()]
}

/// The names of a job's row as its worker holds it.
fn held(job: &Job) -> Vec<Value> {
    name(job).into_iter().chain([Value::from(job.worker.as_str()), job.attempts.into()]).collect()
}

fn of_work(work: Work) -> (&'static str, u64) {
    match work {
        Work::Judge(gate, round) => (gate.as_str(), u64::from(round)),
        Work::Correct(round) => ("correct", u64::from(round)),
        Work::Comment(sequence) => ("comment", sequence),
    }
}

fn read_job(row: &Row, worker: &str) -> Result<Job, StoreError> {
    let kind = row.text(1)?;
    let work = match (kind, Gate::parse(kind)) {
        (_, Some(gate)) => Work::Judge(gate, row.number(2)?),
        ("correct", None) => Work::Correct(row.number(2)?),
        ("comment", None) => Work::Comment(row.number(2)?),
        (other, None) => return Err(StoreError::Unreadable(format!("a job of the kind `{other}`"))),
    };
    let attempts: u32 = row.number(3)?;
    Ok(Job { pull_request: row.number(0)?, work, attempts: attempts.saturating_add(1), worker: worker.to_owned() })
}
