//! How a problem is told: what, where, why and what to do.
//!
//! One shape for every room's errors, so that one renderer can show them all in the same way as findings.

use super::Code;

/// A problem with its place and its remedy. Text fields may hold foreign bytes; the renderer makes them harmless.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The error code, which has a page of its own.
    pub code: Code,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// The place in a file, when there is one.
    pub excerpt: Option<Excerpt>,
    /// Facts worth knowing, a line each ("compiled in: …").
    pub notes: Vec<String>,
    /// What to do now, a line each.
    pub help: Vec<String>,
    /// The one command that mends it, where there is one; `help` says the same among the rest.
    pub mended_by: Option<String>,
}

impl Diagnostic {
    /// A problem without a place.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), excerpt: None, notes: Vec::new(), help: Vec::new(), mended_by: None }
    }

    /// Adds the place.
    #[must_use]
    pub fn at(mut self, excerpt: Excerpt) -> Self {
        self.excerpt = Some(excerpt);
        self
    }

    /// Adds a fact.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Adds a remedy.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    /// Says which command mends it.
    #[must_use]
    pub fn mended_by(mut self, command: impl Into<String>) -> Self {
        self.mended_by = Some(command.into());
        self
    }
}

/// A marked place in a file, with the line's own text so that a caret can be drawn without reading the file again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    /// The file as the user would name it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// How many characters are marked, at least 1.
    pub length: u32,
    /// The text of the line, without its end.
    pub text: String,
    /// What to write behind the carets; may be empty.
    pub label: String,
}
