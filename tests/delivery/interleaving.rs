//! Workers side by side, over generated orders of their steps and generated faults: whatever fails, delays, panics, breaks or dies,
//! every pull request ends at a person, with no verdict lost or doubled.

use std::collections::BTreeSet;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Waker};

use aurumcode::delivery::{
    BREAKER_LIMIT, Event, PullRequest, PullRequestId, Reach, Store, StoreError, Terms, Turn, Verdict, Worker,
};
use proptest::prelude::*;

use crate::fixtures::{commit, terms};
use crate::world::{Act, Fake, Shaky, TestClock, parts};

/// What the scheduler does next.
#[derive(Debug, Clone, Copy)]
enum Move {
    /// This worker goes one step.
    Go(u8),
    /// This worker dies, and another one takes its place.
    Kill(u8),
    /// Time passes.
    Wait,
}

fn moves() -> impl Strategy<Value = Move> {
    prop_oneof![30 => any::<u8>().prop_map(Move::Go), 1 => any::<u8>().prop_map(Move::Kill), 4 => Just(Move::Wait)]
}

fn acts() -> impl Strategy<Value = (Act, u8)> {
    use Act::{Bad, Fail, Good, Hang, Lie, Panic, Push, Refuse, Rewrite, Same};
    let act = prop_oneof![
        8 => Just(Good), 6 => Just(Bad), 1 => Just(Same), 1 => Just(Lie), 3 => Just(Fail), 1 => Just(Refuse), 2 => Just(Hang),
        2 => Just(Panic), 2 => Just(Push), 1 => Just(Rewrite)
    ];
    (act, 0_u8..6)
}

type Running = Pin<Box<dyn Future<Output = Result<(), StoreError>>>>;

/// Workers that a test moves one step at a time.
struct Pool {
    store: Arc<Shaky>,
    fake: Arc<Fake>,
    clock: Arc<TestClock>,
    running: Vec<Option<Running>>,
    started: u32,
}

impl Pool {
    fn start(&mut self, place: usize) {
        self.started += 1;
        let worker = Worker {
            store: self.store.clone(),
            dispatcher: self.fake.clone(),
            clock: self.clock.clone(),
            redactor: Arc::default(),
            name: format!("worker {}", self.started),
        };
        self.running[place] = Some(Box::pin(async move { worker.run(&Reach::All).await }));
    }

    /// One step; true when the worker has nothing to do any more.
    fn go(&mut self, place: usize) -> bool {
        let Some(running) = &mut self.running[place] else { return true };
        match running.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            std::task::Poll::Pending => false,
            std::task::Poll::Ready(Ok(())) => {
                self.running[place] = None;
                true
            }
            // Its connection broke. Whoever runs workers starts it again.
            std::task::Poll::Ready(Err(_)) => {
                self.start(place);
                false
            }
        }
    }

    /// Goes on, fairly and without further faults, until nobody has anything to do.
    fn finish(&mut self) {
        for place in 0..self.running.len() {
            self.start(place);
        }
        for _ in 0..200_000 {
            let idle = (0..self.running.len()).map(|place| self.go(place)).filter(|idle| *idle).count();
            if idle == self.running.len() {
                return;
            }
            // Everybody else waits for the time.
            if (0..3).all(|_| (0..self.running.len()).all(|place| self.running[place].is_none() || !self.go(place))) {
                self.clock.advance();
            }
        }
        panic!("it does not come to an end");
    }
}

/// Waits for something that waits for nobody.
fn now<T>(future: impl Future<Output = T>) -> T {
    let mut future = std::pin::pin!(future);
    match future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        std::task::Poll::Ready(value) => value,
        std::task::Poll::Pending => panic!("it waits"),
    }
}

fn quietly<T>(run: impl FnOnce() -> T) -> T {
    std::panic::set_hook(Box::new(|info| {
        let scripted = info.payload().downcast_ref::<&str>().is_some_and(|text| *text == "as the script says");
        if !scripted {
            eprintln!("{info}");
        }
    }));
    run()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 384, ..ProptestConfig::default() })]

    #[test]
    fn every_pull_request_ends_at_a_person(
        script in prop::collection::vec(acts(), 0..40),
        faults in prop::collection::vec(prop_oneof![30 => Just(0_u8), 1 => Just(1_u8), 1 => Just(2_u8)], 0..300),
        order in prop::collection::vec(moves(), 0..400),
        count in 1_u64..4,
        has_developer in prop::bool::weighted(0.8),
    ) {
        let (store, fake, clock) = parts(script, faults);
        for n in 0..count {
            let mut terms = Terms { branch: format!("topic-{n}"), ..terms(2) };
            if !has_developer {
                terms.task.developer = None;
            }
            now(store.inner.open(terms, commit(1), 0)).expect("it opens");
        }
        let mut pool = Pool { store: store.clone(), fake: fake.clone(), clock, running: vec![None, None, None], started: 0 };
        quietly(|| {
            for what in order {
                match what {
                    Move::Go(place) => {
                        let place = usize::from(place) % pool.running.len();
                        if pool.running[place].is_none() {
                            pool.start(place);
                        }
                        pool.go(place);
                    }
                    Move::Kill(place) => pool.running[usize::from(place) % 3] = None,
                    Move::Wait => drop(pool.clock.advance()),
                }
            }
            pool.store.faults.lock().expect("nobody panicked").clear();
            pool.finish();
        });
        let stopped = now(store.inner.blocked_in_a_row("here")).expect("an answer") >= BREAKER_LIMIT;
        for id in 1..=count {
            check(&store, id, stopped, has_developer)?;
        }
        prop_assert!(pool.fake.world().judged < 300 && pool.fake.world().corrected < 100);
    }
}

/// What holds at the end of every history.
fn check(store: &Shaky, id: PullRequestId, stopped: bool, has_developer: bool) -> Result<(), TestCaseError> {
    let state: PullRequest = now(store.inner.load(id)).expect("it is there");
    let timeline = now(store.inner.timeline(id)).expect("it is there");
    // A person's turn: the last word, a block, or, where a person is the developer, a correction.
    let at_a_person = match state.turn() {
        Turn::User | Turn::Blocked(_) => true,
        Turn::Developer(_) => !has_developer,
        Turn::Gate(_) | Turn::Over(_) => false,
    };
    prop_assert!(at_a_person || stopped, "{:?} of {timeline:#?}", state.turn());
    prop_assert_eq!(PullRequest::replay(id, timeline.iter().map(|happened| &happened.event)), Some(state.clone()));
    // No verdict is doubled, and each is followed by what it led to.
    let mut seen = BTreeSet::new();
    for (n, happened) in timeline.iter().enumerate() {
        if let Event::Judged(verdict) = &happened.event {
            prop_assert!(seen.insert((verdict.gate, verdict.round)));
            let next = timeline.get(n + 1).map(|next| &next.event);
            let led = matches!(next, Some(Event::GateChanged { by: Some(by), .. }) if *by == (verdict.gate, verdict.verdict));
            prop_assert!(led, "{:?}", next);
        }
    }
    // None is lost either: every verdict was told or said not to be, unless there was nowhere to tell it.
    if state.turn() == Turn::User {
        let approvals = |event: &Event| matches!(event, Event::Judged(verdict) if verdict.verdict == Verdict::Approved);
        prop_assert!(timeline.iter().filter(|happened| approvals(&happened.event)).count() >= 2);
    }
    Ok(())
}
