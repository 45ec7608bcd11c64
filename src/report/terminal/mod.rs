//! The terminal dress: what a person reads after a review.
//!
//! Quiet by default: what blocks is shown with its source, what does not is one line or one number, and the last line is the
//! verdict. Nothing that was found or not verified is left out without being counted.

mod details;
mod findings;
mod gaps;
mod page;
mod render;

pub use page::{Style, Verbosity};
pub use render::terminal;
