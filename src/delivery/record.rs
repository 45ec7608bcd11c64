//! Decides what a verdict, a new commit or a person's word does to a pull request. The only caller of the state machine.
//!
//! Every function is pure: from the state before, to the events that happened and the work that follows, or to a refusal that
//! changes nothing. A verdict counts only in the round and for the commit that it was asked for, and an approval only with its proof.

use std::num::NonZeroU32;

use crate::change::Oid;

use super::{
    Block, BlockReason, Event, GateStatus, GateVerdict, Judgement, Lineage, Next, Proof, PullRequest, PullRequestId, Recorded,
    Refused, Resume, ScannerAnswer, Spending, SuiteRun, Terms, Turn, UserDecision, Verdict, Work, check_matrix, next_gate_status,
};

/// How many corrections each gate allows, unless the opening says otherwise.
pub const DEFAULT_MAX_CORRECTIONS: NonZeroU32 = NonZeroU32::new(3).unwrap();

/// Opens the gates of a pull request on `head`.
pub fn open(id: PullRequestId, terms: Terms, head: Oid) -> Recorded {
    let state = PullRequest::opened(id, terms.clone(), head);
    let terms = Box::new(terms);
    let mut decided = Deciding { state, events: vec![Event::Opened { terms, head }], work: Vec::new() };
    decided.happens(Event::GateChanged { by: None, status: GateStatus::AwaitingQa, corrections: 0, blocked: false });
    decided.done()
}

/// Records a gate's verdict: what it leads to, and the work that follows.
///
/// # Errors
/// It does not count: see [`Refused`]. Nothing has happened then.
pub fn record_gate_verdict(before: &PullRequest, judgement: Judgement) -> Result<Recorded, Refused> {
    let gate = judgement.proof.gate();
    let verdict = judgement.verdict;
    if before.block.is_some() {
        return Err(Refused::Blocked);
    }
    // The order of the gates comes first: who speaks out of turn is told so, whatever else is wrong.
    let transition = next_gate_status(before.status, gate, verdict, before.corrections, before.terms.max_corrections)?;
    if judgement.round != before.round {
        return Err(Refused::Round { given: judgement.round, current: before.round });
    }
    if judgement.head != before.head {
        return Err(Refused::Head { given: judgement.head, current: before.head });
    }
    if before.rejection.is_some() {
        return Err(Refused::NoNewCommit(before.head));
    }
    match verdict {
        Verdict::Approved => check_approval(before, &judgement)?,
        Verdict::ChangesRequested if judgement.items.is_empty() => return Err(Refused::NoItems),
        Verdict::ChangesRequested => {}
    }
    let again =
        judgement.items.iter().find(|item| item.fingerprint.as_ref().is_some_and(|known| before.rejected.contains(known)));
    let block = match (transition.next, again) {
        (Next::Blocked, _) => Some(Block { reason: BlockReason::CorrectionsExhausted, diagnosis: judgement.summary.clone() }),
        (Next::Status(_), Some(item)) => Some(Block { reason: BlockReason::SameFinding, diagnosis: item.text.clone() }),
        (Next::Status(_), None) => None,
    };
    let (status, corrections) = match (transition.next, &block) {
        (Next::Status(status), None) => (status, transition.corrections),
        // No correction follows, so none is counted.
        (Next::Status(_) | Next::Blocked, _) => (before.status, before.corrections),
    };
    let mut decided = Deciding::new(before);
    decided.happens(Event::Judged(GateVerdict::from(judgement)));
    decided.tell();
    decided.happens(Event::GateChanged { by: Some((gate, verdict)), status, corrections, blocked: block.is_some() });
    if let Some(block) = block {
        decided.happens(Event::Blocked(block));
    }
    Ok(decided.done())
}

/// Records that the branch has another head.
///
/// # Errors
/// It is the same one, the pull request is blocked, or a person has decided.
pub fn move_head(before: &PullRequest, head: Oid, lineage: Lineage) -> Result<Recorded, Refused> {
    match before.turn() {
        Turn::Blocked(_) => return Err(Refused::Blocked),
        Turn::Over(_) => return Err(Refused::Over),
        Turn::Gate(_) | Turn::Developer(_) | Turn::User if head == before.head => return Err(Refused::NoNewCommit(head)),
        Turn::Gate(_) | Turn::Developer(_) | Turn::User => {}
    }
    let mut decided = Deciding::new(before);
    decided.happens(Event::HeadMoved { head, lineage });
    let reason = match (before.status, lineage) {
        (GateStatus::AwaitingUser, Lineage::Descends | Lineage::Rewritten) => Some(BlockReason::MovedAfterApproval),
        (GateStatus::AwaitingSecops, Lineage::Rewritten) => Some(BlockReason::HistoryRewritten),
        (GateStatus::AwaitingQa, _) | (GateStatus::AwaitingSecops, Lineage::Descends) => None,
    };
    if let Some(reason) = reason {
        let diagnosis = format!("the branch went from {} to {}", before.head.short(), head.short());
        decided.happens(Event::Blocked(Block { reason, diagnosis }));
    }
    Ok(decided.done())
}

