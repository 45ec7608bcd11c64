//! The configuration from outside: what is refused and how it is told, what is accepted and what comes out of it.

mod accepted;
mod agreement;
mod ignored;
mod properties;
mod reference;
mod refused;
mod shown;
mod support;
mod trees;
