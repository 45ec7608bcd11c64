//! The models out of files: the fixture, and a conversation that is recorded and played again.

use aurumcode::llm::{
    Capture, Captured, Fixture, Kept, Message, Model, ModelError, Recorder, Replay, Request, SentCall, ToolSpec,
};
use aurumcode::redaction::Redactor;
use serde_json::json;

use super::server::{Server, ask, question, said};

fn with_tools(prompt: &str) -> Request {
    let mut request = question();
    request.messages = vec![Message::User(Redactor::default().redact(prompt))];
    request.tools =
        vec![ToolSpec { name: "scanner_x".to_owned(), description: "Scans.".to_owned(), parameters: json!({"type": "object"}) }];
    request
}

fn after(request: &Request, tool: &str) -> Request {
    let text = |text: &str| Redactor::default().redact(text);
    let mut next = request.clone();
    next.messages.push(Message::Assistant {
        text: text(""),
        calls: vec![SentCall { id: text("c"), name: text(tool), arguments: text("{}") }],
    });
    next.messages.push(Message::Tool { call: text("c"), content: text("found nothing") });
    next
}

#[tokio::test]
async fn a_plain_file_answers_everything() {
    let fixture = Fixture::read("  {\"issues\": []}\n").expect("a fixture");
    assert!(!fixture.calls_tools());
    assert_eq!(ask(&fixture).await.expect("a reply").text, "  {\"issues\": []}\n");
}

#[tokio::test]
async fn a_script_answers_by_what_the_prompt_holds() {
    let cases =
        json!([{"prompt_contains": "good", "response": {"issues": []}}, {"prompt_contains": "is", "response": "no JSON"}]);
    for script in [
        json!({"aurumcode_fixture": {"cases": cases, "default": "else"}}),
        json!({"aurumcode_fixture": 1, "cases": cases, "default": "else"}),
    ] {
        let fixture = Fixture::read(&script.to_string()).expect("a fixture");
        assert_eq!(ask(&fixture).await.expect("a reply").text, "{\"issues\":[]}");
        let reply = fixture.call(&with_tools("nothing of that")).await.expect("a reply");
        assert_eq!(reply.text, "else");
    }
    let silent = Fixture::read("{\"aurumcode_fixture\": {}}").expect("a fixture");
    assert!(matches!(ask(&silent).await, Err(ModelError::Recorded(_))));
    assert!(Fixture::read("{\"aurumcode_fixture\": {\"case\": []}}").is_err());
}

#[tokio::test]
async fn a_script_asks_for_a_tool_once_unless_it_is_told_otherwise() {
    let calls = json!([{"tool": "scanner_x"}, {"tool": "read_file", "arguments": {"path": "a"}, "prompt_contains": "deep", "every_round": true},
        {"tool": "never", "lines_above": 100}]);
    let fixture =
        Fixture::read(&json!({"aurumcode_fixture": {"tool_calls": calls, "default": "done"}}).to_string()).expect("a fixture");
    assert!(fixture.calls_tools());
    let first = with_tools("shallow");
    let reply = fixture.call(&first).await.expect("a reply");
    assert_eq!(reply.calls.iter().map(|call| call.id.as_str()).collect::<Vec<_>>(), ["call-1-scanner_x"]);
    assert_eq!(fixture.call(&after(&first, "scanner_x")).await.expect("a reply").text, "done");
    let deep = after(&with_tools("deep"), "scanner_x");
    let reply = fixture.call(&deep).await.expect("a reply");
    assert_eq!((reply.calls[0].id.as_str(), reply.calls[0].arguments.as_str()), ("call-2-read_file", "{\"path\":\"a\"}"));
    let last = Request { tools: Vec::new(), ..deep };
    assert_eq!(fixture.call(&last).await.expect("a reply").text, "done");
}

#[tokio::test]
async fn a_conversation_is_played_again_and_no_other() {
    let server = Server::start(vec![said("the password is: hunter2hunter2"), said("second")]);
    let (kept, redactor) = (Kept::default(), Redactor::default());
    redactor.register("hunter2hunter2");
    let recorder = Recorder::new(Box::new(server.model()), kept.clone());
    ask(&recorder).await.expect("a reply");
    let mut other = question();
    other.messages.push(Message::User(redactor.redact("and now?")));
    recorder.call(&other).await.expect("a reply");

    let file = kept.document(&recorder, &redactor);
    assert!(!file.as_str().contains("hunter2"), "{file}");
    let replay = Replay::read(file.as_str()).expect("a recording");
    assert_eq!(replay.identity(), "openai-compatible/judge");
    assert!(matches!(replay.call(&other).await, Err(ModelError::Recorded(why)) if why.contains("question 1")));
    assert_eq!(ask(&replay).await.expect("a reply").usage.map(|usage| usage.input), Some(7));
    assert_eq!(replay.call(&other).await.expect("a reply").text, "second");
    assert!(matches!(replay.call(&other).await, Err(ModelError::Recorded(_))));
    assert!(Replay::read("{}").is_err());
    assert!(Replay::read(&file.as_str().replace("\"aurumcode_recording\": 1", "\"aurumcode_recording\": 2")).is_err());
}

#[tokio::test]
async fn every_prompt_that_is_sent_can_be_read_afterwards() {
    let captured = Captured::default();
    let model = Capture::new(Box::new(Fixture::read("fine").expect("a fixture")), captured.clone());
    ask(&model).await.expect("a reply");
    model.call(&after(&question(), "scanner_x")).await.expect("a reply");
    let text = captured.text();
    for part in ["---- user\nis it good?\n", "scanner_x {}\n", "---- tool\nfound nothing\n"] {
        assert!(text.as_str().contains(part), "{text}");
    }
    assert_eq!(text.as_str().matches("==== call ====").count(), 2);
}
