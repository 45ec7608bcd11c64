//! What a store must do, whichever it is. Two handles on the same store stand for two processes.

use std::sync::Arc;
use std::time::Duration;

use aurumcode::delivery::{
    BREAKER_LIMIT, Block, BlockReason, Event, Gate, Job, Lineage, PullRequest, Reach, Recorded, Resume, Spender, Spending, Store,
    StoreError, Terms, Turn, UserDecision, Verdict, Work, block, decide_by_user, move_head, record_comment, record_gate_verdict,
    spend, unblock,
};

use crate::fixtures::{approval, commit, rejection, terms};

/// Two handles on one store.
pub(super) struct Two {
    pub(super) one: Arc<dyn Store>,
    pub(super) other: Arc<dyn Store>,
}

const LEASE: Duration = Duration::from_secs(60);
const LATER: i64 = 1_000_000;

/// Everything, each part on an empty store of its own.
pub(super) async fn all(fresh: impl AsyncFn(&str) -> Two) {
    what_is_written_is_read_back(fresh("written").await).await;
    a_decision_about_what_has_changed_is_not_written(fresh("swapped").await).await;
    a_verdict_is_recorded_once(fresh("once").await).await;
    a_job_is_held_by_one_worker(fresh("held").await).await;
    a_worker_that_lost_its_job_writes_nothing(fresh("lost").await).await;
    work_of_a_turn_that_has_passed_is_void(fresh("void").await).await;
    comments_are_given_out_in_order(fresh("comments").await).await;
    the_breaker_stops_work_but_no_comments(fresh("breaker").await).await;
    a_branch_has_one_pull_request_at_a_time(fresh("branches").await).await;
    many_workers_take_each_job_once(fresh("many").await).await;
}

fn on(branch: &str) -> Terms {
    Terms { branch: branch.to_owned(), ..terms(3) }
}

async fn opened(store: &dyn Store, branch: &str) -> PullRequest {
    store.open(on(branch), commit(1), 5).await.expect("it opens")
}

async fn taken(store: &dyn Store, worker: &str, at: i64) -> Option<Job> {
    store.take(&Reach::All, worker, at, LEASE).await.expect("an answer")
}

async fn written(store: &dyn Store, before: &PullRequest, recorded: Recorded) -> PullRequest {
    store.commit(before, &recorded, None, 7).await.expect("it is written");
    recorded.state
}

/// Everything that can happen, in a history that leads from the opening to the end.
async fn what_is_written_is_read_back(two: Two) {
    let store = &*two.one;
    let state = opened(store, "topic").await;
    let rejected = spend(
        record_gate_verdict(&state, rejection(&state, Gate::Qa, Some("f1"))).expect("its turn"),
        Spending { by: Spender::Gate, milliseconds: 10, tokens: 20, micro_usd: 30 },
    );
    let state = written(store, &state, rejected).await;
    let state = written(store, &state, move_head(&state, commit(2), Lineage::Rewritten).expect("a new head")).await;
    let state = written(store, &state, record_gate_verdict(&state, approval(&state, Gate::Qa)).expect("its turn")).await;
    let state = written(store, &state, record_comment(&state, 3, Ok("there".to_owned()))).await;
    let state = written(store, &state, record_comment(&state, 3, Err("403".to_owned()))).await;
    let stop = Block { reason: BlockReason::NothingVerified, diagnosis: "no scanner \u{2014} “none”".to_owned() };
    let state = written(store, &state, block(&state, stop).expect("it goes on")).await;
    let state = written(store, &state, unblock(&state, Resume::Resume).expect("blocked")).await;
    let state = written(store, &state, record_gate_verdict(&state, approval(&state, Gate::Secops)).expect("its turn")).await;
    let said = UserDecision { verdict: Verdict::Approved, head: state.head, reason: "good".to_owned() };
    let state = written(store, &state, decide_by_user(&state, said).expect("the person's turn")).await;

    for store in [&two.one, &two.other] {
        assert_eq!(store.load(state.id).await.as_ref(), Ok(&state));
        let timeline = store.timeline(state.id).await.expect("a timeline");
        let numbers: Vec<u64> = timeline.iter().map(|happened| happened.sequence).collect();
        assert_eq!(numbers, (1..=state.sequence).collect::<Vec<_>>());
        assert_eq!((timeline[0].at, timeline[2].at), (5, 7));
        assert_eq!(PullRequest::replay(state.id, timeline.iter().map(|happened| &happened.event)), Some(state.clone()));
        assert_eq!(store.list().await, Ok(vec![(state.id, state.sequence)]));
        assert_eq!(store.load(state.id + 1).await, Err(StoreError::Unknown(state.id + 1)));
        assert_eq!(store.timeline(state.id + 1).await, Err(StoreError::Unknown(state.id + 1)));
    }
}

