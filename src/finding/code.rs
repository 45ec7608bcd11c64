//! The list of error codes: one place, from which the renderer, `docs/errors.md` and the tests read.

use std::fmt;

/// An error code, `<room>/<problem>`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(&'static str);

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

macro_rules! codes {
    ($($name:ident = $text:literal, $exit:literal, $title:literal, $help:literal;)*) => {
        impl Code {
            $(#[doc = $title] pub const $name: Self = Self($text);)*
        }

        /// Every code, in alphabetical order.
        pub static CODES: &[CodeEntry] = &[
            $(CodeEntry { code: Code::$name, exit: $exit, title: $title, help: $help },)*
        ];
    };
}

codes! {
    CONFIG_UNKNOWN_ENGINE = "config/unknown-engine", 5,
        "The configuration names an engine that this binary does not contain.",
        "`aurumcode engines` lists what is compiled in; an engine behind a cargo feature needs a build with that feature.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_sorted_unique_and_explained() {
        for pair in CODES.windows(2) {
            assert!(pair[0].code < pair[1].code, "{} before {}", pair[0].code, pair[1].code);
        }
        for entry in CODES {
            assert!(entry.code.as_str().contains('/') && !entry.title.is_empty() && !entry.help.is_empty(), "{}", entry.code);
            assert!(matches!(entry.exit, 1 | 2 | 5 | 6 | 7), "{}: {}", entry.code, entry.exit);
        }
    }
}
