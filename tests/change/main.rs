//! What is under review, from outside: real repositories, made and judged by git itself.
//!
//! No diff is ever asked of a forge, so the limits and refusals of their interfaces have no test here.
//!
//! `cfg(test)` tells clippy that helpers are test code too.

#[cfg(test)]
#[path = "../support/repo.rs"]
mod repo;

#[cfg(test)]
mod generator;
#[cfg(test)]
mod runners;

#[cfg(test)]
mod base;
#[cfg(test)]
mod configuration;
#[cfg(test)]
mod content;
#[cfg(test)]
mod detached;
#[cfg(test)]
mod faults;
#[cfg(test)]
mod generated;
#[cfg(test)]
mod index;
#[cfg(test)]
mod lines;
#[cfg(test)]
mod places;
