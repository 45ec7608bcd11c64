//! What every forge's answers have in common: commits and accounts.

use crate::change::Oid;

use super::{Author, ForgeError};

/// A commit's id in an answer.
pub(super) fn commit(text: &str) -> Result<Oid, ForgeError> {
    Oid::parse(text).ok_or_else(|| ForgeError::Malformed("where a commit should stand there is no commit id".to_owned()))
}

/// Who wrote something; an account that is gone is nobody's.
pub(super) fn author(user: Option<(i64, String)>) -> Author {
    user.map_or_else(|| Author { id: None, login: String::new() }, |(id, login)| Author { id: Some(id), login })
}
