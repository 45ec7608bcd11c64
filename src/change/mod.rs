//! What is under review: the compared states, the files and lines that differ, and the content to look at.
//!
//! This room is the only caller of git. It never touches the working files, the index or the object store of the repository, and
//! has nothing run that the repository or its configuration names. What it cannot determine is an error, never an empty change.

mod error;
mod file;
mod lines;
mod oid;
mod target;

mod git;
mod repository;
mod settings;

mod base;
mod branches;
mod commits;
mod extent;

mod comparison;
mod diff;
mod opaque;
mod patch;
mod raw;

mod authority;
mod content;
mod detached;
mod disk;
mod encoding;
mod entry;
mod heads;
mod history;
mod hooks;
mod hunks;
mod log;
mod materialise;
mod objects;
mod read;
mod worktree;

mod reviewed;

mod product;

pub use authority::{Authority, JudgingFiles, Side};
pub use base::{BaseChoice, WhyPrevious};
pub use content::{Content, is_binary};
pub use detached::Detached;
pub use encoding::decode;
pub use entry::Entry;
pub use error::{ChangeError, FETCH_OBJECTS};
pub use file::{ChangedFile, Kind, Status, Whole};
pub use lines::LineRanges;
pub use log::Logged;
pub use materialise::Materialised;
pub use oid::{ObjectFormat, Oid, Range};
pub use product::{Below, Product};
pub use repository::{Repository, git_version};
pub use reviewed::Change;
pub use target::{Compared, Target};
