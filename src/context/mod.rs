//! What informs a review without deciding anything: skills, documents, the sources of a fork.
//!
//! Everything here is text. No text turns a rule on or off, changes a severity, loosens a threshold or removes a finding: what has
//! power is configuration and code, and this room hands neither to anyone. It never follows an instruction that it reads.

mod provider;

mod block;

pub mod skills;

pub use block::{Block, build_context_block};
pub use provider::{ContextProvider, CuratedProvider, PROVIDER_TIMEOUT, ProviderError, ProviderWarning};
