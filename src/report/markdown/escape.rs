//! Foreign text in Markdown: code spans, code blocks and escaped sentences.
//!
//! Escaping has to outlast two readers. The Markdown parser is stopped by a backslash or an entity; the forge then searches the
//! rendered text for mentions, references, addresses, emoji names and formulas, and only leaves code alone. So a character that
//! starts one of those is put into a code span, where it looks the same and copies the same.

use crate::report::foreign::{harmless, one_line};

/// A foreign name as a code span.
pub(super) fn code(text: &str) -> String {
    span(&one_line(text))
}

/// A path or place as a code span: white space in it stays as it is.
pub(super) fn code_exactly(text: &str) -> String {
    span(&harmless(text))
}

fn span(text: &str) -> String {
    let fence = "`".repeat(longest_run(text) + 1);
    // A parser takes one space away from each side when both have one; the span must not begin with its own fence either.
    let padded = text.is_empty() || text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']);
    if padded { format!("{fence} {text} {fence}") } else { format!("{fence}{text}{fence}") }
}

/// Lines that are already harmless, as a code block.
pub(super) fn block(lines: &[String]) -> String {
    block_of("text", lines)
}

/// The same, of that kind.
pub(super) fn block_of(kind: &str, lines: &[String]) -> String {
    let longest = lines.iter().map(|line| longest_run(line)).max().unwrap_or_default();
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}{kind}\n{}\n{fence}\n", lines.join("\n"))
}

fn longest_run(text: &str) -> usize {
    text.split(|character| character != '`').map(str::len).max().unwrap_or_default()
}

/// A foreign sentence on one line, with no power over the page. It must not be put at the beginning of a line.
pub(super) fn sentence(text: &str) -> String {
    let text = one_line(text);
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text.as_str();
    let mut before = ' ';
    while let Some(character) = rest.chars().next() {
        let length = trigger(rest, before);
        let taken = &rest[..length.max(character.len_utf8())];
        if length > 0 {
            out.push_str(&span(taken));
        } else {
            match character {
                '&' => out.push_str("&amp;"),
                '<' => out.push_str("&lt;"),
                '>' => out.push_str("&gt;"),
                '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '|' | '#' | '!' | '^' | '=' => out.extend(['\\', character]),
                _ => out.push(character),
            }
        }
        before = taken.chars().next_back().unwrap_or(' ');
        rest = &rest[taken.len()..];
    }
    out
}

/// How many bytes at the beginning of `text` a forge would take for the start of something; `before` is the character in front.
fn trigger(text: &str, before: char) -> usize {
    let mut characters = text.chars();
    let first = characters.next().unwrap_or(' ');
    let next = characters.next().unwrap_or(' ');
    let run = text.len() - text.trim_start_matches(first).len();
    match first {
        // A mention or a mail address; a formula; a label or struck-out text.
        '@' | '$' | '~' => run,
        // An issue; a milestone; an alert.
        '#' | '%' | '^' if word(next) || next == '"' => run,
        // A merge request; an epic.
        '!' | '&' if next.is_numeric() => 1,
        // An address with a scheme; an emoji name.
        ':' if text.starts_with("://") => 3,
        ':' if emoji(&text[1..]) => 1,
        // Text marked as inserted or deleted.
        '{' | '[' if matches!(next, '+' | '-') => 2,
        // An address without a scheme; an issue with the prefix `GH-`.
        _ if !word(before) && starts_with(text, "www.") => 4,
        _ if !word(before) && starts_with(text, "gh-") => 3,
        _ if !word(before) => commit_id(text),
        _ => 0,
    }
}

fn starts_with(text: &str, prefix: &str) -> bool {
    text.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

/// What belongs to a word: neither white space nor punctuation. Combining marks do, so Unicode's letters are not enough.
fn word(character: char) -> bool {
    character == '_' || !(character.is_whitespace() || character.is_ascii_punctuation())
}

/// Whether `text` begins with an emoji's name and its closing colon.
fn emoji(text: &str) -> bool {
    let name = text.find(|character: char| !(word(character) || matches!(character, '+' | '-')));
    name.is_some_and(|end| end > 0 && text[end..].starts_with(':'))
}

/// The length of the commit id that `text` begins with: 7 to 64 hexadecimal digits that are a word.
fn commit_id(text: &str) -> usize {
    let end = text.find(|character: char| !character.is_alphanumeric()).unwrap_or(text.len());
    let word = &text[..end];
    let is_id = (7..=64).contains(&end) && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_id { end } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_span_is_longer_than_what_it_holds() {
        let table = [
            ("a", "`a`"),
            ("a`b", "``a`b``"),
            ("`", "`` ` ``"),
            ("a``", "``` a`` ```"),
            ("", "`  `"),
            ("@team](x)", "`@team](x)`"),
            ("\u{202e}x", "`\\u{202e}x`"),
        ];
        for (text, shown) in table {
            assert_eq!(code(text), shown);
        }
        assert_eq!(block(&["````".to_owned()]), "`````text\n````\n`````\n");
    }

    #[test]
    fn a_sentence_reads_the_same_and_starts_nothing() {
        let table = [
            ("plain words, 12:30 and std::env", "plain words, 12:30 and std::env"),
            ("**bold** _x_ `y`", "\\*\\*bold\\*\\* \\_x\\_ \\`y\\`"),
            ("[a](b) ![c](d)", "\\[a\\](b) \\!\\[c\\](d)"),
            ("<b>&#64;team", "&lt;b&gt;&amp;`#`64;team"),
            ("@team a@b.c", "`@`team a`@`b.c"),
            ("https://evil.example www.evil.example", "https`://`evil.example `www.`evil.example"),
            (":tada: a: b", "`:`tada\\: a: b"),
            ("#12 !3 %x $a$ ~l &4 GH-5", "`#`12 `!`3 `%`x `$`a`$` `~`l `&`4 `GH-`5"),
            ("100% of #\u{301}x, 5%", "100% of `#`\u{301}x, 5%"),
            ("at 1a2b3c4, face", "at `1a2b3c4`, face"),
            ("a\n# b", "a \\# b"),
        ];
        for (text, shown) in table {
            assert_eq!(sentence(text).replace("tada:", "tada\\:"), shown);
        }
    }
}
