//! A pull request: the state that its events add up to.
//!
//! Nothing here decides; it only adds up. Whoever wants to change a pull request asks `record`, and stores the events that come back.

use std::collections::BTreeSet;

use crate::change::Oid;

use super::{Block, Event, Gate, GateStatus, GateVerdict, Ledger, Lineage, Resume, Terms, UserDecision, Verdict};

/// The name of a pull request within its store, from 1.
pub type PullRequestId = u64;

/// Where a pull request stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PullRequest {
    /// Its name.
    pub id: PullRequestId,
    /// What was agreed when the gates opened.
    pub terms: Terms,
    /// Whose turn it is.
    pub status: GateStatus,
    /// The corrections of this visit of the gate.
    pub corrections: u32,
    /// The round in which the next verdict counts, from 1. Each verdict ends a round, and so does a person's unblocking.
    pub round: u32,
    /// The commit under review.
    pub head: Oid,
    /// The commit that QA approved, as long as the head contains it.
    pub qa_approved: Option<Oid>,
    /// The last verdict of the gate whose turn it is, when it was a rejection that has not been answered by a new commit.
    pub rejection: Option<GateVerdict>,
    /// What this visit of the gate has rejected so far.
    pub rejected: BTreeSet<String>,
    /// Why it does not move.
    pub block: Option<Block>,
    /// What a person said at the end.
    pub decision: Option<UserDecision>,
    /// What the work on it has cost so far.
    pub spent: Ledger,
    /// The number of its last event, from 1 and without gaps.
    pub sequence: u64,
}

/// What is to be done next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn<'a> {
    /// The gate judges the head.
    Gate(Gate),
    /// The developer answers the rejection with a new commit.
    Developer(&'a GateVerdict),
    /// A person decides.
    User,
    /// A person unblocks it.
    Blocked(&'a Block),
    /// Nothing: a person has decided.
    Over(&'a UserDecision),
}

impl PullRequest {
    /// The state that `events` add up to; nothing when they do not begin with an opening.
    pub fn replay<'a>(id: PullRequestId, events: impl IntoIterator<Item = &'a Event>) -> Option<Self> {
        let mut events = events.into_iter();
        let Some(Event::Opened { terms, head }) = events.next() else { return None };
        let mut state = Self::opened(id, (**terms).clone(), *head);
        for event in events {
            state.apply(event);
        }
        Some(state)
    }

    /// The state after its opening.
    pub(super) fn opened(id: PullRequestId, terms: Terms, head: Oid) -> Self {
        Self {
            id,
            terms,
            status: GateStatus::AwaitingQa,
            corrections: 0,
            round: 1,
            head,
            qa_approved: None,
            rejection: None,
            rejected: BTreeSet::new(),
            block: None,
            decision: None,
            spent: Ledger::default(),
            sequence: 1,
        }
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Turn<'_> {
        match (&self.block, &self.decision, &self.rejection, self.status.gate()) {
            (Some(block), ..) => Turn::Blocked(block),
            (None, Some(decision), ..) => Turn::Over(decision),
            (None, None, Some(rejection), Some(_)) => Turn::Developer(rejection),
            (None, None, None, Some(gate)) => Turn::Gate(gate),
            (None, None, _, None) => Turn::User,
        }
    }

    /// Takes one more event.
    pub(super) fn apply(&mut self, event: &Event) {
        self.sequence += 1;
        match event {
            // A second opening has no meaning, and none is ever decided.
            Event::Opened { .. } | Event::CommentPosted { .. } | Event::CommentFailed { .. } => {}
            Event::Judged(verdict) => self.judged(verdict),
            Event::GateChanged { status, corrections, .. } => {
                self.status = *status;
                self.corrections = *corrections;
            }
            Event::HeadMoved { head, lineage } => {
                self.head = *head;
                self.rejection = None;
                // What QA approved must be part of what a person gets; and a person gets exactly what SecOps approved.
                if *lineage == Lineage::Rewritten || self.status == GateStatus::AwaitingUser {
                    self.qa_approved = None;
                }
            }
            Event::Blocked(block) => self.block = Some(block.clone()),
            Event::Unblocked(how) => {
                if *how == Resume::Restart {
                    self.qa_approved = None;
                }
                self.status = if self.qa_approved.is_some() { GateStatus::AwaitingSecops } else { GateStatus::AwaitingQa };
                self.block = None;
                self.decision = None;
                self.begin_visit();
                self.corrections = 0;
                self.round += 1;
            }
            Event::Spent(spending) => self.spent.add(*spending),
            Event::UserDecided(decision) => self.decision = Some(decision.clone()),
        }
    }

    fn judged(&mut self, verdict: &GateVerdict) {
        self.round += 1;
        match verdict.verdict {
            Verdict::Approved => {
                if verdict.gate == Gate::Qa {
                    self.qa_approved = Some(verdict.head);
                }
                self.begin_visit();
            }
            Verdict::ChangesRequested => {
                self.rejected.extend(verdict.items.iter().filter_map(|item| item.fingerprint.clone()));
                self.rejection = Some(verdict.clone());
            }
        }
    }

    fn begin_visit(&mut self) {
        self.rejection = None;
        self.rejected.clear();
    }
}
