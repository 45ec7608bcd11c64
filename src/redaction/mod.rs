//! What leaves is safe: the one filter between what the program knows and everything that shows, stores or sends text.
//!
//! A model prompt, a comment, a report, an audit and a log line are all made of [`Redacted`] text, and only [`Redactor`] makes
//! it. The filter hides what it can recognise by its place (URLs, headers, `key = value`), by its shape (tokens, private keys) or
//! because an engine reported it. It errs towards hiding, and never changes the number of lines. This room imports no other.

mod redacted;
mod redactor;

mod span;

mod rules;

mod key;
mod name;
mod place;

mod bare;
mod expression;
mod quote;
mod value;

mod assignment;
mod header;
mod key_block;
mod pair;
mod shape;
mod url;

mod encoding;
mod registered;
mod search;

mod json;
mod json_text;
mod stream;

mod harmless;

pub use harmless::{harmless, harmless_line};
pub use json::Layout;
pub use redacted::Redacted;
pub use redactor::Redactor;
pub use span::MARKER;
pub use stream::StreamRedactor;
