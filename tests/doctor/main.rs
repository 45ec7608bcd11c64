//! What `doctor` foresees: each fault is put into a repository, a configuration or a `PATH`, and what it says is what a review then does.

#![expect(clippy::disallowed_methods, reason = "a test writes files and starts git")]

#[cfg(test)]
#[path = "../support/repo.rs"]
mod repo;

#[cfg(test)]
mod engines;
#[cfg(test)]
mod model;
#[cfg(test)]
mod programs;
#[cfg(test)]
mod stage;
#[cfg(test)]
mod way;
