//! Suppression comments in the reviewed code: `aurumcode: ignore <rule>[, <rule>…] -- <reason>`, in any language.
//!
//! One syntax for all engines, so that a team learns one and a reader finds all of them with one search. This room only reads: what
//! a comment says and which lines it covers. What it does is decided by the gate. It knows no language and never parses code.

mod block;
mod directive;
mod opener;
mod read;
mod text;

#[cfg(test)]
mod tests;

pub use directive::Directive;
pub use read::{Comment, MAX_COMMENTS, comments, mentions};
