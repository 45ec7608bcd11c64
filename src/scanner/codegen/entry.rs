//! One line of the list: an engine, a tool or a source of context, as written.
//!
//! Exists so that what differs between them is said once, here, and every check reads the same for all.

use toml::Spanned;

/// Which of the lists an entry belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A scanner engine, in `[[engine]]`.
    Engine,
    /// A tool of the deliberation, in `[[tool]]`.
    Tool,
    /// A source of context, in `[[context]]`.
    Context,
}

impl Kind {
    /// All of them.
    pub(super) const ALL: [Self; 3] = [Self::Engine, Self::Tool, Self::Context];

    /// The table's name in the manifest; also what the entry function is called.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Engine => "engine",
            Self::Tool => "tool",
            Self::Context => "context",
        }
    }

    /// The folder that holds the modules.
    pub(super) const fn folder(self) -> &'static str {
        match self {
            Self::Engine => "engines",
            Self::Tool => "tools",
            Self::Context => "context",
        }
    }

    /// The character that joins the words of a name: engines and sources are named as on a command line, tools as a function.
    pub(super) const fn joint(self) -> char {
        match self {
            Self::Engine | Self::Context => '-',
            Self::Tool => '_',
        }
    }

    /// The form of a name, as people read it.
    pub(super) const fn pattern(self) -> &'static str {
        match self {
            Self::Engine | Self::Context => "[a-z][a-z0-9-]*",
            Self::Tool => "[a-z][a-z0-9_]*",
        }
    }

    /// Whether the name has the form of [`Kind::pattern`].
    pub(super) fn accepts(self, name: &str) -> bool {
        name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == self.joint())
    }

    /// The entry function that the module must have.
    pub(super) const fn signature(self) -> &'static str {
        match self {
            Self::Engine => "pub fn engine() -> Engine",
            Self::Tool => "pub fn tool(…) -> …",
            Self::Context => "pub fn context(…) -> …",
        }
    }
}

/// One table of the manifest whose keys have the right types. Spans are byte offsets into the manifest.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// Engine, tool or source of context.
    pub(super) kind: Kind,
    /// `name`: the folder, and what configurations write.
    pub(super) name: Spanned<String>,
    /// `feature`: the cargo feature that compiles it in; without one it always is.
    pub(super) feature: Option<Spanned<String>>,
    /// `crate`: the dependency that provides it instead of the folder.
    pub(super) dependency: Option<Spanned<String>>,
}

impl Entry {
    /// The name as text.
    pub(super) fn name(&self) -> &str {
        self.name.get_ref()
    }
}
