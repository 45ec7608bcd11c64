//! What surrounds the program in CI and at the desk: the action, templates, hooks, completions and manual pages.

#![cfg(test)]

mod hooks;
mod pages;
#[path = "../support/repo.rs"]
mod repo;
mod workflows;
