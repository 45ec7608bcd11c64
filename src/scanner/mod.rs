//! The host of the engines: their contract, the closed registry, and the executor that turns a run into an outcome.
//!
//! An engine only looks. The host names, redacts, scopes, fingerprints and sorts what it saw, bounds how long it may look, and
//! reads every failure as "no answer", never as "clean". No engine is named in here: what the host needs to know, the engine says.

mod contract;
mod executor;
mod failure;
mod judging;
mod options;
mod outcome;
mod registry;
mod request;
mod scope;
mod settle;
mod snippet;
mod vocabulary;
pub mod wrapped;

pub use crate::config::OptionProblem;
pub use crate::config::Scope;
pub use async_trait::async_trait;
pub use contract::{Engine, Needs, Program, Report, Rules, Scanner, Trust};
pub use executor::{Executor, TIMEOUT};
pub use failure::{FailureReason, ScanError};
pub use judging::Judges;
pub use options::Options;
pub use outcome::{Failure, Outcome};
pub use registry::{AbsentEntry, EngineEntry, Registered, Registry, registry};
pub use request::{Request, typed};
pub use scope::standing;
pub use snippet::{Lines, snippet};
