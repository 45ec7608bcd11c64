//! What people read: the terminal and the Markdown dress, in both languages, for every kind of review.

mod comment;
mod fixtures;
mod hostile;
mod markdown;
#[path = "../support/model.rs"]
mod model;
mod terminal;
