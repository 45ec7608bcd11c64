//! What an approval must prove, what a stale word is worth, and what stops a correction loop early.

use aurumcode::delivery::{
    BlockOrigin, BlockReason, Gate, InvalidGateAction, Lineage, MatrixProblem, NextAction, Proof, PullRequest, Refused, Resume,
    SuiteRun, Turn, UserDecision, Verdict, Work, decide_by_user, move_head, record_gate_verdict, unblock,
};

use crate::fixtures::{answer, approval, commit, green, matrix, opened, rejection};

/// A pull request at this gate.
fn at(gate: Gate) -> PullRequest {
    let state = opened(3);
    match gate {
        Gate::Qa => state,
        Gate::Secops => record_gate_verdict(&state, approval(&state, Gate::Qa)).expect("its turn").state,
    }
}

fn at_user() -> PullRequest {
    let state = at(Gate::Secops);
    record_gate_verdict(&state, approval(&state, Gate::Secops)).expect("its turn").state
}

#[test]
fn who_speaks_out_of_turn_is_told_so() {
    for state in [at(Gate::Qa), at(Gate::Secops), at_user()] {
        for gate in Gate::ALL.into_iter().filter(|gate| state.status.gate() != Some(*gate)) {
            for judgement in [approval(&state, gate), rejection(&state, gate, None)] {
                let refused = InvalidGateAction { gate, status: state.status };
                assert_eq!(record_gate_verdict(&state, judgement), Err(Refused::Turn(refused)));
            }
        }
    }
}

#[test]
fn a_word_about_another_round_or_commit_is_refused() {
    for gate in Gate::ALL {
        let state = at(gate);
        for judgement in [approval(&state, gate), rejection(&state, gate, None)] {
            for round in [state.round - 1, state.round + 1] {
                let mut stale = judgement.clone();
                stale.round = round;
                assert_eq!(record_gate_verdict(&state, stale), Err(Refused::Round { given: round, current: state.round }));
            }
            let mut other = judgement.clone();
            other.head = commit(9);
            assert_eq!(record_gate_verdict(&state, other), Err(Refused::Head { given: commit(9), current: state.head }));
        }
    }
}

#[test]
fn a_second_word_of_the_same_round_changes_nothing() {
    for gate in Gate::ALL {
        let state = at(gate);
        for judgement in [approval(&state, gate), rejection(&state, gate, None)] {
            let once = record_gate_verdict(&state, judgement.clone()).expect("its turn").state;
            record_gate_verdict(&once, judgement).expect_err("the round is over");
        }
    }
}

#[test]
fn qa_approves_only_with_its_matrix() {
    let state = at(Gate::Qa);
    let with = |matrix, run| {
        let mut judgement = approval(&state, Gate::Qa);
        judgement.proof = Proof::Qa { matrix, run };
        record_gate_verdict(&state, judgement)
    };
    assert!(with(matrix(), green()).is_ok());
    let red = SuiteRun { exit_code: Some(1), ..green() };
    assert_eq!(with(matrix(), red), Err(Refused::Matrix(vec![MatrixProblem::SuiteFailed])));
    let one = matrix().into_iter().take(1).collect();
    assert_eq!(with(one, green()), Err(Refused::Matrix(vec![MatrixProblem::MissingRule("R2".to_owned())])));
    // A command that runs no test ends with 0 too.
    let nothing = SuiteRun { exit_code: Some(0), ..SuiteRun::default() };
    assert!(matches!(with(matrix(), nothing), Err(Refused::Matrix(problems)) if problems.len() == 2));
}

#[test]
fn secops_approves_only_what_was_looked_at() {
    let state = at(Gate::Secops);
    let with = |scanners| {
        let mut judgement = approval(&state, Gate::Secops);
        judgement.proof = Proof::Secops { scanners, run: None };
        record_gate_verdict(&state, judgement)
    };
    assert_eq!(with(vec![answer("a", Some(0)), answer("b", None)]).expect("one looked").state.turn(), Turn::User);
    assert_eq!(with(Vec::new()), Err(Refused::Scanners));
    assert_eq!(with(vec![answer("a", None), answer("b", None)]), Err(Refused::Scanners));
    assert_eq!(with(vec![answer("a", Some(0)), answer("b", Some(1))]), Err(Refused::Scanners));
}

#[test]
fn a_rejection_says_what_to_change_and_an_approval_does_not() {
    for gate in Gate::ALL {
        let state = at(gate);
        let mut silent = rejection(&state, gate, None);
        silent.items.clear();
        assert_eq!(record_gate_verdict(&state, silent), Err(Refused::NoItems));
        let mut torn = approval(&state, gate);
        torn.items = rejection(&state, gate, None).items;
        assert_eq!(record_gate_verdict(&state, torn), Err(Refused::Items));
    }
}

