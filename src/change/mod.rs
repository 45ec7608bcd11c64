//! What is under review: the compared states, the files and lines that differ, and the content to look at.
//!
//! This room is the only caller of git. It never touches the working files, the index or the object store of the repository, and
//! has nothing run that the repository or its configuration names. What it cannot determine is an error, never an empty change.

mod base;
mod branches;
mod change;
mod commits;
mod comparison;
mod content;
mod diff;
mod disk;
mod entry;
mod error;
mod file;
mod git;
mod history;
mod lines;
mod materialise;
mod objects;
mod oid;
mod opaque;
mod patch;
mod raw;
mod read;
mod repository;
mod settings;
mod target;
mod worktree;

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
