//! The HTML dress: one file that opens from disk, needs no network, and can be read without its script.
//!
//! Everything foreign is escaped by the templates' types. A policy in the page allows this page's own style and script and nothing
//! else, so that text which slipped through could neither run nor load anything.

mod details;
mod engines;
mod findings;
mod gaps;
mod model;
mod page;

pub use page::html;
