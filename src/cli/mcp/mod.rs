//! `aurumcode mcp`: the gate as an MCP server over standard input and output, for coding agents that ask before they push.
//!
//! Every tool reads. A question is a review like any other, by the same settings; nothing that a client sends changes them.

mod answers;
mod args;
mod asked;
mod command;
mod handler;

pub(super) use args::McpArgs;
pub(super) use command::run;