async fn a_decision_about_what_has_changed_is_not_written(two: Two) {
    let state = opened(&*two.one, "topic").await;
    let first = record_gate_verdict(&state, rejection(&state, Gate::Qa, None)).expect("its turn");
    let second = record_gate_verdict(&state, approval(&state, Gate::Qa)).expect("its turn");
    two.one.commit(&state, &first, None, 6).await.expect("the first one");
    let before = two.one.timeline(state.id).await;
    assert_eq!(two.other.commit(&state, &second, None, 6).await, Err(StoreError::Conflict));
    // Not even the same one again, and not one that says nothing about the gates.
    assert_eq!(two.other.commit(&state, &first, None, 6).await, Err(StoreError::Conflict));
    assert_eq!(two.other.commit(&state, &record_comment(&state, 2, Ok(String::new())), None, 6).await, Err(StoreError::Conflict));
    assert_eq!(two.one.timeline(state.id).await, before);
    assert_eq!(two.one.load(state.id).await, Ok(first.state));
}

async fn a_verdict_is_recorded_once(two: Two) {
    let state = opened(&*two.one, "topic").await;
    let recorded = record_gate_verdict(&state, rejection(&state, Gate::Qa, None)).expect("its turn");
    let after = written(&*two.one, &state, recorded.clone()).await;
    // Even when the comparison holds, the gate's word of that round stands already.
    let mut again = recorded;
    again.state.sequence = after.sequence + again.events.len() as u64;
    let before = two.one.timeline(state.id).await;
    assert_eq!(two.other.commit(&after, &again, None, 8).await, Err(StoreError::Conflict));
    assert_eq!(two.other.timeline(state.id).await, before);
    assert_eq!(two.other.load(state.id).await, Ok(after));
}

async fn a_job_is_held_by_one_worker(two: Two) {
    let state = opened(&*two.one, "topic").await;
    assert_eq!((two.one.due(&Reach::All).await, two.one.due(&Reach::One(9)).await), (Ok(Some(5)), Ok(None)));
    assert_eq!(taken(&*two.one, "a", 4).await, None, "it is not due yet");
    let held = taken(&*two.one, "a", 5).await.expect("a job");
    let expected = Job { pull_request: state.id, work: Work::Judge(Gate::Qa, 1), attempts: 1, worker: "a".to_owned() };
    assert_eq!(held, expected);
    assert_eq!(taken(&*two.other, "b", 60_004).await, None, "it is held");
    assert_eq!(two.other.due(&Reach::One(state.id)).await, Ok(Some(60_005)));
    two.one.extend(&held, 50_000, LEASE).await.expect("still held");
    assert_eq!(taken(&*two.other, "b", 60_005).await, None, "it is held for longer");
    let second = taken(&*two.other, "b", 110_000).await.expect("the lease has run out");
    assert_eq!((second.work, second.attempts), (held.work, 2));
    for refused in [two.one.extend(&held, 110_001, LEASE).await, two.one.finish(&held).await, two.one.postpone(&held, 0).await] {
        assert_eq!(refused, Err(StoreError::LeaseLost));
    }
    two.other.postpone(&second, 200_000).await.expect("still held");
    assert_eq!((taken(&*two.one, "a", 199_999).await, two.one.due(&Reach::All).await), (None, Ok(Some(200_000))));
    let third = taken(&*two.one, "a", 200_000).await.expect("it is due");
    assert_eq!(third.attempts, 3);
    two.one.finish(&third).await.expect("still held");
    assert_eq!((taken(&*two.other, "b", LATER).await, two.other.due(&Reach::All).await), (None, Ok(None)));
    assert_eq!(two.one.finish(&third).await, Err(StoreError::LeaseLost), "it has ended");
}

