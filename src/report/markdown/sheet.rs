//! The page that a Markdown report is written on: blocks, up to a size.
//!
//! A report is cut between two findings, never inside one: a half code block would swallow what follows it. Forges count in UTF-16 units
//! or in bytes, so the page keeps to a bound in both.

use crate::report::foreign::no_command;

/// In how many parts the room of a report is divided, to say up to where something may be written. It is also the most bytes that a
/// report has by default, so that it fits a comment on every forge.
pub(super) const LIMIT: usize = 60_000;

/// How long a report may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// In UTF-16 code units.
    pub utf16: usize,
    /// In bytes of UTF-8.
    pub bytes: usize,
}

impl Default for Size {
    fn default() -> Self {
        Self { utf16: LIMIT, bytes: LIMIT }
    }
}

/// A report in the making.
pub(super) struct Sheet {
    text: String,
    utf16: usize,
    size: Size,
    in_list: bool,
}

impl Sheet {
    pub(super) const fn new(size: Size) -> Self {
        Self { text: String::new(), utf16: 0, size, in_list: false }
    }

    /// The finished text. It may be printed to a CI log, so no line of it is a command there.
    pub(super) fn finish(self) -> String {
        self.text
    }

    /// Writes a paragraph, list or code block, with an empty line in front of it.
    pub(super) fn block(&mut self, block: &str) {
        self.gap();
        self.in_list = false;
        self.push(block);
        if !block.ends_with('\n') {
            self.push("\n");
        }
    }

    /// Writes one item of a list.
    pub(super) fn item(&mut self, item: &str) {
        if !self.in_list {
            self.gap();
        }
        self.in_list = true;
        self.push(&format!("- {item}\n"));
    }

    fn gap(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.push("\n");
        }
    }

    fn push(&mut self, text: &str) {
        let text = without_commands(text);
        self.utf16 += text.encode_utf16().count();
        self.text.push_str(&text);
    }

    /// Writes each of `parts` with `write` as long as the report stays within `limit` parts of its room (see [`LIMIT`]); says how many
    /// were left out.
    pub(super) fn as_far_as(
        &mut self,
        limit: usize,
        parts: impl IntoIterator<Item = String>,
        write: fn(&mut Self, &str),
    ) -> usize {
        let mut left_out = 0;
        for part in parts {
            if left_out > 0 || !self.takes(&without_commands(&part), limit) {
                left_out += 1;
            } else {
                write(self, &part);
            }
        }
        left_out
    }

    /// Whether `part` fits, with what its place on the page adds to it.
    fn takes(&self, part: &str, limit: usize) -> bool {
        let within = |used: usize, more: usize, size: usize| used + more + 4 <= size.saturating_mul(limit) / LIMIT;
        within(self.text.len(), part.len(), self.size.bytes) && within(self.utf16, part.encode_utf16().count(), self.size.utf16)
    }
}

/// `text` without a line that a CI system takes for a command. Taking such a line's power makes it longer, so that is done before it is
/// measured.
fn without_commands(text: &str) -> String {
    text.split_inclusive('\n')
        .map(|line| match line.strip_suffix('\n') {
            Some(line) => format!("{}\n", no_command(line)),
            None => no_command(line),
        })
        .collect()
}
