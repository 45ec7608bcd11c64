//! `aurumcode review`: review what is asked for, and deliver the result.

use super::args::{Lang, ReviewArgs};
use super::asking::Prepared;
use super::deliver::Delivery;
use super::output::Streams;
use super::refusal::Refusal;
use super::run::Context;
use super::survey::{Survey, Surveyed, Whose};
use super::{ExitStatus, model};

/// Reviews, decides and delivers.
pub(super) fn run(context: &Context<'_>, args: &ReviewArgs, streams: &mut Streams<'_>) -> Result<ExitStatus, Refusal> {
    super::deliver::refuse_shared_file(&args.files)?;
    let prepared = Prepared::new(context, &args.model)?;
    let survey = Survey {
        subject: &args.subject,
        whose: Whose::Authority(args.subject.config_from),
        model: Some(&prepared),
        quiet: args.quiet,
        lang: args.lang,
    };
    let surveyed = survey.run(context);
    // What the model was told is wanted most where the review came to nothing.
    let told = prepared.deliver(context, streams);
    let Surveyed { decided, loaded, commit, notices, baseline: _ } = surveyed?;

    let language = args.lang.map_or(decided.settings.language, Lang::language);
    // Before any dress is made: escaping and encoding would hide a secret from the filter.
    let mut model = model::of(decided, loaded.file());
    model.layers = loaded.files().to_vec();
    (model.judging_commit, model.notices) = (commit, notices);
    let model = model.redacted(&context.redactor);
    let delivered = Delivery { context, args, language, model: &model }.deliver(streams);
    Ok(ExitStatus::of_model(&model).after_delivery(delivered && told))
}
