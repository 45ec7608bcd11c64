//! How an error looks: what, where, why and what to do, as rustc draws it and as the findings are drawn.
//!
//! Every text of a diagnostic may be foreign: a line of a broken configuration, a path, what a program printed. All of it is made
//! harmless and bounded here. The result is plain text for the redaction filter; nothing is printed.

use annotate_snippets::renderer::{
    DEFAULT_EMPHASIS_STYLE as BOLD, DEFAULT_ERROR_STYLE, DEFAULT_LINE_NUM_STYLE as GUTTER, Renderer, Style,
};
use annotate_snippets::{AnnotationKind, Group, Level, Snippet};

use crate::finding::{Diagnostic, Excerpt};

use super::foreign::{harmless, no_command};

/// How wide an error may be, in columns: a long source line is cut around its mark by the library that draws it.
const WIDTH: usize = 120;
/// How much of a source line is given to that library: before the mark, of the mark, and behind it, in characters.
const BEFORE: usize = 400;
const MARKED: usize = 100;
const BEHIND: usize = 400;
/// The most lines of one text, and characters of one of its lines, that are shown.
const LINES: usize = 40;
const LINE: usize = 1000;
/// How many columns a tab takes, as in a finding's frame.
const TAB: &str = "    ";

/// Draws a diagnostic, with a line break at its end; with terminal colours when `color` says so.
///
/// ```text
/// error[config/unknown-engine]: there is no engine `gitleak` in this binary
///  --> .aurumcode.yml:4:15
///   |
/// 4 |     - engine: gitleak
///   |               ^^^^^^^ did you mean `gitleaks`?
///   |
///   = compiled in: ast-grep, gitleaks, secrets
///   = help: `aurumcode engines` lists them
/// ```
pub fn diagnostic(diagnostic: &Diagnostic, color: bool) -> String {
    let paint = Paint { color };
    let title = paint.with(DEFAULT_ERROR_STYLE, &format!("error[{}]", diagnostic.code));
    let mut message = paragraph(&diagnostic.message).into_iter();
    let first = message.next().unwrap_or_default();
    let mut lines = vec![format!("{title}{}", paint.with(BOLD, &format!(": {first}")))];
    // A colour before a command does not make it less of one for a log that drops colours.
    lines.extend(message.map(|line| format!("  {}", paint.with(BOLD, &no_command(&line)))));

    let digits = diagnostic.excerpt.as_ref().map_or(1, |excerpt| excerpt.line.to_string().len());
    let gutter = " ".repeat(digits);
    if let Some(excerpt) = &diagnostic.excerpt {
        let place = format!("{}:{}:{}", harmless(&excerpt.file), excerpt.line, excerpt.column);
        lines.push(format!("{gutter}{} {place}", paint.with(GUTTER, "-->")));
        lines.extend(source(excerpt, color));
        if !(diagnostic.notes.is_empty() && diagnostic.help.is_empty()) {
            lines.push(format!("{gutter} {}", paint.with(GUTTER, "|")));
        }
    }
    let notes = diagnostic.notes.iter().map(|note| ("", note));
    let help = diagnostic.help.iter().map(|help| ("help", help));
    for (label, text) in notes.chain(help) {
        let label_text = if label.is_empty() { String::new() } else { format!("{}: ", paint.with(BOLD, label)) };
        let indent = " ".repeat(if label.is_empty() { 0 } else { label.len() + 2 });
        for (index, line) in paragraph(text).into_iter().enumerate() {
            lines.push(match index {
                0 => format!("{gutter} {} {label_text}{line}", paint.with(GUTTER, "=")),
                _ => format!("{gutter}   {indent}{line}"),
            });
        }
    }
    lines.iter().map(|line| no_command(line) + "\n").collect()
}

struct Paint {
    color: bool,
}

impl Paint {
    fn with(&self, style: Style, text: &str) -> String {
        if self.color { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }
}

/// A text as harmless lines, at least one and at most [`LINES`].
fn paragraph(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text.trim_end().lines().take(LINES).map(|line| shown(&cut(line, LINE))).collect();
    let more = text.trim_end().lines().skip(LINES).count();
    if more > 0 {
        lines.push(format!("… {more} more lines"));
    }
    if lines.is_empty() {
        lines.push(String::new());
    }
    lines
}

/// The first `most` characters, with a mark where there were more.
fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

fn shown(text: &str) -> String {
    harmless(&text.replace('\t', TAB))
}

/// The marked line with its carets. Tabs and characters that are written out make the text longer: the mark is carried along by
/// converting what stands before, in and behind it apart.
fn source(excerpt: &Excerpt, color: bool) -> Vec<String> {
    let number = |value: u32| usize::try_from(value).unwrap_or(usize::MAX);
    let column = number(excerpt.column).saturating_sub(1).min(excerpt.text.chars().count());
    let length = number(excerpt.length.max(1)).min(MARKED);
    let part = |from: usize, most: usize| shown(&excerpt.text.chars().skip(from).take(most).collect::<String>());
    let start = column.saturating_sub(BEFORE);
    let (before, marked) = (part(start, column - start), part(column, length));
    let mark = before.len()..before.len() + marked.len();
    let text = [before, marked, part(column.saturating_add(length), BEHIND)].concat();
    let label = shown(&cut(&excerpt.label.split_whitespace().collect::<Vec<_>>().join(" "), LINE));
    let annotation = AnnotationKind::Primary.span(mark);
    let snippet = Snippet::source(text).line_start(number(excerpt.line.max(1))).fold(false).annotation(if label.is_empty() {
        annotation
    } else {
        annotation.label(label)
    });
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let drawn = renderer.term_width(WIDTH).render(&[Group::with_level(Level::ERROR).element(snippet)]);
    drawn.lines().map(str::to_owned).collect()
}
