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
    CHANGE_DUBIOUS_OWNERSHIP = "change/dubious-ownership", 6,
        "The repository belongs to another user, so git refuses to read it.",
        "If you trust the repository, add it to `safe.directory` with the command that the message gives.";
    CHANGE_GIT_FAILED = "change/git-failed", 1,
        "Git failed, or printed something unexpected, while the change was read.",
        "The message holds what git said; `git fsck` tells whether the repository is intact.";
    CHANGE_GIT_MISSING = "change/git-missing", 1,
        "There is no git on the PATH.",
        "Install git, or put it on the PATH.";
    CHANGE_GIT_TOO_OLD = "change/git-too-old", 1,
        "The git on the PATH lacks options that reading a change needs.",
        "Install the version that the message names, or a newer one.";
    CHANGE_IO = "change/io", 1,
        "A temporary file or directory could not be used.",
        "Check the free space and the permissions of the temporary directory (`TMPDIR`).";
    CHANGE_MISSING_OBJECTS = "change/missing-objects", 6,
        "The repository lacks objects of the content under review, as in a partial clone.",
        "Fetch the objects first; a review never fetches anything by itself.";
    CHANGE_NO_COMMIT = "change/no-commit", 6,
        "The repository has no commit yet.",
        "Commit something, or review what is not committed with `--staged` or `--worktree`.";
    CHANGE_NO_MERGE_BASE = "change/no-merge-base", 6,
        "Base and head have no common ancestor.",
        "Give a base that the head descends from, or review everything with `--all`.";
    CHANGE_NO_WORKING_TREE = "change/no-working-tree", 6,
        "The index or the working files are to be reviewed, and the repository has none.",
        "Review commits instead.";
    CHANGE_NOT_A_REPOSITORY = "change/not-a-repository", 6,
        "The directory is not inside a git repository.",
        "Run inside a repository, or name one with `--repo DIR`.";
    CHANGE_OUTSIDE_REPOSITORY = "change/outside-repository", 6,
        "A path to restrict the review to lies outside the repository.",
        "Give paths inside the repository.";
    CHANGE_SHALLOW = "change/shallow", 6,
        "The history that the base needs was cut off by a shallow clone.",
        "Fetch it with the command that the message gives.";
    CHANGE_UNKNOWN_PATH = "change/unknown-path", 6,
        "A path to restrict the review to is in neither the reviewed content nor its base.",
        "Paths are taken literally, without wildcards: check the spelling.";
    CHANGE_UNKNOWN_REVISION = "change/unknown-revision", 6,
        "The base or the head names no commit of the repository.",
        "Check the spelling, or fetch the branch that it names.";
    CHANGE_UNMERGED = "change/unmerged", 6,
        "The index holds unresolved conflicts.",
        "Resolve them and `git add` the files, or review the working files with `--worktree`.";
    CHANGE_UNUSABLE_REPOSITORY = "change/unusable-repository", 6,
        "Git recognises the repository and cannot use it.",
        "The message holds what git said; `git status` shows the same problem.";
    CONFIG_UNKNOWN_ENGINE = "config/unknown-engine", 5,
        "The configuration names an engine that this binary does not contain.",
        "`aurumcode engines` lists what is compiled in; an engine behind a cargo feature needs a build with that feature.";
    REPORT_BAD_AUDIT = "report/bad-audit", 1,
        "The file given to `aurumcode verify` is no audit that this program can check.",
        "Give the file that `--audit` wrote, unchanged, to the version of the program that wrote it.";
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
