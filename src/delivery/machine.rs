//! The state machine of the gates, pure: which status follows a verdict.
//!
//! The order cannot be left: only the gate whose turn it is may judge, QA's approval leads to SecOps and nowhere else, and a
//! rejection stays at its gate. With a cap of K, K corrections of a visit are allowed, and the next rejection blocks.

use std::num::NonZeroU32;

use super::{Gate, GateStatus, Verdict};

/// What follows a verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Transition {
    /// Where the pull request goes.
    pub next: Next,
    /// The corrections of this visit of the gate, this one included; 0 after an approval.
    pub corrections: u32,
}

/// Where a verdict leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// To a status, which may be the same one.
    Status(GateStatus),
    /// Nowhere: the cap of corrections is passed.
    Blocked,
}

/// A gate that judged out of its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the gate `{gate}` cannot judge a pull request that is `{status}`")]
pub struct InvalidGateAction {
    /// The gate that judged.
    pub gate: Gate,
    /// The status at that time.
    pub status: GateStatus,
}

/// The status after `gate` gave `verdict` on a pull request that is `current`, after `corrections` corrections of this visit and
/// with a cap of `max_corrections`.
///
/// # Errors
/// It is not the gate's turn.
pub fn next_gate_status(
    current: GateStatus,
    gate: Gate,
    verdict: Verdict,
    corrections: u32,
    max_corrections: NonZeroU32,
) -> Result<Transition, InvalidGateAction> {
    if current.gate() != Some(gate) {
        return Err(InvalidGateAction { gate, status: current });
    }
    Ok(match verdict {
        Verdict::Approved => {
            let next = match gate {
                Gate::Qa => GateStatus::AwaitingSecops,
                Gate::Secops => GateStatus::AwaitingUser,
            };
            Transition { next: Next::Status(next), corrections: 0 }
        }
        Verdict::ChangesRequested => {
            let corrections = corrections.saturating_add(1);
            let next = if corrections > max_corrections.get() { Next::Blocked } else { Next::Status(current) };
            Transition { next, corrections }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cap(number: u32) -> NonZeroU32 {
        NonZeroU32::new(number).expect("a cap is positive")
    }

    /// The whole table: every status, gate and verdict, with the counts around a cap of 3.
    #[test]
    fn every_pair_of_the_table() {
        use Gate::{Qa, Secops};
        use GateStatus::{AwaitingQa, AwaitingSecops, AwaitingUser};
        use Verdict::{Approved, ChangesRequested};
        let goes = |status, corrections| Ok(Transition { next: Next::Status(status), corrections });
        let blocks = |corrections| Ok(Transition { next: Next::Blocked, corrections });
        for count in [0, 2, 3, 4, u32::MAX] {
            let returned = |status| if count < 3 { goes(status, count + 1) } else { blocks(count.saturating_add(1)) };
            let table = [
                (AwaitingQa, Qa, Approved, goes(AwaitingSecops, 0)),
                (AwaitingQa, Qa, ChangesRequested, returned(AwaitingQa)),
                (AwaitingSecops, Secops, Approved, goes(AwaitingUser, 0)),
                (AwaitingSecops, Secops, ChangesRequested, returned(AwaitingSecops)),
            ];
            for status in GateStatus::ALL {
                for gate in Gate::ALL {
                    for verdict in Verdict::ALL {
                        let listed = table.iter().find(|row| (row.0, row.1, row.2) == (status, gate, verdict));
                        let expected = listed.map_or(Err(InvalidGateAction { gate, status }), |row| row.3);
                        let found = next_gate_status(status, gate, verdict, count, cap(3));
                        assert_eq!(found, expected, "{status} {gate} {verdict} {count}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_cap_of_k_allows_k_corrections_and_no_more() {
        for k in [1, 2, 3, 7] {
            let mut corrections = 0;
            for round in 1..=k {
                let step = next_gate_status(GateStatus::AwaitingQa, Gate::Qa, Verdict::ChangesRequested, corrections, cap(k));
                let step = step.expect("it is its turn");
                assert_eq!((step.next, step.corrections), (Next::Status(GateStatus::AwaitingQa), round));
                corrections = step.corrections;
            }
            let last = next_gate_status(GateStatus::AwaitingQa, Gate::Qa, Verdict::ChangesRequested, corrections, cap(k));
            assert_eq!(last.expect("it is its turn").next, Next::Blocked);
        }
    }
}
