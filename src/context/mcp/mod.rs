//! An MCP server as a source of context: a child process that is asked one declared question and gives text.
//!
//! It informs and decides nothing. It sees an empty directory, the variables that the trusted configuration names, and the declared
//! arguments after redaction; only the tool that the configuration pins by its digest is called.

mod pin;
mod relay;
mod session;
mod source;

pub use pin::digest;
pub use source::Source;
