//! A bounded conversation with a model that may ask for tools before it answers.
//!
//! What comes out is a text that nobody has believed yet, and a transcript of how it came about. Tools only read, and only the reviewed
//! content; whatever they say is data. Every way in which a conversation can go on for too long is a limit with a name, and a limit that
//! is passed ends it without an answer.

mod contract;
mod error;

mod arguments;
mod limits;
mod manifest;
mod transcript;

mod registry;
mod reviewed;
mod secret_paths;
mod skill_section;

mod page;
mod symbols;

mod scanner_tool;

mod calls;
mod session;

pub use arguments::validate_arguments;
pub use async_trait::async_trait;
pub use contract::{Offer, Tool, ToolResult};
pub use error::ToolError;
pub use limits::{LimitError, Limits, LimitsError};
pub use manifest::{Listed, Manifest};
pub use page::{Page, shortened};
pub use registry::{AbsentTool, ToolEntry, absent_tools, tool_entries};
pub use reviewed::Reviewed;
pub use scanner_tool::{Deferred, Scanned, ScannerTool, scanner_tool_name};
pub use secret_paths::SecretPaths;
pub use session::{Deliberated, Session, Unanswered};
pub use skill_section::SkillSection;
pub use symbols::{Declared, Occurrences, declarations, holds_word, occurrences};
pub use transcript::{Call, CallStatus, Transcript};

pub use crate::llm::{ToolSpec, schema_of};
