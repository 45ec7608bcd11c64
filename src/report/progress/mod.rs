//! What a person sees while the engines run: a bar on a terminal, a line now and then in a log, or nothing.
//!
//! It writes to the writer that it is given, which is standard error, and never to standard output: there the report alone stands.
//! It writes its own words and the names of compiled-in engines only, so that nothing has to pass the redaction filter. A writer
//! that fails is ignored: a closed terminal must not change a verdict.

mod bar;
mod lines;
mod run;

pub use run::{Progress, ProgressMode};
