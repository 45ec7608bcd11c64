//! A model in a review: what it may ask for, what becomes of its answer, and that it decides nothing.

#[cfg(test)]
mod admitted;
#[cfg(test)]
mod batches;
#[cfg(test)]
mod cache;
#[cfg(test)]
mod canary;
#[cfg(test)]
mod cost;
#[cfg(test)]
mod decides_nothing;
#[cfg(test)]
mod deliberated;
#[cfg(test)]
#[path = "../support/repo.rs"]
mod repo;
#[cfg(test)]
mod second_look;
#[cfg(test)]
mod served;
#[cfg(test)]
#[path = "../llm/server.rs"]
#[expect(dead_code, reason = "each test binary uses a part of it")]
mod server;
#[cfg(test)]
mod stage;
#[cfg(test)]
#[path = "../support/tools.rs"]
mod tools;
#[cfg(test)]
mod unavailable;
