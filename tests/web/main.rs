//! The pages of the gates, their JSON and their metrics, served by the program itself over a real store.

#![cfg_attr(test, expect(clippy::disallowed_methods, reason = "tests start programs and read where they are"))]

#[cfg(test)]
#[path = "../support/browser.rs"]
mod browser;
#[cfg(test)]
#[path = "../delivery/fixtures.rs"]
#[expect(dead_code, reason = "each test binary uses a part of it")]
mod fixtures;
#[cfg(test)]
#[path = "../support/repo.rs"]
mod repo;
#[cfg(test)]
#[path = "../support/tools.rs"]
mod tools;

#[cfg(test)]
mod stage;

#[cfg(test)]
mod api;
#[cfg(test)]
mod bounds;
#[cfg(test)]
mod pages;
#[cfg(test)]
mod said;
#[cfg(test)]
mod seen;
