//! `baseline prune`: removes the entries whose finding is gone.

use std::collections::BTreeSet;

use crate::baseline::{FILE, prune};
use crate::cli::ExitStatus;
use crate::cli::args::RepoArgs;
use crate::cli::refusal::Refusal;
use crate::cli::run::Context;
use crate::gate::Accepted;

use super::check::{Holds, entries, line};
use super::file;
use super::run::whole_tree;
use super::told::{count, gaps};

/// Removes them. An entry whose place nobody looked at stays: silence says nothing there.
pub(super) fn run(context: &Context<'_>, args: &RepoArgs) -> Result<(String, ExitStatus), Refusal> {
    let surveyed = whole_tree(context, args)?;
    let top = file::top(&surveyed)?;
    let stale: Vec<&Accepted> =
        entries(&surveyed).into_iter().filter(|(_, holds)| *holds == Holds::Stale).map(|(entry, _)| entry).collect();
    let mut page = gaps(&surveyed);
    let Some(baseline) = surveyed.baseline.as_ref().filter(|_| !stale.is_empty()) else {
        page.push_str("there is nothing to remove\n");
        return Ok((page, ExitStatus::Success));
    };
    let lines: BTreeSet<u32> = stale.iter().map(|entry| entry.line).collect();
    file::write(context, top, &prune(baseline, &lines))?;
    page.push_str(&format!("removed {} from {FILE}:\n", count(stale.len(), "entry", "entries")));
    stale.iter().for_each(|entry| page.push_str(&line(entry, "its finding is gone")));
    Ok((page, ExitStatus::Success))
}
