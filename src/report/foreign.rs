//! Foreign text in a report: one line, bounded, and without power over the terminal or the log that shows it.
//!
//! Paths, messages, rule names and source lines come from the reviewed change or from a scanner that read it. Every dress takes
//! them through here, so that no escape sequence, no text direction and no CI command of theirs takes effect.

use crate::finding::RepoPath;
use crate::redaction;

/// The longest message that is shown whole, in characters. The contract asks for a sentence or two; a scanner that writes pages
/// must not push the verdict off the screen. SARIF and the audit hold the whole text.
const MESSAGE: usize = 600;

/// `text` on one line: white space folded, at most [`MESSAGE`] characters, harmless.
pub(super) fn one_line(text: &str) -> String {
    let mut folded = String::new();
    for word in text.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.push_str(word);
        if folded.len() > 4 * MESSAGE {
            break;
        }
    }
    if folded.chars().count() > MESSAGE {
        folded = folded.chars().take(MESSAGE - 1).chain(['…']).collect();
    }
    harmless(&folded)
}

/// `text` with every control and invisible character written out as `\u{..}`, line ends included.
///
/// It will stand behind a label, a number or a mark, so two colons at its beginning begin no line and stay readable: a source line
/// of C++ may begin so. [`no_command`] looks at the finished line.
pub(super) fn harmless(text: &str) -> String {
    redaction::harmless_line(&format!("-{text}")).split_off(1)
}

/// A path as text that loses nothing and does nothing.
pub(super) fn path(path: &RepoPath) -> String {
    harmless(&path.to_string())
}

/// A finished line, which may hold our own colours, that no CI system takes for a command.
///
/// Whatever is foreign in it has been made harmless, so an escape character is ours; what stands between two of them is filtered.
pub(super) fn no_command(line: &str) -> String {
    line.split('\u{1b}').map(redaction::harmless).collect::<Vec<_>>().join("\u{1b}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_is_one_harmless_line() {
        let table = [
            ("a\r\nb\tc  d", "a b c d"),
            ("\u{1b}[31mred", "\\u{1b}[31mred"),
            ("x\u{202e}y\u{200b}z", "x\\u{202e}y\\u{200b}z"),
            ("\u{9b}2J", "\\u{9b}2J"),
            ("", ""),
        ];
        for (text, shown) in table {
            assert_eq!(one_line(text), shown);
        }
        assert_eq!(one_line(&"é".repeat(MESSAGE)).chars().count(), MESSAGE);
        assert!(one_line(&"é".repeat(MESSAGE + 1)).ends_with("é…"));
        assert!(one_line(&"word ".repeat(100_000)).chars().count() <= MESSAGE);
    }

    #[test]
    fn no_line_is_a_command() {
        let table = [
            ("::error::x", "\\u{3a}:error::x"),
            ("  ::error::x", "  \\u{3a}:error::x"),
            ("a ::error::x", "a ::error::x"),
            ("12 | ##[error]x ##vso[task] ##", "12 | \\u{23}#[error]x \\u{23}#vso[task] ##"),
            ("###[group]", "#\\u{23}#[group]"),
            ("\u{1b}[1mbold\u{1b}[0m ##[group]", "\u{1b}[1mbold\u{1b}[0m \\u{23}#[group]"),
            ("## Title [link]", "## Title [link]"),
            ("", ""),
        ];
        for (line, shown) in table {
            assert_eq!(no_command(line), shown);
            assert_eq!(no_command(shown), shown);
        }
    }
}
