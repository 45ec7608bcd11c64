//! What is under review, from outside: real repositories, made and judged by git itself.

#[path = "../support/repo.rs"]
mod repo;

mod base;
