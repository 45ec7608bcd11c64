//! Which places a scope takes as new.
//!
//! The host scopes, not each engine, so that "new" means the same for all of them. What is not new is kept and shown as pre-existing.

use crate::change::{Change, ChangedFile};
use crate::config::Scope;
use crate::finding::{Location, Standing};

/// How a place stands towards the change.
///
/// With `added`, a place that spans lines is new when the change adds one of them, and one about a whole file is new when the change
/// puts anything new into the file. A pure rename adds nothing; a file that is added or copied is new as a whole.
pub fn standing(change: &Change, scope: Scope, location: &Location) -> Standing {
    let new = match scope {
        Scope::Tree | Scope::Range => true,
        Scope::ChangedFiles => change.file(&location.path).is_some_and(ChangedFile::exists),
        Scope::Added => change.file(&location.path).is_some_and(|file| match location.lines() {
            Some((first, last)) => file.added.intersects(first, last),
            None => file.adds(),
        }),
    };
    if new { Standing::New } else { Standing::PreExisting }
}
