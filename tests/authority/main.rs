//! Whose settings, rules and accepted findings judge a change: in CI never the change's own.

#![cfg(test)]

#[path = "../support/repo.rs"]
mod repo;

mod context;
mod policy;
mod servers;
mod sides;
mod skills;
mod support;
