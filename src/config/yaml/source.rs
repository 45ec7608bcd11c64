//! The text of a configuration file: bounded, UTF-8, without characters that hide what a line says.
//!
//! Everything that reads the file reads this text, so a check made here holds for every parser behind it.

use std::ops::Range;

use crate::finding::{Code, Diagnostic, Excerpt};

use super::super::wording::quoted;
use super::{MAX_PROBLEMS, Span};

/// The most bytes of a configuration file: 1 MiB, far beyond what a person writes.
pub(in crate::config) const MAX_BYTES: usize = 1024 * 1024;

/// A configuration file's name and text.
#[derive(Debug, Clone)]
pub(in crate::config) struct Source {
    file: String,
    text: String,
    lines: Vec<Range<usize>>,
}

impl Source {
    /// Takes the bytes of `file`. A byte order mark is dropped. Refused are more than [`MAX_BYTES`], bytes that are not UTF-8, and
    /// characters that are invisible and change how the text around them is read or shown.
    pub(in crate::config) fn open(file: &str, bytes: &[u8]) -> Result<Self, Vec<Diagnostic>> {
        if bytes.len() > MAX_BYTES {
            let message = format!("{file} is larger than {MAX_BYTES} bytes");
            return Err(vec![Diagnostic::new(Code::CONFIG_TOO_LARGE, message).help("remove what is not configuration")]);
        }
        let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        let source = Self::split(file, String::from_utf8_lossy(bytes).into_owned());
        let mut problems = Vec::new();
        if let Err(error) = std::str::from_utf8(bytes) {
            // Up to the first invalid byte, the lossy text is the file's own, so its positions are right.
            let byte = bytes.get(error.valid_up_to()).copied().unwrap_or_default();
            let excerpt = source.excerpt(source.span_at(error.valid_up_to()), "not UTF-8");
            let problem = Diagnostic::new(Code::CONFIG_NOT_UTF8, format!("{file} is not UTF-8: byte 0x{byte:02x}")).at(excerpt);
            problems.push(problem.help("save the file as UTF-8"));
        }
        for (at, character) in source.text.char_indices().filter(|(_, character)| is_hidden(*character)).take(MAX_PROBLEMS) {
            let number = format!("{:04X}", u32::from(character));
            let message = format!("the file contains the invisible character U+{number}");
            let problem = Diagnostic::new(Code::CONFIG_HIDDEN_CHARACTER, message)
                .at(source.excerpt(source.span_at(at), format!("U+{number}")))
                .help(format!("remove it, or write it as an escape in double quotes: \"\\u{number}\""));
            problems.push(problem);
        }
        if problems.is_empty() { Ok(source) } else { Err(problems) }
    }

    /// Splits the text at the line breaks of YAML 1.2 (section 5.4): LF, CR and CRLF.
    fn split(file: &str, text: String) -> Self {
        let (mut lines, mut start) = (Vec::new(), 0);
        let mut characters = text.char_indices().peekable();
        while let Some((at, character)) = characters.next() {
            if character == '\r' && matches!(characters.peek(), Some((_, '\n'))) {
                characters.next();
                lines.push(start..at);
                start = at + 2;
            } else if matches!(character, '\r' | '\n') {
                lines.push(start..at);
                start = at + 1;
            }
        }
        lines.push(start..text.len());
        Self { file: file.to_owned(), text, lines }
    }

    /// The file as the user would name it.
    pub(in crate::config) fn file(&self) -> &str {
        &self.file
    }

    /// The text, without a byte order mark.
    pub(in crate::config) fn text(&self) -> &str {
        &self.text
    }

    /// The lines, without their ends.
    pub(in crate::config) fn lines(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().map(|range| &self.text[range.clone()])
    }

    /// The text of a line, from 1.
    pub(in crate::config) fn line(&self, line: u32) -> &str {
        let range = usize::try_from(line).ok().and_then(|line| self.lines.get(line.checked_sub(1)?));
        range.map_or("", |range| &self.text[range.clone()])
    }

    /// The marked place with its line. A place behind the text, where parsers report what is missing, is moved to its end.
    pub(in crate::config) fn excerpt(&self, span: Span, label: impl Into<String>) -> Excerpt {
        let line = span.line.clamp(1, number(self.lines.len()));
        let text = self.line(line);
        let end = number(text.chars().count() + 1);
        let column = if line == span.line { span.column.clamp(1, end) } else { end };
        let length = span.length.clamp(1, (end - column).max(1));
        Excerpt { file: self.file.clone(), line, column, length, text: text.to_owned(), label: label.into() }
    }

    /// The note of a repetition: where the first one stands.
    pub(in crate::config) fn first_one(&self, span: Span) -> String {
        format!("the first one: {}:{}:{}: {}", self.file, span.line, span.column, quoted(self.line(span.line).trim()))
    }

    /// The character at a byte offset.
    fn span_at(&self, offset: usize) -> Span {
        let index = self.lines.partition_point(|range| range.start <= offset).saturating_sub(1);
        let start = self.lines.get(index).map_or(0, |range| range.start);
        let before = self.text.get(start..offset).map_or(0, |text| text.chars().count());
        Span { line: number(index + 1), column: number(before + 1), length: 1 }
    }
}

/// A line or column number. The text is bounded by [`MAX_BYTES`], so every number fits.
pub(super) fn number(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

/// Control characters (apart from tab and line ends), the line separators that only YAML 1.1 knows, bidirectional marks
/// (Unicode UAX #9), byte order marks inside the text, and noncharacters.
fn is_hidden(character: char) -> bool {
    match character {
        '\t' | '\n' | '\r' => false,
        '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' | '\u{61c}' => true,
        '\u{feff}' | '\u{fffe}' | '\u{ffff}' => true,
        other => other.is_control(),
    }
}
