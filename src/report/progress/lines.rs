//! Progress as plain lines, for a log.

use std::io::Write;
use std::time::Duration;

use super::run::{State, View};

pub(super) struct Lines {
    writer: Box<dyn Write + Send>,
}

impl Lines {
    pub(super) fn new(writer: Box<dyn Write + Send>) -> Self {
        Self { writer }
    }
}

impl View for Lines {
    fn show(&mut self, state: &State, elapsed: Duration) {
        let line = format!("{}\n", state.sentence(elapsed));
        // One call, so that a line of another writer cannot fall into it; a closed standard error is nobody's problem.
        let _ = self.writer.write_all(line.as_bytes());
        let _ = self.writer.flush();
    }

    /// A log keeps its lines.
    fn clear(&mut self) {}
}
