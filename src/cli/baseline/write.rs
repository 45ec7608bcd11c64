//! `baseline write`: accepts what is found today.

use crate::baseline::{Accepting, FILE, accept};
use crate::cli::ExitStatus;
use crate::cli::clock::today;
use crate::cli::refusal::Refusal;
use crate::cli::run::Context;
use crate::finding::Issue;

use super::args::BaselineWriteArgs;
use super::file;
use super::run::asked_for;
use super::told::{Acceptable, count, findings, gaps, line};

/// Accepts the findings that count, of the whole tree or of the change, beside those that the file accepts already.
pub(super) fn run(context: &Context<'_>, args: &BaselineWriteArgs) -> Result<(String, ExitStatus), Refusal> {
    let surveyed = asked_for(context, args)?;
    let top = file::top(&surveyed)?;
    let of = |wanted| findings(&surveyed).filter(move |(_, acceptable)| *acceptable == wanted).map(|(issue, _)| issue);
    let accepted: Vec<&Issue> = of(Acceptable::Yes).collect();
    let mut page = gaps(&surveyed);
    if accepted.is_empty() {
        page.push_str("there is nothing to accept\n");
    } else {
        let how = Accepting { reason: args.reason.clone(), expires: args.expires };
        let baseline = surveyed.baseline.clone().unwrap_or_default();
        file::write(context, top, &accept(&baseline, accepted.iter().copied(), &how, today()))?;
        page.push_str(&format!("{FILE} accepts {}:\n", count(accepted.len(), "more finding", "more findings")));
        accepted.iter().for_each(|issue| page.push_str(&line(issue)));
    }
    let ordered: Vec<&Issue> = of(Acceptable::PolicyOrdersIt).collect();
    if !ordered.is_empty() {
        let number = count(ordered.len(), "finding stays", "findings stay");
        page.push_str(&format!("{number}, because the central policy orders the engine:\n"));
        ordered.iter().for_each(|issue| page.push_str(&line(issue)));
    }
    let whole = surveyed.decided.decision.reasons.is_empty();
    Ok((page, if whole { ExitStatus::Success } else { ExitStatus::Inconclusive }))
}
