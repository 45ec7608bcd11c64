//! What people read: the terminal and the Markdown dress, in both languages, for every kind of review.

#[path = "support/model.rs"]
mod model;
