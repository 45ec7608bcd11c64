//! A refusal: what is wrong, where, and what to do about it.
//!
//! Exists so that every check speaks in one form, which editors and CI logs already know how to link (`file:line:column`).
//! Must never print a control or bidirectional character as it stands: a name from the manifest may hold one, and each line
//! printed to cargo is an instruction to it.

use std::fmt;

/// One reason why no registry was generated. Its text has two lines: the place with the error, then the help.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The file, relative to the root, with `/` between its parts.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, counted in characters.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, column, message, help } = self;
        write!(f, "{}:{line}:{column}: error: {}\n  = help: {}", harmless(file), harmless(message), harmless(help))
    }
}

/// The text with each unprintable character as its escape.
fn harmless(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        // `escape_debug` also escapes quotes and backslashes, which are harmless here and easier to read as they are.
        if matches!(c, '"' | '\'' | '\\') { out.push(c) } else { out.extend(c.escape_debug()) }
    }
    out
}
