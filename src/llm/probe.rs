//! Asks a host, without a single token, whether it is there, takes the key and knows the model: its list of models is read.
//!
//! A host without such a list is only reached; what its answer then says about the key is all that can be known.

use serde::Deserialize;
use tokio::time::Instant;

use super::{Endpoint, ModelError, transport};

/// What a host says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Probe {
    /// It takes the key and lists the model.
    Listed,
    /// It takes the key and lists models, but not this one; the names that it lists.
    NotListed(Vec<String>),
    /// It answers, and has no list that can be read.
    NoList,
    /// It does not take the key; what it says.
    KeyRefused(String),
    /// It cannot be reached, or fails.
    Failed(ModelError),
}

#[derive(Deserialize)]
struct List {
    data: Vec<Listed>,
}

#[derive(Deserialize)]
struct Listed {
    id: String,
}

/// Asks the host; it has until `deadline`.
pub async fn probe(endpoint: &Endpoint, deadline: Instant) -> Probe {
    let client = match transport::client() {
        Ok(client) => client,
        Err(error) => return Probe::Failed(error),
    };
    // Reading the address that only takes questions costs nothing, either.
    let url = endpoint.list.as_ref().unwrap_or(&endpoint.url);
    match transport::get(&client, endpoint, url, deadline).await {
        Ok(body) => match serde_json::from_slice::<List>(&body) {
            Ok(List { data }) if endpoint.list.is_some() => listed(data, &endpoint.model),
            Ok(_) | Err(_) => Probe::NoList,
        },
        Err(ModelError::Status { status: 401 | 403, detail, .. }) => Probe::KeyRefused(detail),
        Err(ModelError::Status { status: 400 | 404 | 405 | 415 | 422 | 501, .. }) => Probe::NoList,
        Err(error) => Probe::Failed(error),
    }
}

fn listed(data: Vec<Listed>, model: &str) -> Probe {
    // Hosts put a folder in front of a name (`models/`), or a tag behind it (`:latest`).
    let is_it = |id: &str| {
        id.strip_suffix(model).is_some_and(|front| front.is_empty() || front.ends_with('/'))
            || id.strip_prefix(model).is_some_and(|tag| tag == ":latest")
    };
    if data.iter().any(|one| is_it(&one.id)) {
        return Probe::Listed;
    }
    Probe::NotListed(data.into_iter().map(|one| one.id).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_found_with_what_hosts_put_around_its_name() {
        let all = || ["models/flash-2", "llama3:latest", "judge"].map(|id| Listed { id: id.to_owned() }).into_iter().collect();
        for there in ["flash-2", "models/flash-2", "llama3", "llama3:latest", "judge"] {
            assert_eq!(listed(all(), there), Probe::Listed, "{there}");
        }
        for absent in ["flash", "lash-2", "llama", "judge:latest", "udge", "x"] {
            assert!(matches!(listed(all(), absent), Probe::NotListed(names) if names.len() == 3), "{absent}");
        }
    }
}
