//! Pull requests as lines for a terminal.

use std::fmt::Write as _;

use crate::delivery::{Event, Gate, GateVerdict, Happened, Lineage, PullRequest, Turn, Verdict};
use crate::redaction::harmless;

/// What a pull request is about.
pub(super) fn heading(state: &PullRequest) -> String {
    let terms = &state.terms;
    let title = harmless(&terms.task.title);
    format!("pull request {}: {} {title}\n`{}` into `{}`\n\n", state.id, terms.task.id, terms.branch, terms.base)
}

/// One event; those that only keep the books have no line.
pub(super) fn event(happened: &Happened) -> String {
    let line = match &happened.event {
        Event::Opened { head, .. } => format!("opened at {}", head.short()),
        Event::Judged(verdict) => return judged(happened.sequence, verdict),
        Event::HeadMoved { head, lineage: Lineage::Descends } => format!("new commit {}", head.short()),
        Event::HeadMoved { head, lineage: Lineage::Rewritten } => format!("the branch was rewritten, to {}", head.short()),
        Event::Blocked(block) => {
            format!("blocked ({}, {}): {}", block.reason, block.origin(), harmless(&block.diagnosis))
        }
        Event::Unblocked(how) => format!("unblocked ({})", how.as_str()),
        Event::UserDecided(decision) => {
            let word = match decision.verdict {
                Verdict::Approved => "approved by a person",
                Verdict::ChangesRequested => "rejected by a person",
            };
            let why = if decision.reason.is_empty() { String::new() } else { format!(": {}", harmless(&decision.reason)) };
            format!("{word}{why}")
        }
        Event::CommentFailed { about, detail } => format!("event {about} could not be told: {}", harmless(detail)),
        Event::GateChanged { .. } | Event::Spent(_) | Event::CommentPosted { .. } => return String::new(),
    };
    format!("{:>4}  {line}\n", happened.sequence)
}

fn judged(sequence: u64, verdict: &GateVerdict) -> String {
    let word = match verdict.verdict {
        Verdict::Approved => "approved",
        Verdict::ChangesRequested => "changes requested",
    };
    let summary = harmless(&verdict.summary);
    let mut text =
        format!("{sequence:>4}  {}: {word} at {} (round {})\n", name(verdict.gate), verdict.head.short(), verdict.round);
    let _ = writeln!(text, "      {summary}");
    for item in &verdict.items {
        for (n, line) in item.text.lines().enumerate() {
            let mark = if n == 0 { '-' } else { ' ' };
            let _ = writeln!(text, "      {mark} {}", harmless(line));
        }
    }
    for row in &verdict.matrix {
        let tests = if row.tests.is_empty() { "no test".to_owned() } else { row.tests.join(", ") };
        let mark = if row.covered { "covered" } else { "uncovered" };
        let _ = writeln!(text, "      {} {mark}: {}", row.rule, harmless(&tests));
    }
    for answer in &verdict.scanners {
        let found = answer.findings.map_or("did not look".to_owned(), |count| format!("{count} findings"));
        let _ = writeln!(text, "      {}: {found} ({})", answer.scanner, harmless(&answer.detail));
    }
    text
}

/// Whose turn it is, in a few words.
pub(super) fn turn(state: &PullRequest) -> String {
    match state.turn() {
        Turn::Gate(gate) => format!("{} has to judge", name(gate)),
        Turn::Developer(rejection) => format!(
            "{} asks for changes: correction {} of {}",
            name(rejection.gate),
            state.corrections,
            state.terms.max_corrections
        ),
        Turn::User => "both gates have approved: your turn".to_owned(),
        Turn::Blocked(block) => format!("blocked ({}, {})", block.reason, block.origin()),
        Turn::Over(decision) if decision.verdict == Verdict::Approved => "approved".to_owned(),
        Turn::Over(_) => "rejected".to_owned(),
    }
}

/// Where it stands, and what to do now.
pub(super) fn standing(state: &PullRequest) -> String {
    let id = state.id;
    let next = match state.turn() {
        Turn::Gate(_) => format!("`aurumcode pr run {id}`"),
        Turn::Developer(_) => format!("push a commit to `{}`, then `aurumcode pr run {id}`", state.terms.branch),
        Turn::User => format!("look at it, then `aurumcode pr approve {id}` or `aurumcode pr reject {id} --reason …`"),
        Turn::Blocked(block) => {
            format!(
                "{}\n      mend the cause, then `aurumcode pr unblock {id} --resume`, or `--restart` to begin at QA",
                harmless(&block.diagnosis)
            )
        }
        Turn::Over(_) => format!("merge `{}`; this program never does", state.terms.branch),
    };
    format!("\n{} at {}: {}\n  now {next}\n", state.status, state.head.short(), turn(state))
}

const fn name(gate: Gate) -> &'static str {
    match gate {
        Gate::Qa => "QA",
        Gate::Secops => "SecOps",
    }
}
