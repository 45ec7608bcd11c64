//! Gitea and Forgejo: version 1 of their REST API, as far as both have it.

mod forge;
mod review;
mod wire;

pub(super) use forge::Gitea;
