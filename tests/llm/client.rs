//! What the client sends, and when it asks again.

use aurumcode::llm::{Answer, Message, Model, ModelError, SentCall, ToolSpec};
use aurumcode::redaction::Redactor;
use serde_json::{Value, json};

use super::server::{Act, Server, ask, question, response, said};

fn status(code: u16, headers: &str) -> Act {
    response(&format!("{code} Because"), headers, r#"{"error":{"message":"not now"}}"#)
}

#[tokio::test]
async fn a_busy_host_is_asked_again_as_it_wishes() {
    for code in [408, 429, 500, 502, 503, 504, 529] {
        let server = Server::start(vec![status(code, "retry-after: 0\r\n"), status(code, ""), said("hello")]);
        assert_eq!(ask(&server.model()).await.expect("a reply").text, "hello", "{code}");
        assert_eq!(server.requests().len(), 3);
    }
    let server = Server::start(vec![Act::Send(Vec::new()), said("hello")]);
    assert_eq!(ask(&server.model()).await.expect("a reply").text, "hello");
}

#[tokio::test]
async fn it_gives_up_where_asking_again_is_of_no_use() {
    for (code, headers, count) in [(400, "", 1), (401, "", 1), (404, "", 1), (503, "", 3), (429, "retry-after: 3600\r\n", 1)] {
        let server = Server::start((0..5).map(|_| status(code, headers)).collect());
        let error = ask(&server.model()).await.expect_err("a failure");
        assert!(
            matches!(&error, ModelError::Status { status, detail, .. } if *status == code && detail == "not now"),
            "{error:?}"
        );
        assert_eq!(server.requests().len(), count, "{code}");
    }
}

#[tokio::test]
async fn the_request_says_what_was_asked_and_nothing_else() {
    let server = Server::start(vec![said("a"), said("b")]);
    let redactor = Redactor::default();
    let text = |text: &str| redactor.redact(text);
    let mut request = question();
    request.messages = vec![
        Message::System(text("be strict")),
        Message::User(text("review")),
        Message::Assistant {
            text: text(""),
            calls: vec![SentCall { id: text("c1"), name: text("read_file"), arguments: text(r#"{"path":"a"}"#) }],
        },
        Message::Tool { call: text("c1"), content: text("1: x") },
    ];
    request.max_output_tokens = Some(99);
    request.answer = Some(Answer { name: "review".to_owned(), schema: json!({"type": "object"}) });
    request.tools =
        vec![ToolSpec { name: "read_file".to_owned(), description: "Reads.".to_owned(), parameters: json!({"type": "object"}) }];
    server.model().call(&request).await.expect("a reply");
    request.tools.clear();
    server.model().call(&request).await.expect("a reply");

    let sent = server.requests();
    let (head, body) = sent[0].split_once("\r\n\r\n").expect("a request");
    assert!(head.starts_with("POST /v1/chat/completions HTTP/1.1"), "{head}");
    assert!(head.to_ascii_lowercase().contains("authorization: bearer key-of-the-operator"), "{head}");
    let body: Value = serde_json::from_str(body).expect("JSON");
    let expected = json!({
        "model": "judge",
        "max_tokens": 99,
        "messages": [
            {"role": "system", "content": "be strict"},
            {"role": "user", "content": "review"},
            {"role": "assistant", "tool_calls": [
                {"type": "function", "id": "c1", "function": {"name": "read_file", "arguments": "{\"path\":\"a\"}"}}
            ]},
            {"role": "tool", "content": "1: x", "tool_call_id": "c1"}
        ],
        "tools": [{"type": "function", "function": {"name": "read_file", "description": "Reads.", "parameters": {"type": "object"}}}]
    });
    assert_eq!(body, expected);
    let last: Value = serde_json::from_str(sent[1].split_once("\r\n\r\n").expect("a request").1).expect("JSON");
    assert_eq!(last.get("tools"), None);
}

#[tokio::test]
async fn no_error_tells_the_key() {
    let echo = Act::Send(b"HTTP/1.1 400 Bad\r\ncontent-length: 2\r\n\r\n{}".to_vec());
    let server = Server::start(vec![echo]);
    let model = server.model();
    let error = ask(&model).await.expect_err("a failure");
    assert!(!format!("{error:?} {error} {}", model.identity()).contains("key-of"));
}
