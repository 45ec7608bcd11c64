//! The page that a Markdown report is written on: blocks, up to a size.
//!
//! A report is cut between two findings, never inside one: a half code block would swallow what follows it.

use crate::report::foreign::no_command;

/// The most bytes a report has. GitHub takes comments of 65,536 characters; the rest is for what a comment adds around it.
pub(super) const LIMIT: usize = 60_000;

/// A report in the making.
pub(super) struct Sheet {
    text: String,
    in_list: bool,
}

impl Sheet {
    pub(super) const fn new() -> Self {
        Self { text: String::new(), in_list: false }
    }

    /// The finished text. It may be printed to a CI log, so no line of it is a command there.
    pub(super) fn finish(self) -> String {
        self.text.lines().flat_map(|line| [no_command(line), "\n".to_owned()]).collect()
    }

    /// Writes a paragraph, list or code block, with an empty line in front of it.
    pub(super) fn block(&mut self, block: &str) {
        self.gap();
        self.in_list = false;
        self.text.push_str(block);
        if !block.ends_with('\n') {
            self.text.push('\n');
        }
    }

    /// Writes one item of a list.
    pub(super) fn item(&mut self, item: &str) {
        if !self.in_list {
            self.gap();
        }
        self.in_list = true;
        self.text.push_str("- ");
        self.text.push_str(item);
        self.text.push('\n');
    }

    fn gap(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    /// Writes each of `parts` with `write` as long as the report stays below `limit` bytes; says how many were left out.
    pub(super) fn as_far_as(
        &mut self,
        limit: usize,
        parts: impl IntoIterator<Item = String>,
        write: fn(&mut Self, &str),
    ) -> usize {
        let mut left_out = 0;
        for part in parts {
            if left_out > 0 || self.text.len() + part.len() + 4 > limit {
                left_out += 1;
            } else {
                write(self, &part);
            }
        }
        left_out
    }
}
