//! A page of Markdown at a terminal: the manuals, and what `explain` says.
//!
//! The pages are ours, and compiled in. What they quote of others, whoever writes the page has made harmless; still, no line that
//! leaves here can steer a terminal or be taken for a command of a CI system.

mod inline;
mod page;
mod table;

pub use page::manual;
