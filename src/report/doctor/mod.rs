//! What `aurumcode doctor` found: one model, and its page for people and as JSON.

mod json;
mod model;
mod page;

pub use json::checkup_json;
pub use model::{Area, Check, CheckStatus, Checkup, ProgramFacts};
pub use page::checkup;
