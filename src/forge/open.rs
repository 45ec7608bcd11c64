//! Makes the forge of a place.

use super::gitea::Gitea;
use super::github::GitHub;
use super::gitlab::GitLab;
use super::{Forge, ForgeError, Patience, Place, Service};

/// The forge at `place`, reached by `token` where there is one.
///
/// # Errors
/// The token cannot be sent, or the machine's certificates cannot be used.
pub fn open(place: Place, token: Option<&str>, patience: Patience) -> Result<Box<dyn Forge>, ForgeError> {
    Ok(match place.service {
        Service::GitHub => Box::new(GitHub::new(place, token, patience)?),
        Service::GitLab => Box::new(GitLab::new(place, token, patience)?),
        Service::Gitea => Box::new(Gitea::new(place, token, patience)?),
    })
}
