//! What the user asks to have reviewed.

use crate::finding::RepoPath;

/// What is compared with what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Compared {
    /// A commit with the commit it started from.
    Commits {
        /// The branch, tag or commit to merge into. Nothing: the base is found, and [`super::BaseChoice`] says which and why.
        base: Option<String>,
        /// The last commit to review. Nothing: `HEAD`.
        head: Option<String>,
    },
    /// The index with `HEAD`: what `git commit` would record.
    Staged,
    /// The working files with `HEAD`, including files that git does not track and does not ignore.
    Worktree,
}

/// What is under review, as asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// What is compared with what.
    pub compared: Compared,
    /// Only these files, and files below these directories, from the repository's root; each is taken literally. None: all.
    pub paths: Vec<RepoPath>,
    /// Whether every file counts as added, instead of the change only. A base is then not looked for.
    pub all: bool,
}

impl Target {
    /// The commits from `base` (or what is found) to `head` (or `HEAD`).
    pub fn commits(base: Option<&str>, head: Option<&str>) -> Self {
        Self::of(Compared::Commits { base: base.map(str::to_owned), head: head.map(str::to_owned) })
    }

    /// What is staged.
    pub fn staged() -> Self {
        Self::of(Compared::Staged)
    }

    /// What is in the working files.
    pub fn worktree() -> Self {
        Self::of(Compared::Worktree)
    }

    /// The same, restricted to `paths`.
    #[must_use]
    pub fn within(mut self, paths: impl IntoIterator<Item = RepoPath>) -> Self {
        self.paths.extend(paths);
        self
    }

    /// The same, with every file counting as added.
    #[must_use]
    pub fn everything(mut self) -> Self {
        self.all = true;
        self
    }

    /// Whether a path is asked for: it lies within one of `paths`, or there are none.
    pub fn covers(&self, path: &RepoPath) -> bool {
        self.paths.is_empty() || self.paths.iter().any(|prefix| lies_within(path, prefix))
    }

    fn of(compared: Compared) -> Self {
        Self { compared, paths: Vec::new(), all: false }
    }
}

/// Whether `path` is `prefix` or lies below it. A prefix that ends in a slash means a directory only.
pub(super) fn lies_within(path: &RepoPath, prefix: &RepoPath) -> bool {
    let prefix = prefix.as_bytes();
    match path.as_bytes().strip_prefix(prefix) {
        Some(rest) => prefix.is_empty() || prefix.ends_with(b"/") || rest.is_empty() || rest.starts_with(b"/"),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_ends_at_a_slash() {
        let table = [
            ("src/a.rs", "src", true),
            ("src/a.rs", "src/", true),
            ("src/a.rs", "src/a.rs", true),
            ("src/a.rs", "", true),
            ("src/a.rs", "src/a", false),
            ("src", "src/", false),
            ("source/a.rs", "src", false),
        ];
        for (path, prefix, expected) in table {
            assert_eq!(lies_within(&path.into(), &prefix.into()), expected, "{path} within {prefix}");
        }
    }
}
