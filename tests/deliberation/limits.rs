//! Each limit ends the conversation without an answer, under its own name.

use std::time::Duration;

use aurumcode::deliberation::{Limits, Unanswered};
use aurumcode::llm::ModelError;

use super::script::{Does, Script, asks, costs, hold, offers, says};

fn limit(held: &aurumcode::deliberation::Deliberated) -> Option<&str> {
    match &held.answer {
        Err(Unanswered::Limit(limit)) => {
            assert_eq!(held.transcript.outcome, format!("deliberation_limit:{}", limit.limit));
            assert!(held.transcript.undecided && held.transcript.not_requested.is_empty());
            held.transcript.limit.as_deref()
        }
        _ => None,
    }
}

#[tokio::test]
async fn the_last_round_has_no_tools_and_says_so() {
    let again = || asks(&[("a", "look", "{}")]);
    let (offers, _) = offers(&[("look", Does::Says("seen".to_owned()))]);
    let model = Script::new([again(), again(), says("done")]);
    let held = hold(&model, &offers, Limits::default()).await;
    assert_eq!((held.answer.as_deref(), held.transcript.rounds), (Ok("done"), 3));
    assert_eq!([1, 2, 3].map(|number| model.request(number).tools.len()), [1, 1, 0]);
    let last = model.request(3).messages.pop().expect("a message");
    assert!(last.text().as_str().contains("last round"), "{last:?}");

    let model = Script::new([again(), again(), again(), says("too late")]);
    let held = hold(&model, &offers, Limits::default()).await;
    assert_eq!((limit(&held), model.count()), (Some("max_rounds"), 3));
}

#[tokio::test]
async fn a_conversation_of_one_round_still_offers_tools() {
    let one = Limits { max_rounds: 1, ..Limits::default() };
    let (offers, ran) = offers(&[("look", Does::Says("seen".to_owned()))]);
    let model = Script::new([asks(&[("a", "look", "{}")])]);
    let held = hold(&model, &offers, one).await;
    assert_eq!((limit(&held), model.request(1).tools.len()), (Some("max_rounds"), 1));
    assert!(ran.lock().expect("not poisoned").is_empty(), "nobody could read the result");
    assert_eq!(hold(&Script::new([says("x")]), &offers, one).await.answer.as_deref(), Ok("x"));
}

#[tokio::test]
async fn the_cost_is_every_output_and_what_later_prompts_exceed_the_first() {
    let (offers, _) = offers(&[("look", Does::Says("seen".to_owned()))]);
    let rounds = || {
        let again = || asks(&[("a", "look", "{}")]);
        Script::new([costs(again(), 65_918, 50), costs(again(), 70_000, 50), costs(says("done"), 75_000, 50)])
    };
    let held = hold(&rounds(), &offers, Limits { max_cost_tokens: 13_314, ..Limits::default() }).await;
    assert_eq!(held.answer.as_deref(), Ok("done"));
    let transcript = &held.transcript;
    let told =
        (transcript.base_tokens, transcript.cost_tokens, transcript.tokens_in, transcript.tokens_out, transcript.estimated);
    assert_eq!(told, (65_918, 13_314, 210_918, 150, false));
    let held = hold(&rounds(), &offers, Limits { max_cost_tokens: 13_313, ..Limits::default() }).await;
    assert_eq!(limit(&held), Some("max_cost_tokens"));
    let held = hold(&rounds(), &offers, Limits { max_cost_tokens: 0, ..Limits::default() }).await;
    assert_eq!(held.answer.as_deref(), Ok("done"));
}

#[tokio::test]
async fn a_host_that_reports_nothing_is_charged_by_an_estimate() {
    let (offers, _) = offers(&[("look", Does::Says("x".repeat(6000)))]);
    let script = || Script::new([asks(&[("a", "look", "{}")]), says("done")]);
    let held = hold(&script(), &offers, Limits::default()).await;
    assert!(held.transcript.estimated && held.transcript.cost_tokens > 2000, "{:?}", held.transcript);
    let held = hold(&script(), &offers, Limits { max_cost_tokens: 1000, ..Limits::default() }).await;
    assert_eq!(limit(&held), Some("max_cost_tokens"));
}

#[tokio::test]
async fn a_tool_that_hangs_ends_it() {
    let (offers, _) = offers(&[("look", Does::Hangs)]);
    let model = Script::new([asks(&[("a", "look", "{}")]), says("done")]);
    let short = Limits { per_tool_timeout: Duration::from_millis(20), ..Limits::default() };
    let held = hold(&model, &offers, short).await;
    assert_eq!((limit(&held), model.count()), (Some("per_tool_timeout_seconds"), 1));
    assert_eq!(held.transcript.calls[0].status.as_str(), "failed");
}

#[tokio::test]
async fn the_bytes_of_all_tools_together_are_bounded() {
    let (offers, _) = offers(&[("look", Does::Says("x".repeat(600)))]);
    let model = || Script::new([asks(&[("a", "look", "{}"), ("b", "look", "{}")]), says("done")]);
    let at = |max_read_bytes| Limits { max_read_bytes, ..Limits::default() };
    assert_eq!(hold(&model(), &offers, at(1200)).await.answer.as_deref(), Ok("done"));
    assert_eq!(limit(&hold(&model(), &offers, at(1199)).await), Some("max_read_bytes"));
}

#[tokio::test]
async fn a_model_that_fails_is_no_answer_and_keeps_the_transcript() {
    let (offers, _) = offers(&[("look", Does::Says("seen".to_owned()))]);
    let model = Script::new([asks(&[("a", "look", "{}")]), Err(ModelError::Refused("no".to_owned()))]);
    let held = hold(&model, &offers, Limits::default()).await;
    assert_eq!(held.answer, Err(Unanswered::Model(ModelError::Refused("no".to_owned()))));
    assert_eq!((held.transcript.outcome.as_str(), held.transcript.calls.len(), held.transcript.rounds), ("model:refused", 1, 2));
}

#[test]
fn a_bound_that_allows_nothing_is_refused_by_name() {
    assert!(Limits::default().validate().is_ok());
    let wrong = [
        (Limits { max_rounds: 0, ..Limits::default() }, "max_rounds"),
        (Limits { per_tool_timeout: Duration::ZERO, ..Limits::default() }, "per_tool_timeout_seconds"),
        (Limits { max_read_bytes: 0, ..Limits::default() }, "max_read_bytes"),
    ];
    for (limits, name) in wrong {
        assert_eq!(limits.validate().map_err(|error| error.0), Err(name));
    }
}
