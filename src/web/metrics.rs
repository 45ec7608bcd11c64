//! Numbers for Prometheus, in its text format.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::delivery::{BlockOrigin, Event, Gate, GateStatus, Spender, Timestamp, Turn, Verdict};

use super::site::Seen;

/// The page.
pub(super) fn metrics(seen: &Seen, now: Timestamp) -> String {
    let mut open: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    for status in GateStatus::ALL {
        for turn in ["gate", "developer", "person", "blocked"] {
            if (turn == "person") == (status == GateStatus::AwaitingUser) || turn == "blocked" {
                open.insert((status.as_str(), turn), 0);
            }
        }
    }
    let mut verdicts: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    for gate in Gate::ALL {
        verdicts.extend(Verdict::ALL.map(|verdict| ((gate.as_str(), verdict.as_str()), 0)));
    }
    let mut blocks: BTreeMap<&str, u64> = BlockOrigin::ALL.map(|origin| (origin.as_str(), 0)).into();
    let mut milliseconds: BTreeMap<&str, u64> = Spender::ALL.map(|by| (by.as_str(), 0)).into();
    let (mut oldest, mut unwritten) = (None::<Timestamp>, 0_u64);
    for kept in seen.all.values() {
        let turn = match kept.state.turn() {
            Turn::Gate(_) => Some("gate"),
            Turn::Developer(_) => Some("developer"),
            Turn::User => Some("person"),
            Turn::Blocked(_) => Some("blocked"),
            Turn::Over(_) => None,
        };
        if let Some(turn) = turn {
            *open.entry((kept.state.status.as_str(), turn)).or_default() += 1;
            oldest = Some(oldest.map_or(kept.opened(), |oldest| oldest.min(kept.opened())));
        }
        for happened in &kept.timeline {
            match &happened.event {
                Event::Judged(verdict) => *verdicts.entry((verdict.gate.as_str(), verdict.verdict.as_str())).or_default() += 1,
                Event::Blocked(block) => *blocks.entry(block.origin().as_str()).or_default() += 1,
                Event::Spent(spending) => *milliseconds.entry(spending.by.as_str()).or_default() += spending.milliseconds,
                Event::CommentFailed { .. } => unwritten += 1,
                Event::Opened { .. }
                | Event::GateChanged { .. }
                | Event::HeadMoved { .. }
                | Event::Unblocked(_)
                | Event::UserDecided(_)
                | Event::CommentPosted { .. } => {}
            }
        }
    }
    let mut page = String::new();
    let mut family = |name: &str, kind: &str, help: &str, rows: &[(String, String)]| {
        let _ = write!(page, "# HELP {name} {help}\n# TYPE {name} {kind}\n");
        for (labels, value) in rows {
            let _ = writeln!(page, "{name}{labels} {value}");
        }
    };
    let rows: Vec<_> = open
        .iter()
        .map(|((status, turn), count)| (format!("{{status=\"{status}\",turn=\"{turn}\"}}"), count.to_string()))
        .collect();
    family("aurumcode_pull_requests", "gauge", "Pull requests in review, by status and by whose turn it is.", &rows);
    let age = oldest.map_or(0, |oldest| (now - oldest).max(0) / 1000);
    family(
        "aurumcode_oldest_pull_request_age_seconds",
        "gauge",
        "Age of the oldest pull request in review; 0 without one.",
        &[(String::new(), age.to_string())],
    );
    let rows: Vec<_> = verdicts
        .iter()
        .map(|((gate, verdict), count)| (format!("{{gate=\"{gate}\",verdict=\"{verdict}\"}}"), count.to_string()))
        .collect();
    family("aurumcode_verdicts_total", "counter", "Verdicts of the gates.", &rows);
    let rows: Vec<_> = blocks.iter().map(|(origin, count)| (format!("{{origin=\"{origin}\"}}"), count.to_string())).collect();
    family("aurumcode_blocks_total", "counter", "Blocks without a verdict, by where to look.", &rows);
    let rows: Vec<_> = milliseconds
        .iter()
        .map(|(by, spent)| (format!("{{by=\"{by}\"}}"), format!("{}.{:03}", spent / 1000, spent % 1000)))
        .collect();
    family(
        "aurumcode_work_seconds_total",
        "counter",
        "Running time of the gates with their scanners, and of developers' commands.",
        &rows,
    );
    family(
        "aurumcode_comments_failed_total",
        "counter",
        "Comments that could not be written.",
        &[(String::new(), unwritten.to_string())],
    );
    let readable = u8::from(seen.trouble.is_none());
    family(
        "aurumcode_store_readable",
        "gauge",
        "Whether the store could be read at the last look.",
        &[(String::new(), readable.to_string())],
    );
    page
}
