//! The baseline as the gate judges by it: each entry with what is known of its place today.

use std::sync::Arc;

use crate::baseline::{self, Baseline};
use crate::change::{Change, ChangeError};
use crate::finding::{Day, RepoPath};
use crate::gate;
use crate::redaction::Redactor;

use super::looking::Looking;

/// The entries of `baseline`, which expire by `today`, with whether somebody looked where they were accepted.
pub(super) async fn accepted(
    baseline: &Baseline,
    today: Day,
    change: &Change,
    looking: &Looking<'_>,
    redactor: &Redactor,
) -> Result<gate::Baseline, ChangeError> {
    let all_changed = baseline.entries.iter().all(|entry| change.changed(&entry.path));
    let tree = if all_changed { Arc::default() } else { change.whole_tree().await? };
    let entry = |entry: &baseline::Entry| gate::Accepted {
        rule: entry.rule.clone(),
        fingerprint: entry.fingerprint.clone(),
        path: entry.path.clone(),
        line: entry.line,
        reason: entry.reason.as_deref().map(|reason| redactor.redact(reason).into_string()).unwrap_or_default(),
        expires: entry.expires.map(|day| day.to_string()),
        expired: entry.expires.is_some_and(|day| day < today),
        looked: looking.looked_through(&entry.rule, &entry.path, &tree),
    };
    Ok(gate::Baseline { file: RepoPath::from(baseline::FILE), entries: baseline.entries.iter().map(entry).collect() })
}
