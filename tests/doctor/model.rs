//! The model that the environment names: asked for without a token, and never with its key told.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};

use crate::stage::{Answer, Stage};

const KEY: &str = "sk-of-the-operator-7Kq2mVt9";
const REQUIRED: &str = "quality_gates:\n  scanners:\n    - engine: builtin\nreview:\n  model:\n    required: true\n";
const PLAIN: &str = "quality_gates:\n  scanners:\n    - engine: builtin\n";

/// A host that answers each request to read with these bytes, and each question with an empty review.
struct Host {
    url: String,
    seen: Arc<Mutex<Vec<String>>>,
}

impl Host {
    fn start(status: &'static str, body: &'static str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}/v1", listener.local_addr().expect("its address"));
        let seen = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&seen);
        std::thread::spawn(move || {
            for mut stream in listener.incoming().map_while(Result::ok) {
                let mut block = vec![0; 1024 * 1024];
                let mut text = String::new();
                while !text.contains("\r\n\r\n") {
                    let count = stream.read(&mut block).unwrap_or(0);
                    if count == 0 {
                        break;
                    }
                    text.push_str(&String::from_utf8_lossy(&block[..count]));
                }
                kept.lock().expect("not poisoned").push(text);
                let head = format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", body.len());
                drop(stream.write_all(format!("{head}{body}").as_bytes()));
            }
        });
        Self { url, seen }
    }

    fn stage(&self, configuration: &str) -> Stage {
        stage(configuration, &[("LLM_BASE_URL", &self.url), ("LLM_MODEL", "judge"), ("LLM_API_KEY", KEY)])
    }
}

fn stage(configuration: &str, variables: &[(&str, &str)]) -> Stage {
    let mut stage = Stage::set();
    stage.configure(configuration);
    stage.variables.extend(variables.iter().map(|(name, value)| ((*name).into(), (*value).into())));
    stage
}

fn asked(stage: &Stage) -> Answer {
    let seen = stage.run(&["doctor", "--json"]);
    assert!(!format!("{}{}", seen.out, seen.err).contains(KEY), "{}", seen.out);
    Answer { status: seen.status, json: serde_json::from_str(&seen.out).expect("JSON") }
}

#[test]
fn a_host_is_asked_for_its_models_with_the_key_and_what_it_says_is_told() {
    let listed = r#"{"object":"list","data":[{"id":"judge","object":"model"},{"id":"other"}]}"#;
    let others = r#"{"data":[{"id":"judge-2"},{"id":"embedder"}]}"#;
    let cases = [
        ("200 OK", listed, "ok", "knows the model", 0),
        ("200 OK", others, "warning", "does not list the model", 0),
        ("200 OK", "<html>Welcome</html>", "ok", "lists no models", 0),
        ("404 Not Found", "{}", "ok", "lists no models", 0),
        ("401 Unauthorized", r#"{"error":{"message":"bad key"}}"#, "failed", "does not take the key: bad key", 4),
        ("403 Forbidden", "{}", "failed", "does not take the key", 4),
        ("503 Service Unavailable", r#"{"error":{"message":"busy"}}"#, "failed", "status 503: busy", 4),
        ("302 Found", "", "failed", "status 302", 4),
    ];
    for (status, body, expected, part, exit) in cases {
        let host = Host::start(status, body);
        let answer = asked(&host.stage(REQUIRED));
        let check = answer.check("model", Some("openai-compatible/judge"));
        assert_eq!((&check["status"], &check["exit"]), (&expected.into(), &exit.into()), "{status}: {check}");
        assert!(check["message"].as_str().expect("text").contains(part), "{check}");
        assert_eq!(answer.status, u8::from(exit != 0));
        let seen = host.seen.lock().expect("not poisoned").clone();
        assert_eq!(seen.len(), 1, "one question, and none that costs a token: {seen:?}");
        assert!(seen[0].starts_with("GET /v1/models HTTP/1.1"), "{seen:?}");
        assert!(
            seen[0].to_ascii_lowercase().contains(&format!("authorization: bearer {}", KEY.to_ascii_lowercase())),
            "{seen:?}"
        );
    }
    let near = asked(&Host::start("200 OK", others).stage(REQUIRED)).check("model", None)["help"][0].clone();
    assert!(near.as_str().expect("text").contains("judge-2, embedder"), "{near}");
}

#[test]
fn what_would_not_block_a_review_is_a_warning() {
    let host = Host::start("401 Unauthorized", "{}");
    assert_eq!(host.stage(PLAIN).doctor(&[]).check("model", None)["status"], "warning");
    let warn = format!("{REQUIRED}gate:\n  inconclusive: warn\n");
    assert_eq!(host.stage(&warn).doctor(&[]).check("model", None)["status"], "warning");
    assert_eq!(host.stage(REQUIRED).doctor(&[]).check("model", None)["exit"], 4);
    // A fallback that answers stands in for a first one that does not.
    let good = Host::start("200 OK", r#"{"data":[{"id":"judge"}]}"#);
    let mut both = host.stage(REQUIRED);
    let more = [("LLM_FALLBACK_1_BASE_URL", good.url.as_str()), ("LLM_FALLBACK_1_MODEL", "judge")];
    both.variables.extend(more.map(|(name, value)| (name.into(), value.into())));
    let statuses: Vec<String> = asked(&both).json["checks"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|check| check["area"] == "model")
        .map(|check| check["status"].to_string())
        .collect();
    assert_eq!(statuses, ["\"warning\"", "\"ok\""]);
}

#[test]
fn a_model_that_is_required_and_not_named_or_not_reached_is_told_with_its_remedy() {
    let answer = stage(REQUIRED, &[]).doctor(&[]);
    let check = answer.check("model", None);
    assert_eq!((&check["status"], &check["exit"]), (&"failed".into(), &4.into()));
    assert!(check["help"][0].as_str().expect("text").contains("LLM_PROVIDER"), "{check}");
    let gone = [("LLM_BASE_URL", "http://127.0.0.1:1/v1"), ("LLM_MODEL", "judge")];
    let check = asked(&stage(REQUIRED, &gone)).check("model", None).clone();
    assert!(check["message"].as_str().expect("text").contains("the connection to the model failed"), "{check}");
}

#[test]
fn variables_that_say_too_little_stop_it_as_they_stop_a_review() {
    let answer = stage(PLAIN, &[("LLM_PROVIDER", "opnai")]).doctor(&[]);
    let check = answer.check("model", None);
    assert_eq!(
        (&check["status"], &check["exit"], &check["problems"][0]["code"]),
        (&"failed".into(), &1.into(), &"model/environment".into())
    );
    let file = [("AURUMCODE_LLM_FIXTURE", "/no/such/file")];
    assert_eq!(stage(PLAIN, &file).doctor(&[]).check("model", None)["problems"][0]["code"], "model/file");
}

#[test]
fn no_model_takes_part_and_nothing_is_said_of_one() {
    let host = Host::start("401 Unauthorized", "{}");
    let disabled = format!("{PLAIN}review:\n  model:\n    enabled: false\n");
    for stage in [stage(PLAIN, &[]), host.stage(&disabled)] {
        assert!(stage.doctor(&[]).statuses().iter().all(|(area, _)| *area != "model"));
    }
    assert!(host.seen.lock().expect("not poisoned").is_empty());
}
