//! Foreign text in a report: one line, bounded, and without power over the terminal or the log that shows it.
//!
//! Paths, messages, rule names and source lines come from the reviewed change or from a scanner that read it. Every dress takes
//! them through here, so that no escape sequence, no text direction and no CI command of theirs takes effect.

use crate::finding::{RepoPath, is_invisible};

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
pub(super) fn harmless(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() || is_invisible(character) {
            escape(&mut out, character);
        } else {
            out.push(character);
        }
    }
    out
}

/// A path as text that loses nothing and does nothing.
pub(super) fn path(path: &RepoPath) -> String {
    harmless(&path.to_string())
}

/// A finished line, which may hold our own colours, that no CI system takes for a command: GitHub reads `::name::` behind any
/// leading white space and `##[name]` anywhere in a line, Azure `##vso[name]` anywhere, TeamCity `##teamcity[name]`.
pub(super) fn no_command(line: &str) -> String {
    let start = line.len() - line.trim_start().len();
    let mut out = String::with_capacity(line.len());
    for (at, character) in line.char_indices() {
        let rest = &line[at..];
        if at == start && rest.starts_with("::") || rest.strip_prefix("##").is_some_and(begins_with_name) {
            escape(&mut out, character);
        } else {
            out.push(character);
        }
    }
    out
}

/// Whether `text` is a word, or nothing, and then a bracket.
fn begins_with_name(text: &str) -> bool {
    text.trim_start_matches(|character: char| character.is_ascii_alphanumeric() || matches!(character, '-' | '_'))
        .starts_with('[')
}

fn escape(out: &mut String, character: char) {
    out.push_str(&format!("\\u{{{:x}}}", u32::from(character)));
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
            ("## Title [link]", "## Title [link]"),
            ("", ""),
        ];
        for (line, shown) in table {
            assert_eq!(no_command(line), shown);
            assert_eq!(no_command(shown), shown);
        }
    }
}
