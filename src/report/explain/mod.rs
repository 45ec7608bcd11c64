//! What `aurumcode explain` says: one model, and its page in Markdown and as JSON.

mod json;
mod model;
mod page;

pub use json::explanation_json;
pub use model::{Explanation, Place, RecordedFinding, RuleExplanation};
pub use page::explanation;

pub(super) use page::error_code;
