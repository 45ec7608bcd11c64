//! The ordered gates of a pull request: QA, then SecOps, then the person.
//!
//! The order, the cap of corrections and what a verdict must prove are pure functions over plain values; stores, agents and
//! comments stand around them. Nothing here merges, and no text of a model can move a gate: only a verdict whose evidence holds.

mod gate;
mod machine;
mod matrix;
mod suite;
mod task;

mod budget;

mod event;
mod judgement;
mod pull_request;
mod record;
mod recorded;

mod store;

mod clock;
mod dispatch;
mod endings;
mod guard;
mod worker;

mod cited;
mod developer;
mod document;
mod documents;
mod harness;
mod qa;
mod runners;
mod secops;
mod task_file;

mod agents;

pub use agents::Agents;
pub use budget::{Budget, Ledger, Spender, Spending};
pub use cited::{TestFile, cited_matrix, citing_tests, may_hold_tests};
pub use clock::{Clock, SystemClock};
pub use dispatch::{Cost, GateDispatcher, Head, Paid, Trouble, TroubleKind};
pub use document::{verdict_json, verdict_markdown};
pub use documents::{HappenedDocument, PullRequestDocument};
pub use event::{Block, Event, Lineage, Resume, Terms, UserDecision};
pub use gate::{BlockOrigin, BlockReason, Gate, GateStatus, NextAction, Verdict};
pub use judgement::{GateVerdict, Item, Judgement, Proof, ScannerAnswer};
pub use machine::{InvalidGateAction, Next, Transition, next_gate_status};
pub use matrix::{CoverageRow, MatrixProblem, check_matrix};
pub use pull_request::{PullRequest, PullRequestId, Turn};
pub use record::{
    DEFAULT_MAX_CORRECTIONS, block, decide_by_user, move_head, open, record_comment, record_gate_verdict, spend, unblock,
};
pub use recorded::{Recorded, Refused, Work};
pub use runners::{TestsRead, read_junit, read_printed};
pub use secops::{ReadsRules, SecopsRules};
pub use store::{BREAKER_LIMIT, Happened, Job, Reach, SqlStore, Store, StoreError, Timestamp, key_of, payload_of, read_event};
pub use suite::{Counts, SuiteRun, SuiteSummary, TestOutcome};
pub use task::{Developer, Rule, Task, TestCommand};
pub use task_file::{TASK_LIMIT, TASKS, TaskError, is_name, read_task, task_schema};
pub use worker::{ATTEMPTS, LEASE, Step, Worker};