async fn a_worker_that_lost_its_job_writes_nothing(two: Two) {
    let state = opened(&*two.one, "topic").await;
    let lost = taken(&*two.one, "a", 5).await.expect("a job");
    let held = taken(&*two.other, "b", 70_000).await.expect("the lease has run out");
    let recorded = record_gate_verdict(&state, rejection(&state, Gate::Qa, None)).expect("its turn");
    assert_eq!(two.one.commit(&state, &recorded, Some(&lost), 70_001).await, Err(StoreError::LeaseLost));
    assert_eq!(two.other.load(state.id).await, Ok(state.clone()));
    two.other.commit(&state, &recorded, Some(&held), 70_001).await.expect("it is written");
    // The job has ended, and what follows is there.
    let next = taken(&*two.one, "a", 70_001).await.expect("a job");
    assert!(matches!(next.work, Work::Correct(2) | Work::Comment(3)), "{next:?}");
}

async fn work_of_a_turn_that_has_passed_is_void(two: Two) {
    let state = opened(&*two.one, "topic").await;
    let held = taken(&*two.one, "a", 5).await.expect("a job");
    let noted = written(&*two.other, &state, record_comment(&state, 2, Ok(String::new()))).await;
    two.one.extend(&held, 6, LEASE).await.expect("a note changes nothing");
    let stop = Block { reason: BlockReason::GateFailed, diagnosis: String::new() };
    let blocked = written(&*two.other, &noted, block(&noted, stop).expect("it goes on")).await;
    assert_eq!(two.one.extend(&held, 6, LEASE).await, Err(StoreError::LeaseLost));
    assert_eq!(taken(&*two.one, "a", LATER).await, None);
    written(&*two.other, &blocked, unblock(&blocked, Resume::Resume).expect("blocked")).await;
    let next = taken(&*two.one, "a", LATER).await.expect("a job");
    assert_eq!((next.work, next.attempts), (Work::Judge(Gate::Qa, 2), 1));
    // A new head in the same round asks for the same work once more.
    let state = two.one.load(state.id).await.expect("it is there");
    written(&*two.other, &state, move_head(&state, commit(3), Lineage::Descends).expect("a new head")).await;
    assert_eq!(two.one.extend(&next, LATER, LEASE).await, Err(StoreError::LeaseLost));
    let again = taken(&*two.one, "a", LATER).await.expect("a job");
    assert_eq!((again.work, again.attempts), (Work::Judge(Gate::Qa, 2), 1));
}

async fn comments_are_given_out_in_order(two: Two) {
    let mut state = opened(&*two.one, "topic").await;
    for n in 2..4 {
        state =
            written(&*two.one, &state, record_gate_verdict(&state, rejection(&state, Gate::Qa, None)).expect("its turn")).await;
        state = written(&*two.one, &state, move_head(&state, commit(n), Lineage::Descends).expect("a new head")).await;
    }
    let stop = Block { reason: BlockReason::GateFailed, diagnosis: String::new() };
    written(&*two.one, &state, block(&state, stop).expect("it goes on")).await;
    let first = taken(&*two.one, "a", 10).await.expect("a job");
    assert_eq!(first.work, Work::Comment(3));
    assert_eq!(taken(&*two.other, "b", 10).await, None, "one after the other");
    two.one.postpone(&first, 20).await.expect("held");
    assert_eq!((taken(&*two.other, "b", 19).await, two.other.due(&Reach::All).await), (None, Ok(Some(20))));
    let first = taken(&*two.other, "b", 20).await.expect("a job");
    two.other.finish(&first).await.expect("held");
    let second = taken(&*two.one, "a", 20).await.expect("a job");
    assert_eq!((first.work, second.work), (Work::Comment(3), Work::Comment(6)));
}

