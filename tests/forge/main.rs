//! Pull requests: what is planned from what is there, and what each forge is then asked.

#![cfg(test)]

mod described;
mod host;
mod hostile;
mod plan;
#[path = "../support/repo.rs"]
mod repo;
mod stage;
mod status;
#[path = "../support/tools.rs"]
mod tools;
mod unhappy;
mod usual;
