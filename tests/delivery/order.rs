//! The order of the gates, the cap of corrections, and the only way to the person, over generated histories.

use aurumcode::change::Oid;
use aurumcode::delivery::{
    Block, BlockReason, Event, Gate, GateStatus, Lineage, PullRequest, Recorded, Refused, Resume, Turn, UserDecision, Verdict,
    Work, block, decide_by_user, move_head, open, record_gate_verdict, unblock,
};
use proptest::prelude::*;

use crate::fixtures::{approval, commit, opened, rejection, terms};

/// Something that somebody tries.
#[derive(Debug, Clone)]
enum Try {
    Verdict { gate: Gate, verdict: Verdict, stale_round: bool, other_head: bool, bare: bool, fingerprint: Option<u8> },
    Move { to: u8, lineage: Lineage },
    Block,
    Unblock(Resume),
    User(Verdict),
}

fn tries() -> impl Strategy<Value = Try> {
    let gate = prop_oneof![Just(Gate::Qa), Just(Gate::Secops)];
    let verdict = prop_oneof![3 => Just(Verdict::Approved), 2 => Just(Verdict::ChangesRequested)];
    let rarely = || prop::bool::weighted(0.1);
    let fingerprint = prop_oneof![4 => any::<u8>().prop_map(Some), 1 => Just(None)];
    prop_oneof![
        6 => (gate, verdict.clone(), rarely(), rarely(), rarely(), fingerprint).prop_map(
            |(gate, verdict, stale_round, other_head, bare, fingerprint)| Try::Verdict { gate, verdict, stale_round, other_head, bare, fingerprint }
        ),
        4 => (any::<u8>(), prop_oneof![4 => Just(Lineage::Descends), 1 => Just(Lineage::Rewritten)])
            .prop_map(|(to, lineage)| Try::Move { to, lineage }),
        1 => Just(Try::Block),
        2 => prop_oneof![Just(Resume::Resume), Just(Resume::Restart)].prop_map(Try::Unblock),
        1 => verdict.prop_map(Try::User),
    ]
}

fn attempt(state: &PullRequest, what: &Try) -> Result<Recorded, Refused> {
    match what {
        Try::Verdict { gate, verdict, stale_round, other_head, bare, fingerprint } => {
            let mut judgement = match verdict {
                Verdict::Approved => approval(state, *gate),
                Verdict::ChangesRequested => rejection(state, *gate, fingerprint.map(|n| n.to_string()).as_deref()),
            };
            if *stale_round {
                judgement.round -= 1;
            }
            if *other_head {
                judgement.head = Oid::parse("f".repeat(64)).expect("an id");
            }
            if *bare {
                judgement.items.clear();
                judgement.proof = match judgement.proof {
                    aurumcode::delivery::Proof::Qa { run, .. } => aurumcode::delivery::Proof::Qa { matrix: Vec::new(), run },
                    aurumcode::delivery::Proof::Secops { run, .. } => {
                        aurumcode::delivery::Proof::Secops { scanners: Vec::new(), run }
                    }
                };
            }
            record_gate_verdict(state, judgement)
        }
        Try::Move { to, lineage } => move_head(state, commit(*to), *lineage),
        Try::Block => block(state, Block { reason: BlockReason::GateFailed, diagnosis: "gone".to_owned() }),
        Try::Unblock(how) => unblock(state, *how),
        Try::User(verdict) => decide_by_user(state, UserDecision { verdict: *verdict, head: state.head, reason: String::new() }),
    }
}

/// What the events say, read without the state: the commit that QA approved and whether the head still contains it, and the commit
/// that SecOps approved while it did.
#[derive(Default)]
struct Reader {
    head: Option<Oid>,
    qa: Option<Oid>,
    both: Option<Oid>,
}

