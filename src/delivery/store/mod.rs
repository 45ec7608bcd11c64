//! Where pull requests, their events and the work that follows are kept.
//!
//! One trait, and one set of statements over SQLite (a file, no set-up) and PostgreSQL (a team). What happened, where it leads and
//! what is to be done next are written in one transaction or not at all, so that no crash can part them.

mod contract;
mod error;

mod database;
mod sql;
mod statements;
mod wire;
mod wire_terms;
mod wire_verdict;

pub use contract::{BREAKER_LIMIT, Happened, Job, Reach, Store, Timestamp, key_of};
pub use error::StoreError;
pub use sql::SqlStore;
pub use wire::{payload_of, read_event};
