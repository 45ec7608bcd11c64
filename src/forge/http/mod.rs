//! How a forge is talked to: one client, patient and bounded, for all of them.

mod client;
mod exchange;
mod patience;

pub(super) use client::{Auth, Client, Repeat};
pub use patience::Patience;
