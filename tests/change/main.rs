//! What is under review, from outside: real repositories, made and judged by git itself.

#[path = "../support/repo.rs"]
mod repo;

mod generator;
mod runners;

mod base;
mod configuration;
mod content;
mod faults;
mod generated;
mod index;
mod lines;
mod places;
