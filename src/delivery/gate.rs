//! The words of the gates. On the wire they are those of the first implementation, so that its readers keep working.

use std::fmt;

/// Which decision a pull request waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GateStatus {
    /// QA has to judge.
    AwaitingQa,
    /// QA has approved; SecOps has to judge.
    AwaitingSecops,
    /// Both have approved; a person has to judge. Final here: the program never merges.
    AwaitingUser,
}

impl GateStatus {
    /// Every status, in the gates' order.
    pub const ALL: [Self; 3] = [Self::AwaitingQa, Self::AwaitingSecops, Self::AwaitingUser];

    /// The wire name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AwaitingQa => "awaiting_qa",
            Self::AwaitingSecops => "awaiting_secops",
            Self::AwaitingUser => "awaiting_user",
        }
    }

    /// The gate that may judge now; nothing when it is the person's turn.
    pub const fn gate(self) -> Option<Gate> {
        match self {
            Self::AwaitingQa => Some(Gate::Qa),
            Self::AwaitingSecops => Some(Gate::Secops),
            Self::AwaitingUser => None,
        }
    }
}

/// A gate that judges by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Gate {
    /// Every rule of the task has a test, and the tests pass.
    Qa,
    /// The scanners find nothing.
    Secops,
}

impl Gate {
    /// Both gates, in their order.
    pub const ALL: [Self; 2] = [Self::Qa, Self::Secops];

    /// The wire name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Qa => "qa",
            Self::Secops => "secops",
        }
    }

    /// The status in which this gate judges.
    pub const fn status(self) -> GateStatus {
        match self {
            Self::Qa => GateStatus::AwaitingQa,
            Self::Secops => GateStatus::AwaitingSecops,
        }
    }
}

/// What a gate says about a commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// It may go on.
    Approved,
    /// It goes back to the developer.
    ChangesRequested,
}

impl Verdict {
    /// Both verdicts.
    pub const ALL: [Self; 2] = [Self::Approved, Self::ChangesRequested];

    /// The wire name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Approved => "approved",
            Self::ChangesRequested => "changes_requested",
        }
    }
}

/// Why a pull request is blocked without a verdict that says so. The set is closed: an unknown cause points to no action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BlockOrigin {
    /// The machine, the network, a program that is missing or does not end.
    Infra,
    /// The model did not conclude.
    Modelo,
    /// The code under review, or a case that this program does not know.
    Codigo,
    /// A limit or a decision of people: the cap of corrections, a budget.
    Politica,
}

impl BlockOrigin {
    /// Every origin.
    pub const ALL: [Self; 4] = [Self::Infra, Self::Modelo, Self::Codigo, Self::Politica];

    /// The wire name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Infra => "infra",
            Self::Modelo => "modelo",
            Self::Codigo => "codigo",
            Self::Politica => "politica",
        }
    }
}

/// What stopped a pull request. Each has one origin, so that nobody has to guess where to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BlockReason {
    /// The gate rejected once more than the corrections that were allowed.
    CorrectionsExhausted,
    /// A correction left a finding as it was.
    SameFinding,
    /// The developer's command ended without a new commit.
    NoNewCommit,
    /// The developer's command failed, or did not end in time.
    DeveloperFailed,
    /// The branch does not contain the commit that QA approved any more.
    HistoryRewritten,
    /// The branch moved after the gates had approved it.
    MovedAfterApproval,
    /// The gate could not do its work.
    GateFailed,
    /// Nothing could verify the commit.
    NothingVerified,
    /// The model ended without a verdict that its evidence supports.
    NoVerdict,
    /// Nothing is left of the budget.
    BudgetExhausted,
    /// A person rejected the change.
    UserRejected,
    /// The test command did not end in its time.
    SuiteTimedOut,
    /// A case that this program does not know: an error in it.
    Internal,
}

impl BlockReason {
    /// Every reason.
    pub const ALL: [Self; 13] = [
        Self::CorrectionsExhausted,
        Self::SameFinding,
        Self::NoNewCommit,
        Self::DeveloperFailed,
        Self::HistoryRewritten,
        Self::MovedAfterApproval,
        Self::GateFailed,
        Self::NothingVerified,
        Self::NoVerdict,
        Self::BudgetExhausted,
        Self::UserRejected,
        Self::SuiteTimedOut,
        Self::Internal,
    ];

    /// The wire name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::CorrectionsExhausted => "corrections_exhausted",
            Self::SameFinding => "same_finding",
            Self::NoNewCommit => "no_new_commit",
            Self::DeveloperFailed => "developer_failed",
            Self::HistoryRewritten => "history_rewritten",
            Self::MovedAfterApproval => "moved_after_approval",
            Self::GateFailed => "gate_failed",
            Self::NothingVerified => "nothing_verified",
            Self::NoVerdict => "no_verdict",
            Self::BudgetExhausted => "budget_exhausted",
            Self::UserRejected => "user_rejected",
            Self::SuiteTimedOut => "suite_timed_out",
            Self::Internal => "internal",
        }
    }

    /// Where to look.
    pub const fn origin(self) -> BlockOrigin {
        match self {
            Self::GateFailed | Self::NothingVerified | Self::DeveloperFailed => BlockOrigin::Infra,
            Self::NoVerdict => BlockOrigin::Modelo,
            Self::SameFinding | Self::NoNewCommit | Self::SuiteTimedOut | Self::Internal => BlockOrigin::Codigo,
            Self::CorrectionsExhausted
            | Self::HistoryRewritten
            | Self::MovedAfterApproval
            | Self::BudgetExhausted
            | Self::UserRejected => BlockOrigin::Politica,
        }
    }
}

/// What is to be done after a verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NextAction {
    /// The developer corrects on the same branch.
    Correct,
    /// SecOps judges.
    RunSecops,
    /// It is the person's turn.
    Done,
    /// Nothing moves before a person unblocks it.
    Blocked,
}

impl NextAction {
    /// Every action.
    pub const ALL: [Self; 4] = [Self::Correct, Self::RunSecops, Self::Done, Self::Blocked];

    /// The wire name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Correct => "correct",
            Self::RunSecops => "run_secops",
            Self::Done => "done",
            Self::Blocked => "blocked",
        }
    }
}

macro_rules! shown_as_its_wire_name {
    ($($word:ty),+) => {
        $(impl fmt::Display for $word {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl $word {
            /// Reads a wire name; nothing for any other text.
            pub fn parse(text: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|word| word.as_str() == text)
            }
        })+
    };
}

shown_as_its_wire_name!(GateStatus, Gate, Verdict, BlockOrigin, BlockReason, NextAction);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_read_back_and_no_other_text_is() {
        macro_rules! check {
            ($($word:ty),+) => { $(
                for word in <$word>::ALL {
                    assert_eq!(<$word>::parse(word.as_str()), Some(word));
                    assert_eq!(<$word>::parse(&word.as_str().to_uppercase()), None);
                }
                assert_eq!(<$word>::parse(""), None);
            )+ };
        }
        check!(GateStatus, Gate, Verdict, BlockOrigin, BlockReason, NextAction);
    }
}
