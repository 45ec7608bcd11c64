//! The page that a terminal report is written on: lines, wrapping and colour.
//!
//! Each line passes here, so that each is checked once for what a CI log would take for a command.

use anstyle::{AnsiColor, Effects};

use crate::finding::Severity;
use crate::gate::Verdict;
use crate::report::foreign::no_command;
use crate::report::frame::color_of;

/// How a terminal report is to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Whether escape sequences for colour may be written.
    pub color: bool,
    /// The width to wrap at, in columns.
    pub width: usize,
    /// How much is shown.
    pub verbosity: Verbosity,
}

/// How much a terminal report shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Verbosity {
    /// Nothing on approval; else what blocks, a line each, and the verdict.
    Quiet,
    /// What blocks with its source, the rest in lines and numbers, and the verdict.
    #[default]
    Normal,
    /// Also all that was only counted, the engines with versions and times, and where the settings came from.
    Verbose,
}

/// The narrowest width that text is wrapped at: below it, wrapping makes text harder to read, not easier.
const NARROWEST: usize = 40;

/// A report in the making.
pub(super) struct Page {
    text: String,
    style: Style,
}

impl Page {
    pub(super) fn new(style: Style) -> Self {
        Self { text: String::new(), style }
    }

    /// The finished text.
    pub(super) fn finish(self) -> String {
        self.text
    }

    pub(super) fn style(&self) -> Style {
        self.style
    }

    /// Writes one line.
    pub(super) fn line(&mut self, line: &str) {
        self.text.push_str(no_command(line).trim_end());
        self.text.push('\n');
    }

    /// Writes an empty line, unless nothing stands above it.
    pub(super) fn gap(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    /// Writes `text` behind `label`, wrapped at the page's width; further lines begin below the text.
    pub(super) fn wrapped(&mut self, label: &str, text: &str) {
        let indent = " ".repeat(columns(label));
        let width = self.style.width.max(NARROWEST);
        let mut line = label.to_owned();
        let mut empty = true;
        for word in text.split(' ') {
            if !empty && columns(&line) + 1 + columns(word) > width {
                self.line(&line);
                line.clone_from(&indent);
                empty = true;
            }
            if !empty {
                line.push(' ');
            }
            line.push_str(word);
            empty = false;
        }
        self.line(&line);
    }

    /// `text` as a heading.
    pub(super) fn bold(&self, text: &str) -> String {
        self.paint(anstyle::Style::new().effects(Effects::BOLD), text)
    }

    /// The word of a severity, in its colour.
    pub(super) fn severity(&self, severity: Severity) -> String {
        self.paint(color_of(severity), severity.as_str())
    }

    /// A word for a verdict, in its colour.
    pub(super) fn verdict(&self, verdict: Verdict, word: &str) -> String {
        let color = match verdict {
            Verdict::Approved => AnsiColor::BrightGreen,
            Verdict::Rejected => AnsiColor::BrightRed,
            Verdict::Inconclusive => AnsiColor::Yellow,
        };
        self.paint(color.on_default().effects(Effects::BOLD), word)
    }

    fn paint(&self, style: anstyle::Style, text: &str) -> String {
        if self.style.color { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }
}

/// How many columns `text` takes, without its colours. Wide characters count as one: the terminal then wraps once more.
fn columns(text: &str) -> usize {
    let mut count = 0;
    let mut in_escape = false;
    for character in text.chars() {
        match character {
            '\u{1b}' => in_escape = true,
            'm' if in_escape => in_escape = false,
            _ if in_escape => {}
            _ => count += 1,
        }
    }
    count
}
