//! The reader against its own test data, and against files that are no SARIF at all.

mod cases;
mod hostile;
mod stage;
