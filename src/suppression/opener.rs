//! What begins a comment, in the languages that people write.
//!
//! A marker counts only directly behind one of these, so that prose and data that mention it are no suppression.

/// What begins a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Opener {
    pub(super) text: &'static str,
    /// What ends it; nothing for a comment that ends with its line.
    pub(super) closer: Option<&'static str>,
}

const fn line(text: &'static str) -> Opener {
    Opener { text, closer: None }
}

const fn block(text: &'static str, closer: &'static str) -> Opener {
    Opener { text, closer: Some(closer) }
}

/// Openers that may stand behind code; a longer one stands before one that it ends in.
const ANYWHERE: &[Opener] = &[
    block("{/*", "*/}"),
    block("/**", "*/"),
    block("/*!", "*/"),
    block("/*", "*/"),
    block("<!--", "-->"),
    block("<%--", "--%>"),
    block("<%#", "%>"),
    block("<#", "#>"),
    block("{#", "#}"),
    block("{-", "-}"),
    block("(*", "*)"),
    block("\"\"\"", "\"\"\""),
    block("'''", "'''"),
    line("//!"),
    line("//"),
    line("--"),
    line("#"),
    line(";"),
    line("%"),
];

/// Openers that begin a comment only at the beginning of a line, in any case.
const AT_LINE_START: &[Opener] =
    &[line("rem"), line("@rem"), line("dnl"), line("::"), line(".."), line("'"), line("!"), block("*", "*/")];

/// Openers of comments that go over several lines, whose inner lines need no mark of their own.
pub(super) fn blocks() -> impl Iterator<Item = Opener> {
    ANYWHERE.iter().copied().filter(|opener| opener.closer.is_some())
}

/// The opener that `before`, the text in front of a marker, ends in, and where it begins.
pub(super) fn ending(before: &str) -> Option<(usize, Opener)> {
    let text = before.trim_end();
    if let Some(opener) = ANYWHERE.iter().find(|opener| text.ends_with(opener.text)) {
        let mut start = text.len() - opener.text.len();
        if let (None, Some(last)) = (opener.closer, opener.text.chars().next()) {
            // `///`, `;;` and the like are one opener.
            start = text[..start].trim_end_matches(last).len();
        }
        return Some((start, *opener));
    }
    let start = text.len() - text.trim_start().len();
    let opener = AT_LINE_START.iter().find(|opener| text[start..].eq_ignore_ascii_case(opener.text))?;
    Some((start, *opener))
}

/// Whether the text that begins a line stands inside a string literal that ends behind it: a quote is open where it begins and closed
/// again in what follows.
pub(super) fn is_quoted(before: &str, after: &str) -> bool {
    let mut open = None;
    let mut characters = before.chars();
    while let Some(character) = characters.next() {
        match (open, character) {
            (Some(_), '\\') => {
                characters.next();
            }
            (Some(quote), _) if quote == character => open = None,
            (None, '"' | '\'' | '`') => open = Some(character),
            (Some(_) | None, _) => {}
        }
    }
    open.is_some_and(|quote| after.contains(quote))
}
