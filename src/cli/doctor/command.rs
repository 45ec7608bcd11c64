//! The command: makes all checks side by side, each within a time, and tells them in the order in which a review would meet them.

use std::sync::Arc;
use std::time::Duration;

use crate::cli::ExitStatus;
use crate::cli::args::Lang;
use crate::cli::asking::Named;
use crate::cli::deliver::refuse_shared_file;
use crate::cli::output::Streams;
use crate::cli::programs;
use crate::cli::refusal::Refusal;
use crate::cli::run::Context;
use crate::cli::runtime;
use crate::config::Language;
use crate::process::{BaseEnvironment, Runner, SystemRunner};
use crate::report::{self, Area, Check, Checkup, Text};

use super::args::DoctorArgs;
use super::way::Way;
use super::{engines, model, outputs, words};

/// How long git may take for all that is asked of it, and each program to say its version.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    pub(super) git: Duration,
    pub(super) program: Duration,
}

/// Comparing the largest repositories takes git tens of seconds.
const LIMITS: Limits = Limits { git: Duration::from_secs(120), program: programs::LIMIT };

/// Checks, and tells; exit 1 when a review would fail.
pub(in crate::cli) fn run(context: &Context<'_>, args: &DoctorArgs, streams: &mut Streams<'_>) -> Result<ExitStatus, Refusal> {
    refuse_shared_file(&args.files)?;
    let command: Arc<dyn Runner> = Arc::new(SystemRunner::new(BaseEnvironment::pick(context.environment.variables())));
    let runtime = runtime::start()?;
    let checked = runtime.block_on(runtime::unless_interrupted(examine(context, args, command, LIMITS)));
    runtime.shutdown_background();
    let (checkup, language) = checked?;
    if args.json {
        let json = format!("{:#}\n", report::checkup_json(&checkup));
        context.print(&context.redactor.redact_json_text(&json), streams)?;
    } else {
        let color = args.color.decide(|| context.color(context.terminals.out));
        let page = report::checkup(&checkup, Text::of(language), args.quiet, color);
        context.print(&context.redactor.redact(&page), streams)?;
    }
    Ok(if checkup.is_ready() { ExitStatus::Success } else { ExitStatus::Failure })
}

/// Makes the checks, and says in which language to tell them.
pub(super) async fn examine(
    context: &Context<'_>,
    args: &DoctorArgs,
    command: Arc<dyn Runner>,
    limits: Limits,
) -> (Checkup, Language) {
    let way = Way::go(context, &args.subject, Arc::clone(&command), limits.git);
    let (way, temporary) = tokio::join!(way, tokio::task::spawn_blocking(outputs::temporary));
    let loaded = way.settings.as_ref().and_then(|settings| settings.as_ref().ok());
    let configured = loaded.map(|loaded| loaded.settings().language);
    let language = args.lang.map(Lang::language).or(configured).unwrap_or_default();
    let text = Text::of(language);
    let named = Named::of(context);
    let mut checks: Vec<Check> = model::refused(&named).into_iter().chain(words::of_way(&way, language)).collect();
    match loaded {
        Some(loaded) => {
            let empty = matches!(&way.change, Some(Ok(change)) if change.is_empty());
            checks.extend(
                engines::check(loaded.settings(), context.registry, way.judges.as_ref(), command, limits.program, empty, text)
                    .await,
            );
            // Without a configuration no model is asked.
            if loaded.file().is_some() {
                checks.extend(model::check(&named, loaded.settings(), limits.program, empty, text).await);
            }
        }
        None => checks.push(Check::skipped(Area::Engine, text.doctor.not_checked)),
    }
    checks.extend(outputs::files(&args.files, text));
    // A task that panicked has checked nothing.
    checks.push(
        temporary.map_or_else(|_| Check::skipped(Area::Temporary, text.doctor.not_checked), |found| outputs::told(&found, text)),
    );
    (Checkup { checks }, language)
}
