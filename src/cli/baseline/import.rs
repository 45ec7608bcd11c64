//! `baseline import`: takes over what another tool accepted, as far as it is found today.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::baseline::{Accepting, Candidate, FILE, Foreign, Imported, accept, foreign, matched};
use crate::change::{Change, Oid};
use crate::cli::ExitStatus;
use crate::cli::clock::today;
use crate::cli::refusal::Refusal;
use crate::cli::run::Context;
use crate::cli::survey::Surveyed;
use crate::finding::{Code, Diagnostic, Issue, Location};
use crate::redaction::harmless_line;
use crate::scanner::Lines;

use super::args::BaselineImportArgs;
use super::file;
use super::run::whole_tree;
use super::told::{Acceptable, count, findings, gaps, line};

/// The largest file that is read, and the largest reviewed file whose lines are compared: 64 MiB.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// Accepts what the file means of today's findings, and lists what it does not mean.
pub(super) fn run(context: &Context<'_>, args: &BaselineImportArgs) -> Result<(String, ExitStatus), Refusal> {
    let bytes = read(&args.file)?;
    let name = args.file.display();
    let mut entries = foreign(args.from.format(), &bytes)
        .map_err(|error| error.diagnostic().note(format!("the file is {}", args.file.display())))?;
    let surveyed = whole_tree(context, &args.repo)?;
    let top = file::top(&surveyed)?;
    let candidates = super::super::runtime::start()?.block_on(async {
        told_by_commits(&surveyed.decided.change, &mut entries).await;
        candidates(&surveyed).await
    })?;
    let Imported { accepted, unmatched } = matched(&entries, &candidates);
    let new: Vec<&Issue> = findings(&surveyed)
        .filter(|(issue, acceptable)| {
            matches!(acceptable, Acceptable::Yes | Acceptable::InAnothersPlace)
                && accepted.iter().any(|one| std::ptr::eq(*one, *issue))
        })
        .map(|(issue, _)| issue)
        .collect();
    let mut page = gaps(&surveyed);
    let already = accepted.len() - new.len();
    if already > 0 {
        page.push_str(&format!(
            "{} already\n",
            count(already, "finding is accepted or silenced", "findings are accepted or silenced")
        ));
    }
    if !new.is_empty() {
        let from = args.file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let reason = args.reason.clone().unwrap_or_else(|| format!("imported from {from}"));
        let how = Accepting { reason: Some(reason), expires: args.expires };
        let baseline = surveyed.baseline.clone().unwrap_or_default();
        file::write(context, top, &accept(&baseline, new.iter().copied(), &how, today()))?;
        page.push_str(&format!("{FILE} accepts {}:\n", count(new.len(), "more finding", "more findings")));
        new.iter().for_each(|issue| page.push_str(&line(issue)));
    }
    if !unmatched.is_empty() {
        let number = count(unmatched.len(), "entry means", "entries mean");
        page.push_str(&format!("{number} no finding of today and accepted nothing:\n"));
        for (entry, why) in &unmatched {
            let text = format!("{}:{}: {} — {why}", entry.path, entry.line, entry.rule);
            page.push_str(&format!("  {}\n", harmless_line(&text)));
        }
    }
    if page.is_empty() {
        page.push_str(&format!("{} holds no entry\n", harmless_line(&name.to_string())));
    }
    let whole = surveyed.decided.decision.reasons.is_empty();
    Ok((page, if whole { ExitStatus::Success } else { ExitStatus::Inconclusive }))
}

fn read(path: &Path) -> Result<Vec<u8>, Refusal> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes));
    let problem = match read {
        Ok(_) if bytes.len() as u64 <= MAX_BYTES => return Ok(bytes),
        Ok(_) => format!("it is larger than {} MiB", MAX_BYTES / 1024 / 1024),
        Err(error) => error.to_string(),
    };
    Err(Diagnostic::new(Code::BASELINE_IMPORT, format!("{} cannot be read: {problem}", path.display()))
        .help("give the file that the other tool wrote")
        .into())
}

/// Reads the line of each entry that counts in a commit, as far as the commit is here.
async fn told_by_commits(change: &Change, entries: &mut [Foreign]) {
    for entry in entries.iter_mut().filter(|entry| entry.code.is_none()) {
        let Some(commit) = entry.commit.as_deref().and_then(Oid::parse) else { continue };
        // A commit that is not here leaves the entry without its code, and unmatched for that reason.
        let Ok(content) = change.repository().read_at(commit, &entry.path, MAX_BYTES).await else { continue };
        let place = Location::line(entry.path.clone(), entry.line);
        let code = content.bytes().map(|bytes| String::from_utf8_lossy(&Lines::of(bytes).flagged(&place)).into_owned());
        entry.code = code.filter(|code| !code.trim().is_empty());
    }
}

/// Today's findings that can be meant, with their lines.
async fn candidates(surveyed: &Surveyed) -> Result<Vec<Candidate<'_>>, Refusal> {
    let mut candidates = Vec::new();
    for (issue, acceptable) in findings(surveyed) {
        if matches!(acceptable, Acceptable::PolicyOrdersIt | Acceptable::DoesNotCount) {
            continue;
        }
        let content = surveyed.decided.change.read_one(&issue.location.path, MAX_BYTES).await?;
        let code = content.bytes().map(|bytes| String::from_utf8_lossy(&Lines::of(bytes).flagged(&issue.location)).into_owned());
        candidates.push(Candidate { issue, code: code.unwrap_or_default() });
    }
    Ok(candidates)
}
