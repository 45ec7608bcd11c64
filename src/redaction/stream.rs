//! A writer for logs that filters line by line.
//!
//! A line is written when it is complete and when nothing at its end is the beginning of a registered value; lines that were
//! written are still looked at together with the next ones, so that a key or a value over several lines is recognised. It never
//! writes part of a line, not even when it is flushed.

use std::io::{self, Write};

use super::redactor::Redactor;
use super::span::MARKER;

/// A longer line is not written at all.
const LONGEST_LINE: usize = 64 * 1024;
/// What is kept at most of lines that wait, and of lines that were written.
const WINDOW: usize = 64 * 1024;
/// How many written lines are looked at again: the header and the fields before the material of a private key.
const CONTEXT_LINES: usize = 4;
/// Stands for a line that is too long.
const WITHHELD: &str = "[a line of more than 65536 bytes is withheld]";

/// Filters what is written to `W`. Call [`finish`](Self::finish) at the end; dropping it does the same and loses the error.
pub struct StreamRedactor<W: Write> {
    redactor: Redactor,
    inner: Option<W>,
    /// The bytes of the line that is not complete.
    line: Vec<u8>,
    /// Whether that line is too long already.
    too_long: bool,
    /// Complete lines that wait.
    held: String,
    /// Lines that were written, as they came.
    context: String,
}

impl<W: Write> StreamRedactor<W> {
    /// Filters into `inner` by what `redactor` knows now and later.
    pub fn new(redactor: Redactor, inner: W) -> Self {
        Self { redactor, inner: Some(inner), line: Vec::new(), too_long: false, held: String::new(), context: String::new() }
    }

    /// Writes what waits, an unfinished last line included, and gives the inner writer back.
    ///
    /// # Errors
    /// When the inner writer fails.
    pub fn finish(mut self) -> io::Result<W> {
        self.end()?;
        self.inner.take().ok_or_else(|| io::Error::other("the stream has ended"))
    }

    fn end(&mut self) -> io::Result<()> {
        if self.too_long || !self.line.is_empty() {
            self.take_line("");
        }
        self.write_lines(self.held.len())?;
        self.inner.as_mut().map_or(Ok(()), Write::flush)
    }

    /// Moves the collected line, ended by `end`, to those that wait.
    fn take_line(&mut self, end: &str) {
        if self.too_long {
            self.held.push_str(WITHHELD);
        } else {
            self.held.push_str(&String::from_utf8_lossy(&self.line));
        }
        self.held.push_str(end);
        self.line.clear();
        self.too_long = false;
    }

    fn collect(&mut self, bytes: &[u8]) {
        self.too_long |= self.line.len() + bytes.len() > LONGEST_LINE;
        if self.too_long {
            self.line.clear();
        } else {
            self.line.extend_from_slice(bytes);
        }
    }

    /// Writes the waiting lines up to the first in which a value begins that is not over yet.
    fn write_safe_lines(&mut self) -> io::Result<()> {
        let mut safe = self.held.len();
        if safe <= WINDOW {
            let text = format!("{}{}", self.context, self.held);
            if let Some(begins) = self.redactor.read().unfinished(&text) {
                let begins = begins.saturating_sub(self.context.len());
                safe = self.held[..begins].rfind('\n').map_or(0, |at| at + 1);
            }
        }
        self.write_lines(safe)
    }

    fn write_lines(&mut self, end: usize) -> io::Result<()> {
        if end == 0 {
            return Ok(());
        }
        let written = self.context.matches('\n').count();
        self.context.push_str(&self.held[..end]);
        self.held.drain(..end);
        let clean = self.redactor.redact(&self.context);
        let new: Vec<&str> = clean.as_str().split_inclusive('\n').skip(written).collect();
        let result = self.inner.as_mut().map_or(Ok(()), |inner| new.iter().try_for_each(|line| inner.write_all(line.as_bytes())));
        // While lines are being hidden, what they belong to may go on.
        let goes_on = new.last().is_some_and(|line| line.contains(MARKER)) && self.context.len() <= WINDOW;
        if !goes_on {
            let keep = self.context.rmatch_indices('\n').nth(CONTEXT_LINES).map_or(0, |(at, _)| at + 1);
            self.context.drain(..keep);
        }
        if self.context.len() > WINDOW {
            self.context.clear();
        }
        result
    }
}

impl<W: Write> Write for StreamRedactor<W> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let mut lines = buffer.split(|byte| *byte == b'\n');
        let first = lines.next().unwrap_or_default();
        self.collect(first);
        for line in lines {
            self.take_line("\n");
            self.write_safe_lines()?;
            self.collect(line);
        }
        Ok(buffer.len())
    }

    /// Flushes the inner writer. What waits goes on waiting.
    fn flush(&mut self) -> io::Result<()> {
        self.inner.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl<W: Write> Drop for StreamRedactor<W> {
    fn drop(&mut self) {
        if self.inner.is_some() {
            // Nobody is left to hear of a failure; `finish` is there for who wants to know.
            drop(self.end());
        }
    }
}
