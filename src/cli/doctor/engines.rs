//! Whether every engine that would run can: its program is asked for its version.
//!
//! What a gap would do to the verdict is not decided here: the gate is asked, as a review asks it.

use std::sync::Arc;
use std::time::Duration;

use crate::cli::ExitStatus;
use crate::cli::programs::ask;
use crate::cli::rule_files;
use crate::config::{Entry, Settings};
use crate::gate::{Evidence, Gap, Source, decide};
use crate::process::Runner;
use crate::report::{Area, Check, CheckStatus, ProgramFacts, Text};
use crate::scanner::wrapped::{Unfit, Version};
use crate::scanner::{FailureReason, Judges, Program, Registered, Registry, ScanError};

/// The engines that are switched on: one check for those without a program, one for each other; and one more when none of them counts.
pub(super) async fn check(
    settings: &Settings,
    registry: &Registry,
    judges: Option<&Judges>,
    command: Arc<dyn Runner>,
    limit: Duration,
    empty_change: bool,
    text: &Text,
) -> Vec<Check> {
    let enabled = settings.scanners.iter().filter(|entry| entry.enabled);
    let engines: Vec<(&Entry, &Arc<Registered>)> =
        enabled.filter_map(|entry| Some((entry, registry.get(&entry.engine)?))).collect();
    let answers = ask(engines.iter().map(|(_, registered)| registered.engine.needs.program), command, limit).await;
    let mut checks = Vec::new();
    let builtin: Vec<&str> =
        engines.iter().filter(|(_, it)| it.engine.needs.program.is_none()).map(|(entry, _)| entry.engine.as_str()).collect();
    if !builtin.is_empty() {
        checks.push(Check::ok(Area::Engine, (text.doctor.need_no_program)(&builtin.join(", "))));
    }
    if let Some(judges) = judges {
        for (entry, registered, error) in rule_files::refused(settings, registry, judges).await {
            let message = (text.doctor.rule_files_refused)(&error.to_string());
            checks.push(unanswered(entry, registered, error, message, settings, text).of(entry.engine.clone()));
        }
    }
    for ((entry, registered), answer) in engines.iter().zip(answers) {
        if let (Some(program), Some(answer)) = (registered.engine.needs.program, answer) {
            checks.push(of_program(entry, registered, &program, answer, settings, text));
        }
    }
    let sources: Vec<Source> = engines.iter().map(|(entry, registered)| source(entry, registered, None)).collect();
    let decision = decide(&Evidence { sources, empty_change, ..Evidence::default() }, &settings.gate, &settings.rules);
    if !decision.reasons.is_empty() {
        let (status, exit) = weight(decision.blocks());
        let help = vec![text.doctor.enable_one.to_owned()];
        checks.push(Check { status, exit, help, ..Check::ok(Area::Engine, text.doctor.nothing_would_run) });
    }
    checks
}

/// One engine with a program.
fn of_program(
    entry: &Entry,
    registered: &Registered,
    program: &Program,
    answer: Result<Version, Unfit>,
    settings: &Settings,
    text: &Text,
) -> Check {
    let accepted = program.accepted();
    let version = match &answer {
        Ok(version) => Some(version.text.clone()),
        Err(Unfit::NotAccepted { version, .. }) => Some(version.clone()),
        Err(Unfit::Missing { .. } | Unfit::Failed { .. } | Unfit::Nameless { .. } | Unfit::Broken(_)) => None,
    };
    let facts = ProgramFacts { name: program.name.to_owned(), version: version.clone(), accepted: accepted.clone() };
    let check = match answer {
        Ok(version) => Check::ok(Area::Engine, (text.doctor.found)(program.name, &version.text, &accepted)),
        Err(unfit) => {
            let install = unfit.is_mended_by_installing();
            let mut message = unfit.to_string();
            if install {
                message.push_str(&(text.doctor.wanted)(&accepted));
            }
            let check = unanswered(entry, registered, program.no_answer(unfit), message, settings, text);
            Check { command: install.then(|| program.install.to_owned()), ..check }
        }
    };
    Check { required: Some(entry.required), program: Some(facts), ..check.of(entry.engine.clone()) }
}

/// An engine that would give no answer, and what the gate would make of that.
fn unanswered(
    entry: &Entry,
    registered: &Registered,
    error: ScanError,
    mut message: String,
    settings: &Settings,
    text: &Text,
) -> Check {
    let reason = FailureReason::of(registered.engine.category, &Err(error)).map(|reason| reason.to_string());
    let gap = Gap { reason: reason.unwrap_or_default(), detail: String::new() };
    let evidence = Evidence { sources: vec![source(entry, registered, Some(gap))], ..Evidence::default() };
    let decision = decide(&evidence, &settings.gate, &settings.rules);
    // A source that does not count leaves another reason behind: that nothing ran.
    let counts = evidence.sources.iter().all(|source| source.counts(&settings.gate));
    let (status, exit) = weight(counts && decision.blocks());
    if status == CheckStatus::Warning {
        message.push_str(text.doctor.does_not_block);
    }
    Check { status, exit, ..Check::ok(Area::Engine, message) }
}

fn weight(blocks: bool) -> (CheckStatus, u8) {
    if blocks { (CheckStatus::Failed, ExitStatus::Inconclusive.code()) } else { (CheckStatus::Warning, 0) }
}

/// The source that the gate would see.
fn source(entry: &Entry, registered: &Registered, gap: Option<Gap>) -> Source {
    Source {
        engine: entry.engine.clone(),
        category: registered.engine.category.to_owned(),
        origin: registered.engine.typed_origin(),
        section: entry.section,
        fail_on: entry.fail_on,
        issues: Vec::new(),
        gap,
        unreviewed: Vec::new(),
    }
}
