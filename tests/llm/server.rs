//! An HTTP server on loopback that answers each connection with exactly the bytes that a test gives, however wrong they are.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use aurumcode::llm::{ChatModel, Endpoint, Message, Model, ModelError, Reply, Request, Retry, endpoints, profiles};
use aurumcode::redaction::Redactor;
use tokio::time::Instant;

/// What one connection gets.
pub(crate) enum Act {
    /// These bytes, and then the end.
    Send(Vec<u8>),
    /// These bytes, and then nothing, until the client goes away.
    Hang(Vec<u8>),
    /// This many bytes in a body that announces no end.
    Flood(usize),
}

pub(crate) struct Server {
    pub(crate) url: String,
    seen: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Answers the n-th connection with the n-th act; later ones are closed without a word.
    pub(crate) fn start(acts: Vec<Act>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port on loopback");
        let url = format!("http://{}/v1", listener.local_addr().expect("its address"));
        let seen = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&seen);
        let mut acts = VecDeque::from(acts);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(mut stream) = stream else { return };
                let request = read(&mut stream);
                kept.lock().expect("no test panics while it holds this").push(request);
                // A client that goes away early is what some tests are about.
                match acts.pop_front() {
                    Some(Act::Send(bytes)) => drop(stream.write_all(&bytes)),
                    Some(Act::Hang(bytes)) => {
                        drop(stream.write_all(&bytes));
                        drop(stream.read(&mut [0]));
                    }
                    Some(Act::Flood(count)) => {
                        drop(stream.write_all(b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{\"choices\":\""));
                        let block = vec![b'x'; 64 * 1024];
                        for _ in 0..count.div_ceil(block.len()) {
                            if stream.write_all(&block).is_err() {
                                break;
                            }
                        }
                    }
                    None => {}
                }
            }
        });
        Self { url, seen }
    }

    pub(crate) fn requests(&self) -> Vec<String> {
        self.seen.lock().expect("no test panics while it holds this").clone()
    }

    /// A model behind this server, which never waits between its attempts.
    pub(crate) fn model(&self) -> ChatModel {
        ChatModel::new(endpoint(&self.url), Retry { attempts: 3, wait: Duration::ZERO, longest: Duration::from_secs(5) })
            .expect("a client")
    }
}

/// The whole request: the head, and as many bytes as it announces.
fn read(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let mut block = [0; 4096];
    loop {
        let count = stream.read(&mut block).unwrap_or(0);
        bytes.extend_from_slice(&block[..count]);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length: ")?.parse().ok());
            if body.len() >= length.unwrap_or(0) {
                return text;
            }
        }
        if count == 0 {
            return text;
        }
    }
}

pub(crate) fn endpoint(url: &str) -> Endpoint {
    let value = |name: &str| match name {
        "LLM_BASE_URL" => Some(url.to_owned()),
        "LLM_MODEL" => Some("judge".to_owned()),
        "LLM_API_KEY" => Some("key-of-the-operator".to_owned()),
        _ => None,
    };
    let mut found = endpoints(&profiles(None).expect("profiles"), &value).expect("an endpoint");
    found.remove(0)
}

/// A response of status 200 with this body.
pub(crate) fn ok(body: impl AsRef<[u8]>) -> Act {
    response("200 OK", "content-type: application/json\r\n", body)
}

pub(crate) fn response(status: &str, headers: &str, body: impl AsRef<[u8]>) -> Act {
    let body = body.as_ref();
    let mut bytes =
        format!("HTTP/1.1 {status}\r\n{headers}content-length: {}\r\nconnection: close\r\n\r\n", body.len()).into_bytes();
    bytes.extend_from_slice(body);
    Act::Send(bytes)
}

/// A good reply with this text.
pub(crate) fn said(text: &str) -> Act {
    let text = serde_json::json!(text);
    ok(format!(
        "{{\"choices\":[{{\"message\":{{\"role\":\"assistant\",\"content\":{text}}},\"finish_reason\":\"stop\"}}],\"usage\":{{\"prompt_tokens\":7,\"completion_tokens\":2}}}}"
    ))
}

/// A question without tools.
pub(crate) fn question() -> Request {
    Request {
        messages: vec![Message::User(Redactor::default().redact("is it good?"))],
        tools: Vec::new(),
        answer: None,
        max_output_tokens: None,
        deadline: Instant::now() + Duration::from_secs(60),
    }
}

pub(crate) async fn ask(model: &dyn Model) -> Result<Reply, ModelError> {
    model.call(&question()).await
}
