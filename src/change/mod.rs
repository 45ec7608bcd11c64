//! What is under review: the compared states, the files and lines that differ, and the content to look at.
//!
//! This room is the only caller of git. It never touches the working files, the index or the object store of the repository, and
//! has nothing run that the repository or its configuration names. What it cannot determine is an error, never an empty change.

mod oid;
mod lines;
mod file;
mod target;
mod error;
mod git;
mod settings;
mod repository;
mod commits;
mod branches;
mod base;
mod raw;
mod patch;
mod comparison;
mod diff;
mod opaque;
mod entry;
mod content;
mod objects;
mod disk;
mod read;
mod worktree;
mod materialise;
mod change;

pub use base::{BaseChoice, WhyPrevious};
pub use change::Change;
pub use content::{Content, is_binary};
pub use entry::Entry;
pub use error::ChangeError;
pub use file::{ChangedFile, Kind, Status, Whole};
pub use lines::LineRanges;
pub use materialise::Materialised;
pub use oid::{ObjectFormat, Oid, Range};
pub use repository::Repository;
pub use target::{Compared, Target};
