//! The command: finds the topic and prints its page.
//!
//! Nothing outside the binary is read but the audit that the user names.

use std::path::Path;

use crate::cli::ExitStatus;
use crate::cli::args::Lang;
use crate::cli::output::Streams;
use crate::cli::refusal::Refusal;
use crate::cli::run::Context;
use crate::cli::verify::read_audit;
use crate::config::Language;
use crate::report::{self, Recorded, Text};

use super::args::ExplainArgs;
use super::topic::Topics;

/// Explains one topic; exit 2 when nothing is called so.
pub(in crate::cli) fn run(context: &Context<'_>, args: &ExplainArgs, streams: &mut Streams<'_>) -> Result<ExitStatus, Refusal> {
    let text = Text::of(args.lang.map_or(Language::En, Lang::language));
    let audit = args.audit.as_deref().map(recorded).transpose()?;
    let topics = Topics { registry: context.registry, audit: audit.as_ref(), text };
    let explanation = topics.find(&args.topic.join(" "))?;
    if args.json {
        let json = format!("{:#}\n", report::explanation_json(&explanation));
        context.print(&context.redactor.redact_json_text(&json), streams)?;
    } else {
        let color = args.color.decide(|| context.color(context.terminals.out));
        let page = report::manual(&report::explanation(&explanation, text), context.reading_width(), color);
        context.print(&context.redactor.redact(&page), streams)?;
    }
    Ok(ExitStatus::Success)
}

/// The page about one topic, as plain English text; a fingerprint is looked up in the text of an audit.
pub(in crate::cli) fn page(context: &Context<'_>, topic: &str, audit: Option<&str>) -> Result<String, Refusal> {
    let text = Text::of(Language::En);
    let audit = audit.map(report::recorded).transpose().map_err(|error| error.diagnostic())?;
    let topics = Topics { registry: context.registry, audit: audit.as_ref(), text };
    Ok(report::manual(&report::explanation(&topics.find(topic)?, text), context.reading_width(), false))
}

fn recorded(path: &Path) -> Result<Recorded, Refusal> {
    let text = read_audit(path)?;
    Ok(report::recorded(&text).map_err(|error| error.diagnostic())?)
}
