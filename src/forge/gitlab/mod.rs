//! GitLab: version 4 of its REST API.

mod discussion;
mod forge;
mod wire;

pub(super) use forge::GitLab;
