//! What hosts send when they do not keep to the protocol: each reply is played by a real server, and must become the error that says
//! what is wrong, or the reply that it is.

use aurumcode::llm::{Finish, ModelError, Usage};

use super::server::{Act, Server, ask, ok, response};

/// The reply around one message.
fn message(message: &str) -> String {
    format!(r#"{{"choices":[{{"index":0,"message":{message},"finish_reason":"stop"}}]}}"#)
}

/// The reply around one tool call.
fn call(call: &str) -> String {
    message(&format!(r#"{{"role":"assistant","content":null,"tool_calls":[{call}]}}"#))
}

const GOOD_CALL: &str = r#"{"id":"a","type":"function","function":{"name":"read_file","arguments":"{}"}}"#;

/// Name, what the server does, the word of the error, and a part of its text.
fn refused() -> Vec<(&'static str, Act, &'static str, &'static str)> {
    let body = |text: String| ok(text);
    let deep = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
    vec![
        ("an empty body", ok(""), "malformed", "not JSON"),
        ("only spaces", ok("  \n"), "malformed", "not JSON"),
        ("a page of HTML", ok("<html><body>Welcome</body></html>"), "malformed", "not JSON"),
        ("plain text", ok("I think it is fine."), "malformed", "not JSON"),
        ("a stream of events", ok("data: {\"choices\":[]}\n\ndata: [DONE]\n\n"), "malformed", "stream"),
        ("not UTF-8", ok([b'{', 0xff, 0xfe, b'}']), "malformed", "UTF-8"),
        ("UTF-16", ok([0xff, 0xfe, b'{', 0, b'}', 0]), "malformed", "UTF-8"),
        ("a byte order mark", ok(format!("\u{feff}{}", message(r#"{"content":"x"}"#))), "malformed", "not JSON"),
        ("cut in the middle", ok(r#"{"choices":[{"message":{"content":"a"#), "malformed", "not JSON"),
        ("text behind the end", ok(format!("{} and more", message(r#"{"content":"x"}"#))), "malformed", "not JSON"),
        ("two documents", ok(format!("{0}{0}", message(r#"{"content":"x"}"#))), "malformed", "not JSON"),
        ("a trailing comma", ok(r#"{"choices":[],}"#), "malformed", "not JSON"),
        ("a raw line break in a string", ok("{\"choices\":[{\"message\":{\"content\":\"a\nb\"}}]}"), "malformed", "not JSON"),
        ("nested without end", ok(deep), "malformed", "not JSON"),
        ("a list", ok("[]"), "malformed", "invalid type"),
        ("lists for objects", ok(r#"{"choices":[[{"content":"a"},"stop"]]}"#), "malformed", "invalid type"),
        ("null", ok("null"), "malformed", "invalid type"),
        ("a number", ok("42"), "malformed", "invalid type"),
        ("no choices", ok(r#"{"id":"x"}"#), "malformed", "choices"),
        ("choices that are null", ok(r#"{"choices":null}"#), "malformed", "null"),
        ("choices that are an object", ok(r#"{"choices":{}}"#), "malformed", "sequence"),
        ("no choice", ok(r#"{"choices":[]}"#), "malformed", "one choice"),
        (
            "two choices",
            ok(r#"{"choices":[{"message":{"content":"a"}},{"message":{"content":"b"}}]}"#),
            "malformed",
            "one choice",
        ),
        (
            "choices twice",
            ok(r#"{"choices":[{"message":{"content":"a"}}],"choices":[{"message":{"content":"b"}}]}"#),
            "malformed",
            "duplicate",
        ),
        ("a choice that is text", ok(r#"{"choices":["a"]}"#), "malformed", "invalid type"),
        ("no message", ok(r#"{"choices":[{"text":"a"}]}"#), "malformed", "message"),
        ("a message that is null", body(message("null")), "malformed", "null"),
        ("content twice", body(message(r#"{"content":"a","content":"b"}"#)), "malformed", "duplicate"),
        ("content that is a number", body(message(r#"{"content":7}"#)), "malformed", "match any"),
        ("content that is an object", body(message(r#"{"content":{"text":"a"}}"#)), "malformed", "match any"),
        ("a picture", body(message(r#"{"content":[{"type":"image_url","image_url":{}}]}"#)), "malformed", "not text"),
        ("the user's message", body(message(r#"{"role":"user","content":"a"}"#)), "malformed", "assistant"),
        ("the system's message", body(message(r#"{"role":"system","content":"a"}"#)), "malformed", "assistant"),
        ("no content", body(message(r#"{"role":"assistant","content":null}"#)), "empty", "empty"),
        ("blank content", body(message(r#"{"role":"assistant","content":" \n"}"#)), "empty", "empty"),
        ("an empty message", body(message("{}")), "empty", "empty"),
        (
            "an old function call",
            body(message(r#"{"content":null,"function_call":{"name":"a","arguments":"{}"}}"#)),
            "malformed",
            "function",
        ),
        ("calls that are an object", body(message(r#"{"content":null,"tool_calls":{}}"#)), "malformed", "sequence"),
        ("a call without an id", body(call(r#"{"function":{"name":"a","arguments":"{}"}}"#)), "malformed", "id"),
        ("a call with an empty id", body(call(r#"{"id":"","function":{"name":"a","arguments":"{}"}}"#)), "malformed", "id"),
        (
            "a call with an id that is a number",
            body(call(r#"{"id":3,"function":{"name":"a","arguments":"{}"}}"#)),
            "malformed",
            "string",
        ),
        (
            "an id without end",
            body(call(&format!(r#"{{"id":"{}","function":{{"name":"a","arguments":"{{}}"}}}}"#, "i".repeat(9000)))),
            "malformed",
            "id",
        ),
        ("two calls with one id", body(call(&format!("{GOOD_CALL},{GOOD_CALL}"))), "malformed", "same id"),
        ("a call without a function", body(call(r#"{"id":"a"}"#)), "malformed", "function"),
        ("a call without a name", body(call(r#"{"id":"a","function":{"arguments":"{}"}}"#)), "malformed", "name"),
        ("a call with an empty name", body(call(r#"{"id":"a","function":{"name":" ","arguments":"{}"}}"#)), "malformed", "name"),
        ("a call without arguments", body(call(r#"{"id":"a","function":{"name":"b"}}"#)), "malformed", "arguments"),
        (
            "arguments that are a list",
            body(call(r#"{"id":"a","function":{"name":"b","arguments":[]}}"#)),
            "malformed",
            "match any",
        ),
        (
            "arguments that are null",
            body(call(r#"{"id":"a","function":{"name":"b","arguments":null}}"#)),
            "malformed",
            "match any",
        ),
        (
            "a call of another kind",
            body(call(r#"{"id":"a","type":"custom","function":{"name":"b","arguments":"{}"}}"#)),
            "malformed",
            "kind",
        ),
        (
            "a thousand calls",
            body(call(&(0..1000).map(|n| GOOD_CALL.replace("\"a\"", &format!("\"{n}\""))).collect::<Vec<_>>().join(","))),
            "malformed",
            "1000",
        ),
        (
            "calls that are announced and missing",
            ok(r#"{"choices":[{"message":{"content":"soon"},"finish_reason":"tool_calls"}]}"#),
            "malformed",
            "announces",
        ),
        (
            "a cut at the limit",
            ok(r#"{"choices":[{"message":{"content":"{\"issues\": ["},"finish_reason":"length"}]}"#),
            "truncated",
            "cut off",
        ),
        ("a filter", ok(r#"{"choices":[{"message":{"content":""},"finish_reason":"content_filter"}]}"#), "refused", "filtered"),
        ("a refusal", body(message(r#"{"content":null,"refusal":"I cannot help with that."}"#)), "refused", "cannot help"),
        (
            "an error in place of a reply",
            ok(r#"{"error":{"message":"overloaded","type":"server_error"}}"#),
            "provider_error",
            "overloaded",
        ),
        ("an error that is text", ok(r#"{"error":"no such model"}"#), "provider_error", "no such model"),
        (
            "an error beside choices",
            ok(r#"{"error":{"message":"half"},"choices":[{"message":{"content":"a"}}]}"#),
            "provider_error",
            "half",
        ),
        ("status 204", response("204 No Content", "", ""), "status", "204"),
        ("status 201", response("201 Created", "", message(r#"{"content":"a"}"#)), "status", "201"),
        ("a redirect", response("302 Found", "location: http://127.0.0.1:9/\r\n", ""), "status", "302"),
        ("a wrong key", response("401 Unauthorized", "", r#"{"error":{"message":"bad key"}}"#), "status", "bad key"),
        ("no such address", response("404 Not Found", "", "<html>nginx</html>"), "status", "nginx"),
        (
            "a request that is too long",
            response("413 Payload Too Large", "", r#"[{"error":{"message":"too long"}}]"#),
            "status",
            "too long",
        ),
        ("bytes that no HTTP is", Act::Send(b"SSH-2.0-OpenSSH_9.2\r\n".to_vec()), "transport", "connection"),
        ("nothing at all", Act::Send(Vec::new()), "transport", "connection"),
        (
            "a body that breaks off",
            Act::Send(b"HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{\"choices\":".to_vec()),
            "transport",
            "connection",
        ),
        (
            "chunks that break off",
            Act::Send(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{\"cho\r\n".to_vec()),
            "transport",
            "connection",
        ),
        (
            "chunks of no size",
            Act::Send(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n".to_vec()),
            "transport",
            "connection",
        ),
        ("a compressed body", response("200 OK", "content-encoding: gzip\r\n", [0x1f, 0x8b, 8, 0, 0]), "malformed", "UTF-8"),
        ("a body of ten megabytes", Act::Flood(10 * 1024 * 1024), "too_large", "larger"),
    ]
}

#[tokio::test]
async fn every_broken_reply_becomes_the_error_that_says_so() {
    let cases = refused();
    assert!(cases.len() >= 40, "the suite holds {} replies", cases.len());
    let mut wrong = Vec::new();
    for (name, act, token, part) in cases {
        // A broken connection is tried again: the later ones find a server that closes without a word.
        let server = Server::start(vec![act]);
        match ask(&server.model()).await {
            Err(error) if error.token() == token && error.to_string().contains(part) => {}
            other => wrong.push(format!("{name}: {other:?}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn a_host_that_never_ends_its_reply_meets_the_deadline() {
    for start in [&b""[..], b"HTTP/1.1 200 OK\r\ncontent-length: 90\r\n\r\n{\"choices\":"] {
        let server = Server::start(vec![Act::Hang(start.to_vec())]);
        let mut question = super::server::question();
        question.deadline = tokio::time::Instant::now() + std::time::Duration::from_millis(200);
        let result = aurumcode::llm::Model::call(&server.model(), &question).await;
        assert_eq!(result, Err(ModelError::Deadline));
    }
}

#[tokio::test]
async fn what_hosts_do_differently_and_rightly_is_read() {
    let text = |body: &str| (ok(body), "hello");
    for (act, expected) in [
        text(r#"{"choices":[{"message":{"content":"hello"}}]}"#),
        text(
            r#"{"choices":[{"message":{"role":"assistant","content":"hello","refusal":null,"tool_calls":null},"finish_reason":"eos"}],"error":null}"#,
        ),
        text(
            r#"{"choices":[{"message":{"content":[{"type":"text","text":"hel"},{"type":"text","text":"lo"}],"tool_calls":[]},"finish_reason":null}],"usage":null}"#,
        ),
    ] {
        let reply = ask(&Server::start(vec![act]).model()).await.expect("a reply");
        assert_eq!((reply.text.as_str(), reply.finish, reply.usage), (expected, Finish::Stop, None));
        assert_eq!(reply.answered_by, "openai-compatible/judge");
    }
    // Arguments as an object, `stop` in spite of calls, arguments that are no JSON: what to do with those is not the client's business.
    let calls = call(
        r#"{"id":"a","function":{"name":"b","arguments":{"path":"c"}}},{"id":"d","type":"function","function":{"name":"e","arguments":"{oops"}}"#,
    );
    let reply = ask(&Server::start(vec![ok(calls)]).model()).await.expect("a reply");
    assert_eq!(reply.finish, Finish::Tools);
    let read: Vec<_> = reply.calls.iter().map(|call| (call.id.as_str(), call.name.as_str(), call.arguments.as_str())).collect();
    assert_eq!(read, [("a", "b", r#"{"path":"c"}"#), ("d", "e", "{oops")]);
}

#[tokio::test]
async fn usage_that_cannot_be_true_is_no_usage() {
    for (usage, expected) in [
        (r#"{"prompt_tokens":7,"completion_tokens":2,"total_tokens":9}"#, Some(Usage { input: 7, output: 2 })),
        (r#"{"prompt_tokens":0,"completion_tokens":0}"#, None),
        (r#"{"prompt_tokens":-7,"completion_tokens":2}"#, None),
        (r#"{"prompt_tokens":7.5,"completion_tokens":2}"#, None),
        (r#"{"prompt_tokens":"7","completion_tokens":2}"#, None),
        (r#"{"prompt_tokens":18446744073709551615,"completion_tokens":2}"#, None),
        (r#"{"prompt_tokens":7}"#, None),
        ("[]", None),
        ("3", None),
    ] {
        let body = format!(r#"{{"choices":[{{"message":{{"content":"a"}}}}],"usage":{usage}}}"#);
        assert_eq!(ask(&Server::start(vec![ok(body)]).model()).await.expect("a reply").usage, expected, "{usage}");
    }
}
