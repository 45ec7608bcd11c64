//! What passes between a server's standard output and the protocol: whole lines that hold a message, within bounds.
//!
//! Some servers greet on standard output. A few such lines are passed over; a program that only talks is none of this protocol.

use std::sync::{Arc, OnceLock};

use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};

/// How many lines that are no message a server may write.
pub(super) const BANNER_LINES: usize = 20;

/// Why nothing more passes, once that is so.
pub(super) type Broken = Arc<OnceLock<String>>;

/// Moves messages until the stream ends or a bound is passed, and then closes `into`.
pub(super) async fn relay(from: impl AsyncRead + Unpin, mut into: impl AsyncWrite + Unpin, max_bytes: usize, broken: Broken) {
    // One byte more than allowed shows that the bound was passed.
    let mut from = BufReader::new(from.take(max_bytes as u64 + 1));
    let (mut line, mut read, mut banner) = (Vec::new(), 0, 0);
    loop {
        line.clear();
        match from.read_until(b'\n', &mut line).await {
            Ok(0) | Err(_) => return,
            Ok(bytes) => read += bytes,
        }
        if read > max_bytes {
            let _ = broken.set(format!("it wrote more than {max_bytes} bytes"));
            return;
        }
        if line.trim_ascii_start().first() != Some(&b'{') {
            banner += usize::from(!line.trim_ascii().is_empty());
            if banner > BANNER_LINES {
                let _ = broken.set(format!("it wrote more than {BANNER_LINES} lines that are no message to its standard output"));
                return;
            }
            continue;
        }
        if into.write_all(&line).await.is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn passed(input: &str, max_bytes: usize) -> (String, Option<String>) {
        let (mut out, broken) = (Vec::new(), Broken::default());
        relay(input.as_bytes(), &mut out, max_bytes, Arc::clone(&broken)).await;
        (String::from_utf8(out).expect("text"), broken.get().cloned())
    }

    #[tokio::test]
    async fn greetings_are_passed_over_and_messages_pass() {
        let (out, broken) = passed("Hello!\n\n  {\"a\":1}\nready\n{\"b\":2}\n", 1000).await;
        assert_eq!((out.as_str(), broken), ("  {\"a\":1}\n{\"b\":2}\n", None));
    }

    #[tokio::test]
    async fn too_much_talk_ends_it() {
        let (out, broken) = passed(&format!("{}{{}}\n", "hello\n".repeat(BANNER_LINES)), 1000).await;
        assert_eq!((out.as_str(), broken), ("{}\n", None));
        let (out, broken) = passed(&format!("{}{{}}\n", "hello\n".repeat(BANNER_LINES + 1)), 1000).await;
        assert!(out.is_empty() && broken.is_some_and(|why| why.contains("no message")));
    }

    #[tokio::test]
    async fn the_bound_is_exact_whether_a_line_ends_or_not() {
        let message = format!("{{\"a\":\"{}\"}}\n", "x".repeat(90));
        assert_eq!(passed(&message, message.len()).await, (message.clone(), None));
        for input in [message.clone(), "{".repeat(500)] {
            let (out, broken) = passed(&input, message.len() - 1).await;
            assert_eq!((out.as_str(), broken), ("", Some(format!("it wrote more than {} bytes", message.len() - 1))));
        }
    }
}
