//! `aurumcode review`: review what is asked for, and deliver the result.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use crate::finding::{Code, Diagnostic};
use crate::report::SubjectKind;

use super::args::{ConfigFrom, Format, Lang, ReviewArgs};
use super::asking::Prepared;
use super::deliver::Delivery;
use super::output::Streams;
use super::pull::Pull;
use super::refusal::Refusal;
use super::run::Context;
use super::survey::{Survey, Surveyed, Whose};
use super::{ExitStatus, model};

/// Reviews, decides and delivers.
pub(super) fn run(context: &Context<'_>, args: &ReviewArgs, streams: &mut Streams<'_>) -> Result<ExitStatus, Refusal> {
    super::deliver::refuse_shared_file(&args.files)?;
    let Some(pull) = Pull::open(context, &args.pull, &args.subject)? else { return review(context, args, None, streams) };
    // Whoever waits for the status must be told of every end, also of one that nobody foresaw.
    let done = catch_unwind(AssertUnwindSafe(|| review(context, args, Some(&pull), streams)));
    match &done {
        Ok(Ok(_)) => {}
        Ok(Err(refusal)) => pull.no_verdict(refusal),
        Err(_) => pull.no_verdict(&Diagnostic::new(Code::CLI_INTERNAL, "an internal error").into()),
    }
    done.unwrap_or_else(|panic| resume_unwind(panic))
}

fn review(
    context: &Context<'_>,
    args: &ReviewArgs,
    pull: Option<&Pull<'_>>,
    streams: &mut Streams<'_>,
) -> Result<ExitStatus, Refusal> {
    let prepared = Prepared::new(context, &args.model)?;
    let of_pull = pull.and_then(|pull| pull.subject(&args.subject));
    // A pull request is a stranger's until it is merged, wherever the program runs.
    let whose = args.subject.config_from.or(of_pull.as_ref().map(|_| ConfigFrom::Base));
    let survey = Survey {
        subject: of_pull.as_ref().unwrap_or(&args.subject),
        whose: Whose::Authority(whose),
        model: Some(&prepared),
        // A bar that redraws itself would run into the lines about the cost.
        quiet: args.quiet || args.model.explain_cost,
        lang: args.lang,
    };
    let surveyed = survey.run(context);
    // What the model was told is wanted most where the review came to nothing.
    let told = prepared.deliver(context, args.verbose, streams);
    let Surveyed { decided, loaded, commit, notices, baseline: _ } = surveyed?;

    let language = args.lang.map_or(decided.settings.language, Lang::language);
    let change = Arc::clone(&decided.change);
    // Before any dress is made: escaping and encoding would hide a secret from the filter.
    let mut model = model::of(decided, loaded.file());
    model.layers = loaded.files().to_vec();
    (model.judging_commit, model.notices) = (commit, notices);
    if let Some(name) = pull.and_then(Pull::base_name) {
        model.subject.kind = SubjectKind::Named(name.to_owned());
    }
    let model = model.redacted(&context.redactor);
    let mut delivered = Delivery { context, args, language, model: &model }.deliver(streams);
    if let Some(pull) = pull {
        delivered &= pull.deliver(context, &model, &change, language, args.format == Format::Github, streams);
    }
    Ok(ExitStatus::of_model(&model).after_delivery(delivered && told))
}
