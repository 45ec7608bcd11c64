//! Fallbacks: a failing host moves on, an answer never does.

use aurumcode::llm::{Chain, Model, ModelError};

use super::server::{Server, ask, ok, response, said};

fn chain(servers: &[&Server]) -> Chain {
    Chain::new(servers.iter().map(|server| Box::new(server.model()) as Box<dyn Model>).collect()).expect("a chain")
}

#[tokio::test]
async fn a_host_that_fails_is_replaced_for_the_rest_of_the_conversation() {
    let first = Server::start(vec![response("401 Unauthorized", "", "{}")]);
    let second = Server::start(vec![said("one"), said("two")]);
    let model = chain(&[&first, &second]);
    assert_eq!(ask(&model).await.expect("a reply").text, "one");
    assert_eq!(ask(&model).await.expect("a reply").text, "two");
    assert_eq!((first.requests().len(), second.requests().len()), (1, 2));
}

#[tokio::test]
async fn an_answer_that_is_of_no_use_is_not_asked_for_elsewhere() {
    let refusal = r#"{"choices":[{"message":{"content":null,"refusal":"no"}}]}"#;
    let cut = r#"{"choices":[{"message":{"content":"{"},"finish_reason":"length"}]}"#;
    let empty = r#"{"choices":[{"message":{"content":""}}]}"#;
    for (body, token) in [(refusal, "refused"), (cut, "truncated"), (empty, "empty")] {
        let (first, second) = (Server::start(vec![ok(body)]), Server::start(vec![said("fine")]));
        assert_eq!(ask(&chain(&[&first, &second])).await.map_err(|error| error.token()), Err(token));
        assert!(second.requests().is_empty());
    }
}

#[tokio::test]
async fn when_all_fail_the_last_failure_is_told() {
    let (first, second) = (Server::start(vec![ok("x")]), Server::start(vec![response("404 Not Found", "", "gone")]));
    let error = ask(&chain(&[&first, &second])).await.expect_err("a failure");
    assert!(matches!(error, ModelError::Status { status: 404, .. }), "{error:?}");
    assert!(Chain::new(Vec::new()).is_none());
}
