//! What people look at: the pull requests in review and their timelines, as pages, as JSON and as metrics.
//!
//! Everything is read from a store and nothing is decided here. What a person says goes to whoever wired the site, who decides it as the
//! command line does. The pages work without a script; with it they follow what happens.

mod site;
mod words;

mod when;

mod pages;

mod api;
mod live;
mod metrics;
mod openapi;

mod guard;
mod said;

mod routes;
mod server;

pub use guard::Access;
pub use openapi::openapi;
pub use said::{Said, Saying, Word};
pub use server::{Limits, serve};
pub use site::{CommitLink, Site, watch};