async fn the_breaker_stops_work_but_no_comments(two: Two) {
    let store = &*two.one;
    let stop = || Block { reason: BlockReason::NoVerdict, diagnosis: String::new() };
    for n in 0..BREAKER_LIMIT {
        assert_eq!(store.blocked_in_a_row("here").await, Ok(n));
        let state = opened(store, &format!("topic-{n}")).await;
        written(store, &state, block(&state, stop()).expect("it goes on")).await;
    }
    let waits = opened(store, "waits").await;
    let elsewhere = Terms { repository: "there".to_owned(), ..on("waits") };
    let elsewhere = store.open(elsewhere, commit(1), 5).await.expect("another repository");
    for of in [Reach::Repository("here".to_owned()), Reach::Repository("nowhere".to_owned())] {
        assert_eq!((store.take(&of, "a", LATER, LEASE).await, store.due(&of).await), (Ok(None), Ok(None)));
    }
    assert_eq!(store.due(&Reach::Repository("there".to_owned())).await, Ok(Some(5)));
    assert_eq!(taken(store, "a", LATER).await.map(|job| job.pull_request), Some(elsewhere.id));
    assert_eq!((taken(&*two.other, "b", LATER).await, two.other.due(&Reach::One(waits.id)).await), (None, Ok(None)));
    let waits = written(store, &waits, record_gate_verdict(&waits, rejection(&waits, Gate::Qa, None)).expect("its turn")).await;
    assert_eq!(taken(store, "a", LATER).await.map(|job| job.work), Some(Work::Comment(3)));
    two.other.rearm("here").await.expect("it is rearmed");
    assert_eq!(taken(store, "a", LATER).await.map(|job| job.work), Some(Work::Correct(2)));

    // A person's no is no failure, and a pull request that reaches the person ends the row.
    let stopped = written(store, &waits, block(&waits, stop()).expect("it goes on")).await;
    assert_eq!(store.blocked_in_a_row("here").await, Ok(1));
    let mut state = written(store, &stopped, unblock(&stopped, Resume::Restart).expect("blocked")).await;
    for gate in Gate::ALL {
        state = written(store, &state, record_gate_verdict(&state, approval(&state, gate)).expect("its turn")).await;
    }
    assert_eq!(store.blocked_in_a_row("here").await, Ok(0));
    let no = UserDecision { verdict: Verdict::ChangesRequested, head: state.head, reason: "no".to_owned() };
    written(store, &state, decide_by_user(&state, no).expect("the person's turn")).await;
    assert_eq!(store.blocked_in_a_row("here").await, Ok(0));
}

async fn a_branch_has_one_pull_request_at_a_time(two: Two) {
    let mut state = opened(&*two.one, "topic").await;
    let second = two.other.open(on("topic"), commit(2), 6).await;
    assert_eq!(second, Err(StoreError::AlreadyOpen { id: state.id, branch: "topic".to_owned() }));
    for gate in Gate::ALL {
        state = written(&*two.one, &state, record_gate_verdict(&state, approval(&state, gate)).expect("its turn")).await;
    }
    let yes = UserDecision { verdict: Verdict::Approved, head: state.head, reason: String::new() };
    let over = written(&*two.one, &state, decide_by_user(&state, yes).expect("the person's turn")).await;
    assert!(matches!(over.turn(), Turn::Over(_)));
    let next = two.other.open(on("topic"), commit(2), 6).await.expect("the first one is over");
    assert_eq!(next.id, state.id + 1);

    // Of many at once on one branch one opens, and on many branches each.
    let (mut opens, mut ids) = (tokio::task::JoinSet::new(), Vec::new());
    for n in 0..6 {
        let store = if n % 2 == 0 { two.one.clone() } else { two.other.clone() };
        opens.spawn(async move {
            (store.open(on("same"), commit(1), 6).await, store.open(on(&format!("own-{n}")), commit(1), 6).await)
        });
    }
    let mut same = 0;
    while let Some(joined) = opens.join_next().await {
        let (one, own) = joined.expect("no panic");
        same += usize::from(one.is_ok());
        ids.extend(one.ok().map(|state| state.id));
        ids.push(own.expect("its own branch").id);
    }
    ids.sort_unstable();
    assert_eq!((same, ids), (1, (next.id + 1..=next.id + 7).collect()));
}

async fn many_workers_take_each_job_once(two: Two) {
    for n in 0..12 {
        opened(&*two.one, &format!("topic-{n}")).await;
    }
    let mut workers = tokio::task::JoinSet::new();
    for n in 0..6 {
        let store = if n % 2 == 0 { two.one.clone() } else { two.other.clone() };
        workers.spawn(async move {
            let mut all = Vec::new();
            // A row that somebody else holds is passed over, so an empty answer may be early.
            for _ in 0..40 {
                all.extend(taken(&*store, &n.to_string(), 10).await.map(|job| job.pull_request));
            }
            all
        });
    }
    let mut all = Vec::new();
    while let Some(joined) = workers.join_next().await {
        all.extend(joined.expect("no panic"));
    }
    all.sort_unstable();
    assert_eq!(all, (1..=12).collect::<Vec<_>>());
    assert!(matches!(two.one.timeline(1).await.expect("a timeline")[0].event, Event::Opened { .. }));
}
