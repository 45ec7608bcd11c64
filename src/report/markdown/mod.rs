//! The Markdown dress: a review as a comment, a job summary or a page.
//!
//! The forge that shows it turns more into links than Markdown does: mentions, references, bare addresses. Nothing of that may
//! come from a reviewed change, so foreign names stand in code spans and foreign sentences are escaped.

mod comment;
mod escape;
mod findings;
mod gaps;
mod render;
mod rest;
mod sheet;

pub use comment::{CommentPage, comment, finding_comment, gone};
pub use render::{Link, markdown};
pub use sheet::Size;
