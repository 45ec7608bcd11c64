//! What informs a review without deciding anything: skills, documents, the sources of a fork.
//!
//! Everything here is text. No text turns a rule on or off, changes a severity, loosens a threshold or removes a finding: what has
//! power is configuration and code, and this room hands neither to anyone. It never follows an instruction that it reads.

mod provider;

mod block;

mod front_matter;
mod glob;
mod problem;

pub mod mcp;
pub mod skills;

mod instructions;
mod listed;
mod sources;

mod registry;

pub use async_trait::async_trait;
pub use block::{Block, build_context_block};
pub use instructions::INSTRUCTIONS;
pub use problem::Problem;
pub use provider::{ContextProvider, CuratedProvider, PROVIDER_TIMEOUT, ProviderError, ProviderWarning};
pub use registry::{AbsentContext, ContextEntry, absent_contexts, context_entries};
pub use sources::Sources;

/// A larger file is not read: 1 MiB.
const MAX_BYTES: u64 = 1024 * 1024;