/// Blocks a pull request that cannot go on by itself. It costs no correction.
///
/// # Errors
/// It is blocked already, or a person has decided.
pub fn block(before: &PullRequest, block: Block) -> Result<Recorded, Refused> {
    match before.turn() {
        Turn::Blocked(_) => return Err(Refused::Blocked),
        Turn::Over(_) => return Err(Refused::Over),
        Turn::Gate(_) | Turn::Developer(_) | Turn::User => {}
    }
    let mut decided = Deciding::new(before);
    decided.happens(Event::Blocked(block));
    Ok(decided.done())
}

/// A person lets it go on.
///
/// # Errors
/// It is not blocked.
pub fn unblock(before: &PullRequest, how: Resume) -> Result<Recorded, Refused> {
    if before.block.is_none() {
        return Err(Refused::NotBlocked);
    }
    let mut decided = Deciding::new(before);
    decided.happens(Event::Unblocked(how));
    Ok(decided.done())
}

/// A person says the last word about the commit that the gates have approved. A rejection also blocks, so that it can be unblocked.
///
/// # Errors
/// The gates have not approved it, it is about another commit, or a person has decided already.
pub fn decide_by_user(before: &PullRequest, decision: UserDecision) -> Result<Recorded, Refused> {
    match before.turn() {
        Turn::User => {}
        Turn::Blocked(_) => return Err(Refused::Blocked),
        Turn::Over(_) => return Err(Refused::Over),
        Turn::Gate(_) | Turn::Developer(_) => return Err(Refused::NotApproved),
    }
    if decision.head != before.head {
        return Err(Refused::Head { given: decision.head, current: before.head });
    }
    let rejected = decision.verdict == Verdict::ChangesRequested;
    let reason = decision.reason.clone();
    let mut decided = Deciding::new(before);
    decided.happens(Event::UserDecided(decision));
    if rejected {
        decided.happens(Event::Blocked(Block { reason: BlockReason::UserRejected, diagnosis: reason }));
    }
    Ok(decided.done())
}

/// Records what became of telling the verdict of event number `about`: where it stands, or why it could not be told.
pub fn record_comment(before: &PullRequest, about: u64, told: Result<String, String>) -> Recorded {
    let mut decided = Deciding::new(before);
    decided.happens(match told {
        Ok(place) => Event::CommentPosted { about, place },
        Err(detail) => Event::CommentFailed { about, detail },
    });
    Recorded { work: Vec::new(), ..decided.done() }
}

/// Adds to what was `recorded` what the work for it has cost. A pull request that has used up its budget, and would go on by itself,
/// is blocked.
pub fn spend(recorded: Recorded, spending: Spending) -> Recorded {
    let Recorded { state, events, work } = recorded;
    let mut decided = Deciding { state, events, work };
    decided.happens(Event::Spent(spending));
    let exhausted = decided.state.spent.exhausted(decided.state.terms.budget);
    if let (Some(diagnosis), Turn::Gate(_) | Turn::Developer(_)) = (exhausted, decided.state.turn()) {
        decided.happens(Event::Blocked(Block { reason: BlockReason::BudgetExhausted, diagnosis }));
        decided.work.retain(|work| matches!(work, Work::Comment(_)));
    }
    Recorded { state: decided.state, events: decided.events, work: decided.work }
}

/// Whether an approval is proved.
fn check_approval(before: &PullRequest, judgement: &Judgement) -> Result<(), Refused> {
    if !judgement.items.is_empty() {
        return Err(Refused::Items);
    }
    match &judgement.proof {
        Proof::Qa { matrix, run } => match check_matrix(&before.terms.task.rules, matrix, run) {
            problems if problems.is_empty() => Ok(()),
            problems => Err(Refused::Matrix(problems)),
        },
        Proof::Secops { scanners, run } => {
            let looked = scanners.iter().any(|answer| answer.findings.is_some());
            let clean = scanners.iter().all(|answer: &ScannerAnswer| answer.findings.unwrap_or(0) == 0);
            // A mended secret can break what QA saw working, so QA's word about another commit needs the tests of this one.
            let seen = before.qa_approved == Some(before.head) || run.as_ref().is_some_and(SuiteRun::proves_something);
            match (looked && clean, before.qa_approved.is_some() && seen) {
                (false, _) => Err(Refused::Scanners),
                (true, false) => Err(Refused::Suite),
                (true, true) => Ok(()),
            }
        }
    }
}

/// A decision in the making.
struct Deciding {
    state: PullRequest,
    events: Vec<Event>,
    work: Vec<Work>,
}

impl Deciding {
    fn new(before: &PullRequest) -> Self {
        Self { state: before.clone(), events: Vec::new(), work: Vec::new() }
    }

    fn happens(&mut self, event: Event) {
        self.state.apply(&event);
        self.events.push(event);
    }

    /// The last event is to be told.
    fn tell(&mut self) {
        self.work.push(Work::Comment(self.state.sequence));
    }

    fn done(mut self) -> Recorded {
        let round = self.state.round;
        match self.state.turn() {
            Turn::Gate(gate) => self.work.push(Work::Judge(gate, round)),
            Turn::Developer(_) if self.state.terms.task.developer.is_some() => self.work.push(Work::Correct(round)),
            // A person corrects; the commit that they push is the answer.
            Turn::Developer(_) | Turn::User | Turn::Blocked(_) | Turn::Over(_) => {}
        }
        Recorded { state: self.state, events: self.events, work: self.work }
    }
}
