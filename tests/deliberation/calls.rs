//! Each call has exactly one result, in order, whatever the model wrote.

use aurumcode::deliberation::{CallStatus, Limits};
use aurumcode::llm::Message;

use super::script::{Does, Script, asks, hold, offers, results, says};

fn text(text: &str) -> Does {
    Does::Says(text.to_owned())
}

#[tokio::test]
async fn arguments_that_are_no_json_are_refused_and_answered_and_never_run_as_an_empty_object() {
    let calls = [
        ("a", "look", "{path: oops"),
        ("b", "look", ""),
        ("c", "look", "[]"),
        ("d", "look", "{\"pth\":\"x\"}"),
        ("e", "look", "{\"path\":\"x\"}"),
    ];
    let model = Script::new([asks(&calls), says("done")]);
    let (offers, ran) = offers(&[("look", text("seen"))]);
    let held = hold(&model, &offers, Limits::default()).await;
    assert_eq!(held.answer.as_deref(), Ok("done"));
    assert_eq!(*ran.lock().expect("not poisoned"), [serde_json::json!({"path": "x"})]);
    let given = results(&model.request(2));
    assert_eq!(given.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>(), ["a", "b", "c", "d", "e"]);
    assert!(given[0].1.contains("not JSON") && given[2].1.contains("object") && given[3].1.contains("pth"), "{given:?}");
    assert_eq!(given[4].1, "seen");
    let statuses: Vec<_> = held.transcript.calls.iter().map(|call| call.status).collect();
    assert_eq!(
        statuses,
        [CallStatus::Refused, CallStatus::Refused, CallStatus::Refused, CallStatus::Refused, CallStatus::Executed]
    );
}

#[tokio::test]
async fn what_goes_back_to_the_host_is_always_valid() {
    let model =
        Script::new([asks(&[("a", "no such tool\n", "{broken"), ("b", "look", "{\"path\":\"hunter2hunter2\"}")]), says("done")]);
    let (offers, _) = offers(&[("look", text("the word is hunter2hunter2"))]);
    hold(&model, &offers, Limits::default()).await;
    let request = model.request(2);
    let Some(Message::Assistant { calls, .. }) = request.messages.get(2) else { panic!("{request:?}") };
    assert_eq!((calls[0].name.as_str(), calls[0].arguments.as_str()), ("unknown_tool", "{}"));
    for call in calls {
        assert!(serde_json::from_str::<serde_json::Value>(call.arguments.as_str()).is_ok_and(|value| value.is_object()));
    }
    assert!(!format!("{request:?}").contains("hunter2"), "{request:?}");
}

#[tokio::test]
async fn an_unknown_tool_is_refused_with_the_names_that_there_are() {
    let model = Script::new([asks(&[("a", "shell", "{}"), ("b", "look", "{}")]), says("done")]);
    let (offers, _) = offers(&[("look", text("seen")), ("other", text(""))]);
    let held = hold(&model, &offers, Limits::default()).await;
    let given = results(&model.request(2));
    assert!(given[0].1.contains("look, other"), "{given:?}");
    assert_eq!((held.transcript.requested, held.transcript.not_requested), (vec!["look".to_owned()], vec!["other".to_owned()]));
}

#[tokio::test]
async fn one_that_fails_takes_no_other_with_it() {
    let calls = [("1", "fails", "{}"), ("2", "panics", "{}"), ("3", "refuses", "{}"), ("4", "says", "{}")];
    let model = Script::new([asks(&calls), says("done")]);
    let (offers, _) =
        offers(&[("fails", Does::Fails), ("panics", Does::Panics), ("refuses", Does::Refuses), ("says", text("fine"))]);
    let held = hold(&model, &offers, Limits::default()).await;
    assert_eq!(held.answer.as_deref(), Ok("done"));
    let given: Vec<String> = results(&model.request(2)).into_iter().map(|(_, text)| text).collect();
    assert_eq!(given, ["disk on fire", "the tool failed", "not that one", "fine"]);
    let statuses: Vec<_> = held.transcript.calls.iter().map(|call| call.status.as_str()).collect();
    assert_eq!(statuses, ["failed", "failed", "refused", "executed"]);
}

#[tokio::test]
async fn a_long_result_is_cut_with_a_note_and_between_characters() {
    let model = Script::new([asks(&[("a", "look", "{}")]), says("done")]);
    let (offers, _) = offers(&[("look", text(&"é".repeat(9000)))]);
    hold(&model, &offers, Limits::default()).await;
    let (_, given) = results(&model.request(2)).remove(0);
    assert!(given.len() <= 8192 && given.contains("[cut here: ") && given.starts_with("éé"), "{}", given.len());
}

#[tokio::test]
async fn text_beside_calls_is_no_answer_and_an_answer_without_tools_needs_one_round() {
    let model = Script::new([asks(&[("a", "look", "{}")]), says("the answer")]);
    let (offers, _) = offers(&[("look", text("seen"))]);
    let held = hold(&model, &offers, Limits::default()).await;
    assert_eq!(held.answer.as_deref(), Ok("the answer"));
    let held = hold(&Script::new([says("at once")]), &[], Limits::default()).await;
    assert_eq!((held.answer.as_deref(), held.transcript.rounds), (Ok("at once"), 1));
    let held = hold(&Script::new([asks(&[("a", "look", "{}")])]), &[], Limits::default()).await;
    assert_eq!(held.transcript.outcome, "model:malformed");
}

#[tokio::test]
async fn no_request_holds_a_call_without_its_result_however_long_the_conversation() {
    let ids: Vec<String> = (0..40).map(|number| format!("id-{number}")).collect();
    let rounds = ids.chunks(4).map(|ids| asks(&ids.iter().map(|id| (id.as_str(), "look", "{}")).collect::<Vec<_>>()));
    let model = Script::new(rounds.chain([says("done")]));
    let (offers, _) = offers(&[("look", text(&"x".repeat(9000)))]);
    let unbounded = Limits { max_rounds: 20, max_cost_tokens: 0, max_read_bytes: 1 << 30, ..Limits::default() };
    assert_eq!(hold(&model, &offers, unbounded).await.answer.as_deref(), Ok("done"));
    for number in 1..=model.count() {
        let request = model.request(number);
        let mut asked = Vec::new();
        let mut answered = Vec::new();
        for message in &request.messages {
            match message {
                Message::Assistant { calls, .. } => {
                    assert_eq!(asked, answered, "results stand behind their calls, before the next ones");
                    asked.extend(calls.iter().map(|call| call.id.to_string()));
                }
                Message::Tool { call, .. } => answered.push(call.to_string()),
                Message::System(_) | Message::User(_) => {}
            }
        }
        assert_eq!((&asked, asked.len()), (&answered, 4 * (number - 1)), "nothing is trimmed: request {number}");
    }
}
