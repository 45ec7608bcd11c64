//! The log of what the program does, for whoever looks for a fault. It is off unless the variable `AURUMCODE_LOG` asks for it,
//! and it passes the filter that every other text passes.

use std::io;
use std::sync::Arc;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::MakeWriter;

use crate::finding::{Code, Diagnostic};
use crate::redaction::{Redactor, harmless_line};

use super::Environment;
use super::output::Streams;
use super::refusal::Refusal;

/// The variable that turns it on: a level (`info`, `debug`, `trace`), or one for a part (`aurumcode::process=debug`).
const VARIABLE: &str = "AURUMCODE_LOG";

/// Starts the log on standard error, if the environment asks for one. One process has one log: a second call changes nothing.
pub(super) fn start(environment: &Environment, redactor: &Arc<Redactor>) -> Result<(), Refusal> {
    let Some(filter) = environment.get(VARIABLE) else { return Ok(()) };
    let filter = EnvFilter::try_new(filter.to_string_lossy()).map_err(|error| {
        Diagnostic::new(Code::CLI_LOG_FILTER, format!("{VARIABLE} cannot be read: {error}"))
            .help("write a level (`info`, `debug`, `trace`), or one for a part (`aurumcode::process=debug`)")
    })?;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(Sink(Arc::clone(redactor))).with_ansi(false).finish();
    let _already_started = tracing::subscriber::set_global_default(log);
    Ok(())
}

/// Standard error, behind the filter.
struct Sink(Arc<Redactor>);

impl<'a> MakeWriter<'a> for Sink {
    type Writer = Event;

    fn make_writer(&'a self) -> Event {
        Event { redactor: Arc::clone(&self.0), bytes: Vec::new() }
    }
}

/// One event. It is written when it is whole, since half a secret is not recognised.
struct Event {
    redactor: Arc<Redactor>,
    bytes: Vec<u8>,
}

impl io::Write for Event {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        // Before it is escaped, which would hide a secret from the filter.
        let text = self.redactor.redact(String::from_utf8_lossy(&self.bytes).trim_end());
        let text = self.redactor.redact(&format!("{}\n", harmless_line(text.as_str())));
        Streams { out: &mut io::sink(), err: &mut io::stderr() }.say(&text);
    }
}
