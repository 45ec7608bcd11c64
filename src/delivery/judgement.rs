//! What a gate says about a commit, together with what proves it.
//!
//! The proof decides which gate speaks, so that no gate can speak with another one's evidence.

use crate::change::Oid;

use super::{CoverageRow, Gate, SuiteRun, SuiteSummary, Verdict};

/// A verdict that a gate asks to have recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// What it says.
    pub verdict: Verdict,
    /// The round that it was asked in.
    pub round: u32,
    /// The commit that it looked at.
    pub head: Oid,
    /// A sentence or two for people.
    pub summary: String,
    /// What has to change; at least one for a rejection, none for an approval.
    pub items: Vec<Item>,
    /// What it rests on.
    pub proof: Proof,
}

/// Something that has to change.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Item {
    /// What, in a line for the developer.
    pub text: String,
    /// Its identity across rounds; nothing where it has none.
    pub fingerprint: Option<String>,
}

/// What a verdict rests on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// QA's: the matrix, and the run of the tests that it cites.
    Qa {
        /// One row a rule.
        matrix: Vec<CoverageRow>,
        /// The run on the commit under review.
        run: SuiteRun,
    },
    /// SecOps': what each scanner answered, and the run of the tests where the commit is not the one that QA approved.
    Secops {
        /// Every scanner that was asked.
        scanners: Vec<ScannerAnswer>,
        /// The run on the commit under review.
        run: Option<SuiteRun>,
    },
}

impl Proof {
    /// The gate that speaks.
    pub const fn gate(&self) -> Gate {
        match self {
            Self::Qa { .. } => Gate::Qa,
            Self::Secops { .. } => Gate::Secops,
        }
    }
}

/// What one scanner answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScannerAnswer {
    /// The engine's name.
    pub scanner: String,
    /// How many findings it reported; nothing when it did not look.
    pub findings: Option<u32>,
    /// What answered, or why nothing did.
    pub detail: String,
}

/// A verdict as it was recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GateVerdict {
    /// Whose it is.
    pub gate: Gate,
    /// What it says.
    pub verdict: Verdict,
    /// The round.
    pub round: u32,
    /// The commit.
    pub head: Oid,
    /// A sentence or two for people.
    pub summary: String,
    /// What has to change.
    pub items: Vec<Item>,
    /// The matrix of QA; empty for SecOps.
    pub matrix: Vec<CoverageRow>,
    /// The numbers of the run of the tests, where there was one.
    pub suite: Option<SuiteSummary>,
    /// What each scanner answered; empty for QA.
    pub scanners: Vec<ScannerAnswer>,
}

impl From<Judgement> for GateVerdict {
    fn from(judgement: Judgement) -> Self {
        let gate = judgement.proof.gate();
        let (matrix, suite, scanners) = match judgement.proof {
            Proof::Qa { matrix, run } => (matrix, Some(run.summary()), Vec::new()),
            Proof::Secops { scanners, run } => (Vec::new(), run.map(|run| run.summary()), scanners),
        };
        let Judgement { verdict, round, head, summary, items, proof: _ } = judgement;
        Self { gate, verdict, round, head, summary, items, matrix, suite, scanners }
    }
}
