//! Why a program gave no output to work with: one cause a variant, each with its remedy in the message.
//!
//! The variants tell "not installed" from "installed and broken", because a caller answers the two differently. They carry
//! no output of the program: nobody has redacted it yet.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// Why a run gave no [`Output`](super::Output). `program` is always the program as it was asked for.
#[derive(Debug, thiserror::Error)]
pub enum ProcessError {
    /// There is no such program in any absolute directory of `PATH`, or at the absolute path.
    #[error("`{program}` was not found: install it, or add its directory to PATH (relative directories are not searched)")]
    NotFound {
        /// The program.
        program: String,
    },
    /// The program was named by a path that depends on the working directory, which the reviewed change may have filled.
    #[error("`{program}` is a relative path: give a bare name that is on PATH, or an absolute path")]
    Relative {
        /// The program.
        program: String,
    },
    /// There is a file of that name, and this user may not execute it.
    #[error("`{program}` may not be executed: {} is no executable file for this user; check its mode and its owner", path.display())]
    NotExecutable {
        /// The program.
        program: String,
        /// The file that was found.
        path: PathBuf,
    },
    /// The program is there, and the interpreter or loader that it names is not.
    #[error("`{program}` cannot run: {} needs {interpreter}, which does not exist; install that, or reinstall the program", path.display())]
    BadInterpreter {
        /// The program.
        program: String,
        /// The file that was found.
        path: PathBuf,
        /// What its first line names, or what stands in for it when that cannot be told.
        interpreter: String,
    },
    /// The directory that it should run in is not there.
    #[error("`{program}` cannot run in {}: {source}; give a directory that exists and can be entered", directory.display())]
    Directory {
        /// The program.
        program: String,
        /// The directory.
        directory: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The system refused to start it for another reason.
    #[error("`{program}` could not be started: {source}; run it by hand to see more")]
    Start {
        /// The program.
        program: String,
        /// Why.
        source: io::Error,
    },
    /// It was still running at its deadline, and all of its processes were killed.
    #[error("`{program}` was still running after {} s and was killed: give it more time or less to do", after.as_secs_f64())]
    TimedOut {
        /// The program.
        program: String,
        /// The deadline that it passed.
        after: Duration,
    },
    /// Talking to it, or waiting for it, failed.
    #[error("talking to `{program}` failed: {source}; run the same command again")]
    Io {
        /// The program.
        program: String,
        /// Why.
        source: io::Error,
    },
}
