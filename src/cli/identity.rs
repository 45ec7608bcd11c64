//! Which repository is reviewed, as far as the clone says it: the end of the address of its remote `origin`.
//!
//! The reviewed change has no say in it: the address is a setting of the clone, not a file of the tree.

use std::path::Path;
use std::sync::Arc;

use crate::change::{ChangeError, Repository};
use crate::process::{BaseEnvironment, SystemRunner};

use super::refusal::Refusal;
use super::run::Context;

/// `owner/name`, or nothing without such a remote.
pub(super) async fn of(repository: &Repository) -> Result<Option<String>, ChangeError> {
    Ok(repository.remote_url("origin").await?.as_deref().and_then(name))
}

/// The same of the repository in a directory.
pub(super) async fn of_directory(context: &Context<'_>, directory: &Path) -> Result<Option<String>, Refusal> {
    let runner = Arc::new(SystemRunner::new(BaseEnvironment::pick(context.environment.variables())));
    Ok(of(&Repository::open(directory, runner).await?).await?)
}

/// The path in the address of a host, without `.git`; a directory of this machine has no owner.
fn name(url: &str) -> Option<String> {
    let path = match url.split_once("://") {
        Some(("file", _)) => return None,
        Some((_, rest)) => rest.split_once('/')?.1,
        // `user@host:owner/name`
        None => url.split_once(':').filter(|(host, _)| !host.contains('/'))?.1,
    };
    let path = path.trim_matches('/');
    let path = path.strip_suffix(".git").unwrap_or(path);
    let segments = path.split('/').filter(|segment| !segment.is_empty()).count();
    (segments > 1 && !path.contains(['?', '#'])).then(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_the_address_is_the_name() {
        let table = [
            ("https://forge.example/acme/shop.git", Some("acme/shop")),
            ("https://user@forge.example:8443/group/sub/shop/", Some("group/sub/shop")),
            ("ssh://git@forge.example/acme/shop", Some("acme/shop")),
            ("git@forge.example:acme/shop.git", Some("acme/shop")),
            ("/srv/git/shop.git", None),
            ("../shop", None),
            ("file:///srv/acme/shop", None),
            ("https://forge.example/shop", None),
            ("https://forge.example", None),
        ];
        for (url, expected) in table {
            assert_eq!(name(url).as_deref(), expected, "{url}");
        }
    }
}