impl Reader {
    fn read(&mut self, event: &Event) {
        match event {
            Event::Opened { head, .. } => self.head = Some(*head),
            Event::Judged(verdict) => {
                assert_eq!(Some(verdict.head), self.head, "a verdict is about the head");
                match (verdict.gate, verdict.verdict) {
                    (Gate::Qa, Verdict::Approved) => self.qa = Some(verdict.head),
                    (Gate::Secops, Verdict::Approved) => self.both = self.qa.map(|_| verdict.head),
                    (Gate::Qa | Gate::Secops, Verdict::ChangesRequested) => {}
                }
            }
            Event::HeadMoved { head, lineage } => {
                self.head = Some(*head);
                self.both = None;
                if *lineage == Lineage::Rewritten {
                    self.qa = None;
                }
            }
            Event::Unblocked(how) => {
                self.both = None;
                if *how == Resume::Restart {
                    self.qa = None;
                }
            }
            Event::GateChanged { .. }
            | Event::Blocked(_)
            | Event::UserDecided(_)
            | Event::Spent(_)
            | Event::CommentPosted { .. }
            | Event::CommentFailed { .. } => {}
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn no_history_breaks_the_order(cap in 1_u32..5, tried in prop::collection::vec(tries(), 0..60)) {
        let first = open(1, terms(cap), commit(0));
        let (mut state, mut events) = (first.state, first.events);
        let mut reader = Reader::default();
        events.iter().for_each(|event| reader.read(event));
        for what in &tried {
            let before = state.clone();
            let Ok(recorded) = attempt(&before, what) else { continue };
            recorded.events.iter().for_each(|event| reader.read(event));
            state = recorded.state;
            events.extend(recorded.events.iter().cloned());

            // The state is what the events add up to, and they have no gaps.
            let added_up = PullRequest::replay(1, &events);
            prop_assert_eq!(Some(&state), added_up.as_ref());
            prop_assert_eq!(state.sequence, events.len() as u64);
            // One step at a time, and back only by a person's word.
            let unblocked = matches!(what, Try::Unblock(_));
            match (before.status, state.status) {
                (GateStatus::AwaitingQa, GateStatus::AwaitingSecops) | (GateStatus::AwaitingSecops, GateStatus::AwaitingUser) => {
                    prop_assert_eq!(state.corrections, 0);
                }
                (one, other) => prop_assert!(one == other || unblocked, "{} to {}", one, other),
            }
            // Only with both approvals of what a person gets.
            if state.turn() == Turn::User || matches!(&state.decision, Some(decision) if decision.verdict == Verdict::Approved) {
                prop_assert_eq!(reader.both, Some(state.head));
            }
            // The cap is exact, and what costs no correction costs none.
            prop_assert!(state.corrections <= cap);
            if state.corrections > before.corrections {
                prop_assert_eq!(state.corrections, before.corrections + 1);
                prop_assert!(matches!(state.turn(), Turn::Developer(_)));
            }
            // Nobody is forgotten: work follows, or a person is asked, or it is over.
            let waits = matches!(state.turn(), Turn::User | Turn::Blocked(_) | Turn::Over(_));
            let works = recorded.work.iter().any(|work| matches!(work, Work::Judge(..) | Work::Correct(_)));
            prop_assert_eq!(waits, !works);
            for work in &recorded.work {
                match work {
                    Work::Judge(gate, round) => prop_assert_eq!((state.status.gate(), state.round), (Some(*gate), *round)),
                    Work::Correct(round) => prop_assert_eq!(state.round, *round),
                    Work::Comment(sequence) => {
                        prop_assert!(matches!(events[usize::try_from(*sequence).unwrap() - 1], Event::Judged(_)));
                    }
                }
            }
        }
    }
}

#[test]
fn a_cap_of_k_allows_k_corrections_at_each_gate() {
    for k in [1, 2, 3, 7] {
        let mut state = opened(k);
        for gate in Gate::ALL {
            for n in 0..k {
                let rejected = record_gate_verdict(&state, rejection(&state, gate, None)).expect("its turn").state;
                assert_eq!((rejected.corrections, matches!(rejected.turn(), Turn::Developer(_))), (n + 1, true));
                let next = commit(u8::try_from(rejected.sequence).unwrap());
                state = move_head(&rejected, next, Lineage::Descends).expect("a new commit").state;
            }
            let last = record_gate_verdict(&state, rejection(&state, gate, None)).expect("its turn").state;
            assert!(matches!(last.turn(), Turn::Blocked(block) if block.reason == BlockReason::CorrectionsExhausted));
            assert_eq!((last.status, last.corrections), (gate.status(), k));
            // A person lets it go on where it stopped, with a counter of 0, and the gate looks again.
            state = unblock(&last, Resume::Resume).expect("it is blocked").state;
            assert_eq!((state.turn(), state.corrections), (Turn::Gate(gate), 0));
            state = record_gate_verdict(&state, approval(&state, gate)).expect("its turn").state;
            assert_eq!(state.corrections, 0);
        }
        assert_eq!(state.turn(), Turn::User);
    }
}
