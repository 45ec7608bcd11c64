//! One output stream of a child: the first bytes are kept, the rest is read and thrown away.
//!
//! Reading on past the limit matters: a child that is not read from blocks, or dies of a broken pipe, and would look like a
//! failure of its own. The kept bytes outlive a reader that is given up half way.

use std::io;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

/// How much is asked for at a time: what a pipe holds by default on Linux (pipe(7)).
const CHUNK: usize = 64 * 1024;

/// What was read of a stream so far.
pub(super) struct Capture {
    limit: usize,
    kept: Vec<u8>,
    overflowed: bool,
    ended: bool,
}

impl Capture {
    /// Nothing yet, with room for `limit` bytes.
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, kept: Vec::new(), overflowed: false, ended: false }
    }

    /// Reads `stream` to its end.
    pub(super) async fn fill(&mut self, mut stream: impl AsyncRead + Unpin) -> io::Result<()> {
        let mut chunk = vec![0; CHUNK];
        loop {
            let read = match stream.read(&mut chunk).await {
                Ok(0) => {
                    self.ended = true;
                    return Ok(());
                }
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let room = read.min(self.limit - self.kept.len());
            self.kept.extend_from_slice(&chunk[..room]);
            self.overflowed |= room < read;
        }
    }

    /// The kept bytes, and whether there may have been more.
    pub(super) fn into_parts(self) -> (Vec<u8>, bool) {
        (self.kept, self.overflowed || !self.ended)
    }
}

/// Writes all of `input` and closes the stream. A child that stops reading (a broken pipe) has what it wanted.
pub(super) async fn feed(stream: Option<impl AsyncWrite + Unpin>, input: &[u8]) -> io::Result<()> {
    let Some(mut stream) = stream else { return Ok(()) };
    match stream.write_all(input).await {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Whatever the limit, the kept bytes are a prefix of the stream, and the flag says whether it is all of it.
        #[test]
        fn a_prefix_is_kept(stream in proptest::collection::vec(any::<u8>(), 0..200), limit in 0usize..250) {
            let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
            let mut capture = Capture::new(limit);
            runtime.block_on(capture.fill(stream.as_slice())).unwrap();
            let (kept, truncated) = capture.into_parts();
            prop_assert_eq!(&kept, &stream[..limit.min(stream.len())]);
            prop_assert_eq!(truncated, stream.len() > limit);
        }
    }

    #[test]
    fn a_stream_whose_end_was_not_seen_counts_as_truncated() {
        assert_eq!(Capture::new(10).into_parts(), (Vec::new(), true));
    }
}
