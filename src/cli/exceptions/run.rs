//! The two commands. Both take the exceptions from the working copy, or from the central policy, which alone gives them under one.

use std::fmt::Write;

use crate::cli::args::{RepoArgs, SubjectArgs};
use crate::cli::baseline::gaps;
use crate::cli::clock::today;
use crate::cli::output::Streams;
use crate::cli::refusal::Refusal;
use crate::cli::run::Context;
use crate::cli::survey::{Survey, Surveyed, Whose};
use crate::cli::{ExitStatus, identity, runtime, settings};
use crate::config::ExceptionSetting;
use crate::finding::OwnRule;
use crate::gate::Exception;
use crate::redaction::harmless_line;

use super::args::ExceptionsCommand;

const NONE: &str = "there are no exceptions\n";

/// Runs one of them.
pub(in crate::cli) fn run(
    context: &Context<'_>,
    command: &ExceptionsCommand,
    streams: &mut Streams<'_>,
) -> Result<ExitStatus, Refusal> {
    let (page, status) = match command {
        ExceptionsCommand::List(args) => (list(context, args)?, ExitStatus::Success),
        ExceptionsCommand::Check(args) => check(context, args)?,
    };
    context.deliver(&page, streams)?;
    Ok(status)
}

fn list(context: &Context<'_>, args: &RepoArgs) -> Result<String, Refusal> {
    let loaded = settings::of_repository(context, args)?;
    let exceptions = &loaded.settings().exceptions;
    if exceptions.is_empty() {
        return Ok(NONE.to_owned());
    }
    let name = runtime::start()?.block_on(identity::of_directory(context, &args.repo))?;
    let mut page = String::new();
    for one in exceptions {
        let ExceptionSetting { rule, path, repository, owner, reason, expires } = one;
        let counts = match &name {
            _ if *expires < today() => format!("ended on {expires}"),
            None => format!("does not count: nothing says whether this is {repository}"),
            Some(name) if !name.eq_ignore_ascii_case(repository) => format!("for {repository}, not for {name}"),
            Some(_) => format!("until {expires}"),
        };
        let _ = writeln!(page, "{}", harmless_line(&format!("{rule} in {path}: {counts}")));
        let _ = writeln!(page, "    {}", harmless_line(&format!("{owner}: {reason}")));
    }
    Ok(page)
}

/// How an exception stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holds {
    Yes,
    Expired,
    Unused,
    Unverified,
    /// Nobody looked at its file.
    Unknown,
}

/// Exits 0 when every exception has something to except, 3 when one has not or has ended, 4 when that cannot be told.
fn check(context: &Context<'_>, args: &RepoArgs) -> Result<(String, ExitStatus), Refusal> {
    let subject = SubjectArgs { repo: args.repo.clone(), policy: args.policy.clone(), all: true, ..SubjectArgs::default() };
    let survey = Survey { subject: &subject, whose: Whose::WorkingCopy, model: None, quiet: false, lang: None };
    let surveyed = survey.run(context)?;
    let exceptions = &surveyed.decided.evidence.exceptions;
    if exceptions.is_empty() {
        return Ok((NONE.to_owned(), ExitStatus::Success));
    }
    let mut page = gaps(&surveyed);
    let mut worst = ExitStatus::Success;
    for one in exceptions {
        let (told, status) = match holds(&surveyed, one) {
            Holds::Yes => (format!("excepts what is found, until {}", one.expires), ExitStatus::Success),
            Holds::Expired => (format!("ended on {}, and what it names is still found", one.expires), ExitStatus::Rejected),
            Holds::Unused => ("nothing to except: remove it".to_owned(), ExitStatus::Rejected),
            Holds::Unverified => ("cannot count: nothing says which repository this is".to_owned(), ExitStatus::Rejected),
            Holds::Unknown => ("nobody looked at the file".to_owned(), ExitStatus::Inconclusive),
        };
        let line = format!("{} in {} ({}): {told}", one.rule, one.path, one.owner);
        let _ = writeln!(page, "{}", harmless_line(&line));
        if worst == ExitStatus::Success || status == ExitStatus::Rejected {
            worst = status;
        }
    }
    Ok((page, worst))
}

fn holds(surveyed: &Surveyed, one: &Exception) -> Holds {
    let own = |rule: OwnRule| {
        let about = |message: &str| message.contains(&format!("of `{}` (", one.rule));
        let mut found = surveyed.decided.decision.own.iter().map(|own| &own.issue);
        found.any(|issue| issue.rule.as_str() == rule.id && issue.location.path == one.path && about(&issue.message))
    };
    if own(OwnRule::EXCEPTION_EXPIRED) {
        Holds::Expired
    } else if own(OwnRule::EXCEPTION_UNUSED) {
        Holds::Unused
    } else if own(OwnRule::EXCEPTION_UNVERIFIED) {
        Holds::Unverified
    } else if one.looked {
        Holds::Yes
    } else {
        Holds::Unknown
    }
}
