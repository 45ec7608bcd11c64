//! Strict YAML: a tree with positions, and everything that two readers could understand differently refused.
//!
//! A configuration that one program reads as "block" and another as "let pass" is a hole in the gate. So the subset accepted here
//! is the one that YAML 1.1, YAML 1.2 and both parsers of this program read in the same way; the rest is refused with its place
//! and what to write instead. Nothing here knows what the keys mean.

mod agree;
mod indent;
mod node;
mod read;
mod refusal;
mod scalar;
mod source;
mod tree;

pub(super) use agree::disagreement;
pub(super) use node::{Member, Node, Span, Value};
pub(super) use read::{MAX_PROBLEMS, read};
pub(super) use source::{MAX_BYTES, Source};
