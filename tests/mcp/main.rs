//! The Model Context Protocol, both ways: servers that are asked for context, and the gate that answers coding agents.

#[cfg(test)]
#[path = "../support/repo.rs"]
mod repo;
#[cfg(test)]
#[path = "../support/tools.rs"]
mod tools;

#[cfg(test)]
mod source;

#[cfg(test)]
mod fakes;
#[cfg(test)]
mod real;

#[cfg(test)]
mod served;
