//! Text that is safe to show: on a terminal, in a CI log, in front of a reader.
//!
//! A file name, a message or a scanner's output may hold an escape sequence that rewrites the screen, a character that reverses the
//! text behind it, or a line that a CI runner obeys. Here such text becomes visible and stops working; nothing is lost.

use std::borrow::Cow;
use std::fmt::Write;

/// Shows control and invisible characters as `\u{…}`, all but the line feed and the tab; and takes the power from CI commands by
/// showing their first character so.
///
/// Runners obey a line that begins, after white space, with `::` (GitHub), and one that holds `##[` or `##vso[` anywhere (GitHub
/// v1, Azure Pipelines, TeamCity alike). The CR before an LF goes: it is part of the line's end.
pub fn harmless(text: &str) -> Cow<'_, str> {
    let is_risky = |c: char| c == ':' || c == '#' || !c.is_ascii() || c.is_ascii_control() && c != '\n' && c != '\t';
    if !text.contains(is_risky) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for line in text.split_inclusive('\n') {
        let (line, end) = match line.strip_suffix('\n') {
            Some(line) => (line.strip_suffix('\r').unwrap_or(line), "\n"),
            None => (line, ""),
        };
        let command = line.len() - line.trim_start().len();
        for (at, character) in line.char_indices() {
            let obeyed = at == command && line[at..].starts_with("::") || character == '#' && begins_command(&line[at..]);
            if obeyed || is_unsafe(character) {
                escape(&mut out, character);
            } else {
                out.push(character);
            }
        }
        out.push_str(end);
    }
    if out == text { Cow::Borrowed(text) } else { Cow::Owned(out) }
}

/// The same for text that must stay on one line: line feeds and tabs are shown too.
pub fn harmless_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if character == '\n' || character == '\t' {
            escape(&mut out, character);
        } else {
            out.push(character);
        }
    }
    harmless(&out).into_owned()
}

/// `##[…`, `##vso[…`, `##teamcity[…`.
fn begins_command(text: &str) -> bool {
    text.strip_prefix("##")
        .is_some_and(|rest| rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_').starts_with('['))
}

fn escape(out: &mut String, character: char) {
    // Writing to a string cannot fail.
    let _ = write!(out, "\\u{{{:x}}}", u32::from(character));
}

fn is_unsafe(character: char) -> bool {
    character.is_control() && character != '\t' && character != '\n' || is_invisible(character)
}

/// Characters that show nothing or change how others are shown: soft hyphen, zero-width and bidirectional marks (UAX #9), line and
/// paragraph separators, fillers, annotations, tags and the variation selectors beyond the two that emoji use. The same list as
/// `finding::is_invisible`, which this room may not import; a test compares them.
fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180e}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0d}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_and_invisible_characters_are_shown() {
        for (text, shown) in [
            ("plain, café 漢字 ❤\u{fe0f}\n\tx", "plain, café 漢字 ❤\u{fe0f}\n\tx"),
            ("a\u{1b}[31mred", "a\\u{1b}[31mred"),
            ("over\rwritten", "over\\u{d}written"),
            ("one\r\ntwo\r\n", "one\ntwo\n"),
            ("\u{9b}2J \u{85} \u{7f} \u{0}", "\\u{9b}2J \\u{85} \\u{7f} \\u{0}"),
            ("a\u{202e}b\u{2066}c\u{200b}d\u{feff}", "a\\u{202e}b\\u{2066}c\\u{200b}d\\u{feff}"),
            ("\u{e0041}\u{e0100}\u{ad}\u{2028}", "\\u{e0041}\\u{e0100}\\u{ad}\\u{2028}"),
        ] {
            assert_eq!(harmless(text), shown, "{text:?}");
        }
    }

    #[test]
    fn commands_lose_their_power() {
        for (text, shown) in [
            ("::error file=a::b", "\\u{3a}:error file=a::b"),
            ("x\n \t::set-output name=a::b", "x\n \t\\u{3a}:set-output name=a::b"),
            ("\u{a0}::warning::x", "\u{a0}\\u{3a}:warning::x"),
            ("a ##vso[task.setvariable]b", "a \\u{23}#vso[task.setvariable]b"),
            ("##[group]", "\\u{23}#[group]"),
            ("###[group]", "#\\u{23}#[group]"),
            ("##teamcity[x] ##a-1_b[", "\\u{23}#teamcity[x] \\u{23}#a-1_b["),
            ("a::b ## Title [x](y) # [z]", "a::b ## Title [x](y) # [z]"),
            (": one : two", ": one : two"),
        ] {
            assert_eq!(harmless(text), shown, "{text:?}");
        }
    }

    #[test]
    fn one_line_stays_one() {
        assert_eq!(harmless_line("a\nb\tc\r\n"), "a\\u{a}b\\u{9}c\\u{d}\\u{a}");
    }
}
