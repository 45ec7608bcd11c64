//! The asynchronous runtime, started only by commands that need it, and what a signal does to their work.

use std::future::Future;

use crate::finding::{Code, Diagnostic};
use crate::process::interrupted;

use super::refusal::Refusal;

/// Starts a runtime on all cores.
pub(super) fn start() -> Result<tokio::runtime::Runtime, Refusal> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(|error| {
        Diagnostic::new(Code::CLI_INTERNAL, format!("no threads could be started: {error}"))
            .help("raise the limit on processes")
            .into()
    })
}

/// Does `work`, unless a signal asks to stop first: dropping the work then kills every process that it started.
pub(super) async fn unless_interrupted<T>(work: impl Future<Output = T>) -> Result<T, Refusal> {
    tokio::select! {
        done = work => Ok(done),
        signal = interrupted() => Err(match signal {
            Ok(signal) => Diagnostic::new(Code::CLI_INTERRUPTED, format!("stopped by a signal ({signal:?}): there is no verdict")).into(),
            Err(error) => Diagnostic::new(Code::CLI_INTERNAL, format!("signals cannot be handled: {error}")).into(),
        }),
    }
}
