//! Many who look, and some who mean no good: the site goes on answering.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::stage::{Stage, client};

#[tokio::test]
async fn a_thousand_streams_hear_of_one_event_and_the_site_still_answers() {
    let mut stage = Stage::new().await;
    let state = stage.open("T-1", "Send a message").await;
    let site = stage.serve(&["--lang", "en"], &[]);
    let mut streams = Vec::new();
    for _ in 0..1_000 {
        let mut stream = TcpStream::connect(&site.address).await.expect("a connection");
        let ask = format!("GET /events?pull_request=1 HTTP/1.1\r\nHost: {}\r\n\r\n", site.address);
        stream.write_all(ask.as_bytes()).await.expect("it is asked");
        streams.push(stream);
    }
    for stream in &mut streams {
        until(stream, "event: here").await;
    }
    stage.step(&state).await;
    for stream in &mut streams {
        until(stream, "event: changed").await;
    }
    assert_eq!(site.get("/").await.0, 200);
}

/// Reads until `text` has come.
async fn until(stream: &mut TcpStream, text: &str) {
    let (mut heard, mut chunk) = (String::new(), [0; 4096]);
    while !heard.contains(text) {
        let read = stream.read(&mut chunk).await.expect("the stream goes on");
        assert!(read > 0, "it ended: {heard}");
        heard.push_str(&String::from_utf8_lossy(&chunk[..read]));
    }
}

#[tokio::test]
async fn who_never_finishes_a_request_is_let_go_and_keeps_nobody_out() {
    let stage = Stage::new().await;
    let site = stage.serve(&[], &[]);
    let mut slow = Vec::new();
    for _ in 0..200 {
        let mut stream = TcpStream::connect(&site.address).await.expect("a connection");
        stream.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ").await.expect("it begins");
        slow.push(stream);
    }
    assert_eq!(site.get("/").await.0, 200);
    // Ten seconds are the bound; the test fails only when a connection is kept for a minute.
    for stream in &mut slow {
        let ended = tokio::time::timeout(Duration::from_secs(60), async {
            let mut rest = Vec::new();
            stream.read_to_end(&mut rest).await
        });
        assert!(ended.await.is_ok(), "the connection is let go");
    }
}

#[tokio::test]
async fn what_is_too_large_or_no_request_is_refused() {
    let stage = Stage::new().await;
    let site = stage.serve(&["--allow-actions"], &[("AURUMCODE_SERVE_TOKEN", crate::stage::TOKEN)]);
    let large = client().post(site.url("/sign-in")).header("content-type", "application/x-www-form-urlencoded");
    let status = large.body(format!("token={}", "x".repeat(1 << 20))).send().await.expect("an answer").status().as_u16();
    assert_eq!(status, 403, "a form of a megabyte is not read");
    for request in
        [format!("GET / HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n", "y".repeat(1 << 20)), "nonsense\r\n\r\n".to_owned()]
    {
        let mut stream = TcpStream::connect(&site.address).await.expect("a connection");
        // It may hang up before it has heard all of it.
        let _ = stream.write_all(request.as_bytes()).await;
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        let answer = String::from_utf8_lossy(&answer);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer}");
    }
    let foreign = client().get(site.url("/healthz")).header("host", "evil.example").send().await.expect("an answer");
    assert_eq!(foreign.status().as_u16(), 421);
}
