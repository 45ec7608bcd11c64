//! What an error code is, and what its page says.

use std::fmt;

/// An error code, `<room>/<problem>`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(pub(super) &'static str);

impl Code {
    /// The code as text.
    pub const fn as_str(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// What is known about a code, for its page.
#[derive(Debug)]
pub struct CodeEntry {
    /// The code.
    pub code: Code,
    /// The exit status that the command ends with.
    pub exit: u8,
    /// One line: what happened.
    pub title: &'static str,
    /// What to do.
    pub help: &'static str,
}
