//! Whether the model that the operator names can be asked: each host is asked for its list of models, which costs no token.

use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::cli::ExitStatus;
use crate::cli::asking::Named;
use crate::cli::refusal::Refusal;
use crate::config::{Inconclusive, Settings};
use crate::llm::{Endpoint, Probe, probe};
use crate::report::{Area, Check, CheckStatus, Text};

/// How many names of other models are told.
const NAMES: usize = 5;

/// The models: nothing when none is wanted, a check for each that is named, or what is missing.
pub(super) async fn check(
    named: &Result<Named, Refusal>,
    settings: &Settings,
    limit: Duration,
    empty_change: bool,
    text: &Text,
) -> Vec<Check> {
    if !settings.model.enabled {
        return Vec::new();
    }
    let blocks = settings.model.required && settings.gate.inconclusive == Inconclusive::Block && !empty_change;
    match named {
        // Told already, in front of everything else: a review would get no further.
        Err(_) => Vec::new(),
        Ok(Named::Nothing) if settings.model.required => {
            let help = vec![text.doctor.name_a_model.to_owned()];
            vec![Check { help, ..missing(blocks, text.doctor.no_model_named.to_owned(), text) }]
        }
        Ok(Named::Nothing) => Vec::new(),
        Ok(Named::Fixture(file, _)) => {
            vec![Check::ok(Area::Model, (text.doctor.model_from_file)(&file.display().to_string()))]
        }
        Ok(Named::Endpoints(endpoints)) => {
            let answers = ask(endpoints, limit).await;
            // As long as one of them answers, the next one steps in.
            let blocks = blocks && answers.iter().all(|answer| matches!(answer, Probe::KeyRefused(_) | Probe::Failed(_)));
            endpoints.iter().zip(answers).map(|(endpoint, answer)| told(endpoint, answer, blocks, text)).collect()
        }
    }
}

/// What stops a review before it begins: variables that do not say enough about a model.
pub(super) fn refused(named: &Result<Named, Refusal>) -> Option<Check> {
    let refusal = named.as_ref().err()?;
    Some(Check::refused(Area::Model, refusal.diagnostics.clone(), refusal.status.code()))
}

async fn ask(endpoints: &[Endpoint], limit: Duration) -> Vec<Probe> {
    let deadline = Instant::now() + limit;
    let mut asked = JoinSet::new();
    for (index, endpoint) in endpoints.iter().cloned().enumerate() {
        asked.spawn(async move { (index, probe(&endpoint, deadline).await) });
    }
    let mut answers: Vec<(usize, Probe)> = asked.join_all().await;
    answers.sort_by_key(|(index, _)| *index);
    answers.into_iter().map(|(_, answer)| answer).collect()
}

fn told(endpoint: &Endpoint, answer: Probe, blocks: bool, text: &Text) -> Check {
    let host = endpoint.url.host_str().unwrap_or_default();
    let check = match answer {
        Probe::Listed => Check::ok(Area::Model, (text.doctor.model_listed)(host)),
        Probe::NoList => Check::ok(Area::Model, (text.doctor.model_not_asked)(host)),
        Probe::NotListed(names) => {
            let mut names: Vec<String> = names;
            names.sort_by(|one, other| {
                let near = |name: &str| strsim::jaro(name, &endpoint.model);
                near(other).total_cmp(&near(one))
            });
            names.truncate(NAMES);
            let help = if names.is_empty() { Vec::new() } else { vec![(text.doctor.other_models)(&names.join(", "))] };
            Check { help, ..Check::ok(Area::Model, (text.doctor.model_not_listed)(host)).warning(None) }
        }
        Probe::KeyRefused(said) => {
            let help = vec![text.doctor.correct_the_key.to_owned()];
            Check { help, ..missing(blocks, (text.doctor.key_refused)(host, &said), text) }
        }
        Probe::Failed(error) => {
            let help = vec![text.doctor.correct_the_host.to_owned()];
            Check { help, ..missing(blocks, error.to_string(), text) }
        }
    };
    check.of(endpoint.identity())
}

/// A model that would give no answer.
fn missing(blocks: bool, mut message: String, text: &Text) -> Check {
    if blocks {
        let exit = ExitStatus::Inconclusive.code();
        return Check { status: CheckStatus::Failed, exit, ..Check::ok(Area::Model, message) };
    }
    message.push_str(text.doctor.does_not_block);
    Check::ok(Area::Model, message).warning(None)
}
