//! The signals that ask the host to stop.
//!
//! Children live in process groups of their own, so a terminal's Ctrl-C reaches the host alone, and a host that just dies
//! leaves them running. `cli` therefore races its work against [`interrupted`] and drops the work: dropping a run kills it.

use std::io;

use tokio::signal::unix::{SignalKind, signal};

/// Which signal asked the host to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interruption {
    /// SIGHUP: the terminal went away.
    HangUp,
    /// SIGINT: Ctrl-C.
    Interrupt,
    /// SIGTERM: a CI job was cancelled, a container is stopped.
    Terminate,
}

/// Waits for the first of SIGHUP, SIGINT and SIGTERM. From its first poll on, none of them ends the process by itself.
///
/// # Errors
/// When a handler cannot be installed; the signals then keep their usual effect.
pub async fn interrupted() -> io::Result<Interruption> {
    let mut hang_up = signal(SignalKind::hangup())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(tokio::select! {
        _ = hang_up.recv() => Interruption::HangUp,
        _ = interrupt.recv() => Interruption::Interrupt,
        _ = terminate.recv() => Interruption::Terminate,
    })
}
