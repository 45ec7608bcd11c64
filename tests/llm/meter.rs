//! The meter: what is told before a call, what is counted after it, and that no call passes the ceiling.

use std::sync::{Arc, Mutex};

use aurumcode::deliberation::async_trait;
use aurumcode::llm::{
    Chain, Dollars, Forecast, Meter, Metered, Model, ModelError, Price, Reply, Request, Spent, Told, Usage, estimate_request,
};

use super::server::{Act, Server, ask, ok, question, response, said};

/// One dollar for a thousand tokens read, ten for a thousand written.
fn price() -> Price {
    Price::of(&|name| Some(if name.contains("INPUT") { "1" } else { "10" }.to_owned())).expect("a price")
}

fn meter(ceiling: Option<&str>) -> (Meter, Arc<Mutex<Vec<Forecast>>>) {
    let told = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&told);
    let tell: Arc<Told> = Arc::new(move |forecast: &Forecast| kept.lock().expect("nobody panicked").push(*forecast));
    (Meter::new(price(), ceiling.map(|text| text.parse().expect("an amount")), tell), told)
}

fn metered(server: &Server, meter: &Meter) -> Box<dyn Model> {
    Box::new(Metered::new(Box::new(server.model()), meter.clone()))
}

fn amount(millionths: u64) -> Dollars {
    Dollars::of_millionths(millionths)
}

#[tokio::test]
async fn each_call_is_told_before_and_counted_after() {
    let server = Server::start(vec![said("hello"), ok(r#"{"choices":[{"message":{"content":"123456"}}]}"#)]);
    let (meter, told) = meter(None);
    let model = metered(&server, &meter);
    ask(model.as_ref()).await.expect("a reply");
    // The server says 7 and 2 tokens.
    assert_eq!(meter.spent(), Spent { calls: 1, usage: Usage { input: 7, output: 2 }, price: amount(27_000), estimated: false });
    ask(model.as_ref()).await.expect("a reply");
    let input = estimate_request(&question());
    let spent = meter.spent();
    assert_eq!((spent.calls, spent.usage, spent.estimated), (2, Usage { input: 7 + input, output: 4 }, true));
    let told = told.lock().expect("nobody panicked").clone();
    let forecast = |call| Forecast { call, usage: Usage { input, output: 8192 }, price: amount(input * 1000 + 81_920_000) };
    assert_eq!(told, [forecast(1), forecast(2)]);
    assert!(server.requests().iter().all(|request| !request.contains("max_tokens")));
}

#[tokio::test]
async fn the_call_that_could_pass_the_ceiling_is_not_made() {
    // A call may cost 81.92 dollars and a little for the prompt; each one does cost 0.027.
    let server = Server::start((0..9).map(|_| said("hello")).collect());
    let (meter, told) = meter(Some("82"));
    let model = metered(&server, &meter);
    let mut made = 0;
    let error = loop {
        match ask(model.as_ref()).await {
            Ok(_) => made += 1,
            Err(error) => break error,
        }
        assert!(meter.spent().price <= amount(82_000_000));
    };
    let least = amount(estimate_request(&question()) * 1000 + 81_920_000);
    let affordable = (1..).take_while(|calls| least.plus(amount(27_000 * (calls - 1))) <= amount(82_000_000)).count();
    assert!(made == affordable && made > 0, "{made} of {affordable}");
    assert_eq!((server.requests().len(), meter.spent().calls as usize), (made, made));
    assert_eq!(told.lock().expect("nobody panicked").len(), made);
    assert!(error.token() == "budget" && error.to_string().contains("$82.00"), "{error}");
    // What it was reckoned with is what the host is allowed.
    assert!(server.requests().iter().all(|request| request.contains("\"max_tokens\":8192")));
}

#[tokio::test]
async fn a_failed_call_is_charged_for_what_it_may_have_cost() {
    let input = estimate_request(&question());
    let cut = ok(r#"{"choices":[{"message":{"content":"a"},"finish_reason":"length"}]}"#);
    let cases = [
        (cut, "truncated", Usage { input, output: 8192 }),
        (ok("no JSON"), "malformed", Usage { input, output: 0 }),
        (ok(r#"{"choices":[{"message":{"content":null,"refusal":"no"}}]}"#), "refused", Usage { input, output: 0 }),
        (response("401 Unauthorized", "", "{}"), "status", Usage::default()),
    ];
    for (act, token, usage) in cases {
        let (meter, _) = meter(None);
        let error = ask(metered(&Server::start(vec![act]), &meter).as_ref()).await.expect_err("a failure");
        let spent = meter.spent();
        assert_eq!((error.token(), spent.calls, spent.usage, spent.estimated), (token, 1, usage, true));
    }
}

#[tokio::test]
async fn a_fallback_is_a_call_of_its_own_and_the_ceiling_holds_for_both() {
    let broken = || Server::start(vec![Act::Send(b"HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nx".to_vec())]);
    let good = Server::start(vec![said("hello")]);
    let (meter, _) = meter(None);
    let chain = Chain::new(vec![metered(&broken(), &meter), metered(&good, &meter)]).expect("a chain");
    assert_eq!(ask(&chain).await.expect("a reply").text, "hello");
    assert_eq!(meter.spent().calls, 2);

    let good = Server::start(vec![said("hello")]);
    let (meter, _) = self::meter(Some("81.93"));
    let chain = Chain::new(vec![metered(&broken(), &meter), metered(&good, &meter)]).expect("a chain");
    let error = ask(&chain).await.expect_err("no money is left");
    assert_eq!((error.token(), good.requests().len()), ("budget", 0), "{error}");
}

/// A model that is dropped while it is asked.
struct Hangs;

#[async_trait]
impl Model for Hangs {
    fn identity(&self) -> String {
        "hangs".to_owned()
    }

    fn calls_tools(&self) -> bool {
        false
    }

    async fn call(&self, _: &Request) -> Result<Reply, ModelError> {
        std::future::pending().await
    }
}

#[tokio::test]
async fn a_call_that_nobody_waited_for_stays_reserved() {
    let (meter, _) = meter(Some("100"));
    let model = Metered::new(Box::new(Hangs), meter.clone());
    tokio::select! {
        _ = ask(&model) => panic!("it hangs"),
        () = tokio::task::yield_now() => {}
    }
    assert_eq!(ask(&model).await.expect_err("its money is taken").token(), "budget");
}