#[test]
fn after_a_correction_secops_needs_the_tests_of_the_new_commit() {
    let state = at(Gate::Secops);
    let rejected = record_gate_verdict(&state, rejection(&state, Gate::Secops, Some("s"))).expect("its turn");
    assert_eq!((rejected.next_action(), rejected.work.last()), (NextAction::Correct, Some(&Work::Correct(3))));
    let moved = move_head(&rejected.state, commit(2), Lineage::Descends).expect("a new commit").state;
    for (run, proves) in [
        (None, false),
        (Some(SuiteRun { exit_code: Some(1), ..green() }), false),
        (Some(SuiteRun { exit_code: Some(0), ..SuiteRun::default() }), false),
        (Some(green()), true),
    ] {
        let mut judgement = approval(&moved, Gate::Secops);
        judgement.proof = Proof::Secops { scanners: vec![answer("secrets", Some(0))], run };
        let recorded = record_gate_verdict(&moved, judgement);
        assert_eq!(recorded.is_ok(), proves, "{recorded:?}");
    }
}

#[test]
fn the_same_commit_is_not_judged_twice_and_the_same_finding_stops_the_loop() {
    for gate in Gate::ALL {
        let state = at(gate);
        let once = record_gate_verdict(&state, rejection(&state, gate, Some("f"))).expect("its turn").state;
        assert_eq!(record_gate_verdict(&once, rejection(&once, gate, Some("g"))), Err(Refused::NoNewCommit(once.head)));
        assert_eq!(move_head(&once, once.head, Lineage::Descends), Err(Refused::NoNewCommit(once.head)));
        let moved = move_head(&once, commit(2), Lineage::Descends).expect("a new commit").state;
        let twice = record_gate_verdict(&moved, rejection(&moved, gate, Some("f"))).expect("its turn").state;
        let Turn::Blocked(block) = twice.turn() else { panic!("{twice:?}") };
        assert_eq!((block.reason, block.origin()), (BlockReason::SameFinding, BlockOrigin::Codigo));
        assert_eq!(twice.corrections, 1, "no correction follows, so none is counted");
        // What a person lets go on is looked at again, and the old finding is a first one.
        let resumed = unblock(&twice, Resume::Resume).expect("it is blocked").state;
        let third = record_gate_verdict(&resumed, rejection(&resumed, gate, Some("f"))).expect("its turn").state;
        assert!(matches!(third.turn(), Turn::Developer(_)));
    }
}

#[test]
fn a_rewritten_branch_does_not_keep_qas_word() {
    let state = at(Gate::Secops);
    let rewritten = move_head(&state, commit(2), Lineage::Rewritten).expect("a new commit").state;
    assert!(matches!(rewritten.turn(), Turn::Blocked(block) if block.reason == BlockReason::HistoryRewritten));
    assert_eq!(unblock(&rewritten, Resume::Resume).expect("it is blocked").state.turn(), Turn::Gate(Gate::Qa));
}

#[test]
fn the_person_gets_what_was_approved_and_has_the_last_word() {
    let state = at_user();
    let say = |verdict, head| decide_by_user(&state, UserDecision { verdict, head, reason: "because".to_owned() });
    assert!(matches!(say(Verdict::Approved, commit(9)), Err(Refused::Head { .. })));
    let approved = say(Verdict::Approved, state.head).expect("its turn").state;
    assert!(matches!(approved.turn(), Turn::Over(_)));
    assert_eq!(move_head(&approved, commit(5), Lineage::Descends), Err(Refused::Over));
    let rejected = say(Verdict::ChangesRequested, state.head).expect("its turn").state;
    assert!(matches!(rejected.turn(), Turn::Blocked(block) if block.reason == BlockReason::UserRejected));
    assert_eq!(unblock(&rejected, Resume::Restart).expect("it is blocked").state.turn(), Turn::Gate(Gate::Qa));
    for lineage in [Lineage::Descends, Lineage::Rewritten] {
        let moved = move_head(&state, commit(7), lineage).expect("a new commit").state;
        assert!(matches!(moved.turn(), Turn::Blocked(block) if block.reason == BlockReason::MovedAfterApproval));
        assert_eq!(unblock(&moved, Resume::Resume).expect("it is blocked").state.turn(), Turn::Gate(Gate::Qa));
    }
}

#[test]
fn nothing_counts_while_it_is_blocked() {
    let state = at_user();
    let blocked = move_head(&state, commit(7), Lineage::Descends).expect("a new commit").state;
    for gate in Gate::ALL {
        assert_eq!(record_gate_verdict(&blocked, approval(&blocked, gate)), Err(Refused::Blocked));
    }
    assert_eq!(move_head(&blocked, commit(8), Lineage::Descends), Err(Refused::Blocked));
    assert_eq!(unblock(&state, Resume::Resume), Err(Refused::NotBlocked));
}
