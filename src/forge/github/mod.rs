//! GitHub, in the cloud and as an enterprise server: its REST API, and GraphQL where there is no other way.

mod forge;
mod graphql;
mod review;
mod status;
mod wire;

pub(super) use forge::GitHub;
