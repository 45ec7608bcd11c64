//! Pull requests: what is planned from what is there, and what each forge is then asked.

#![cfg(test)]

mod host;
mod hostile;
mod plan;
#[path = "../support/repo.rs"]
mod repo;
mod stage;
mod status;
mod unhappy;
mod usual;
