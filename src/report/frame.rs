//! A code frame: the marked source line of an issue with its neighbours, as rustc draws it.
//!
//! The source is foreign: it is made harmless before it is drawn, and the marked columns are found again in what is left.

use annotate_snippets::renderer::{
    DEFAULT_EMPHASIS_STYLE, DEFAULT_ERROR_STYLE, DEFAULT_INFO_STYLE, DEFAULT_LINE_NUM_STYLE, DEFAULT_WARNING_STYLE, Renderer,
    Style,
};
use annotate_snippets::{AnnotationKind, Group, Level, Snippet as Source};

use crate::finding::{Issue, Severity, Snippet};

use super::foreign::{harmless, one_line, path};

/// How many columns a tab takes. Fixed, as in rustc: tab stops would depend on the gutter's width.
const TAB: &str = "    ";

/// An issue with its place, its source and what is to be said about it.
pub(super) struct Frame<'a> {
    /// The issue.
    pub(super) issue: &'a Issue,
    /// Its rank after the configuration's `rules`.
    pub(super) severity: Severity,
    /// What stands below the source: a label (`note`, `help`) and a text on one line.
    pub(super) notes: Vec<(&'static str, String)>,
}

impl Frame<'_> {
    /// The whole frame, line by line. Only the source is drawn by the library: it has no way to print a column that is not
    /// the one in the excerpt, and the excerpt may be cut and its tabs widened.
    pub(super) fn draw(&self, color: bool, width: usize) -> Vec<String> {
        let painted = |style: Style, text: &str| if color { format!("{style}{text}{style:#}") } else { text.to_owned() };
        let issue = self.issue;
        let excerpt = Excerpt::of_issue(issue);
        let gutter = " ".repeat(excerpt.as_ref().map_or(1, Excerpt::digits));
        let id = format!("{}[{}]", self.severity, one_line(issue.rule.as_str()));
        let mut lines = vec![
            format!("{}{}", painted(color_of(self.severity), &id), painted(BOLD, &format!(": {}", one_line(&issue.message)))),
            format!("{gutter}{} {}", painted(DEFAULT_LINE_NUM_STYLE, "-->"), place(issue)),
        ];
        if let Some(excerpt) = &excerpt {
            let empty = format!("{gutter} {}", painted(DEFAULT_LINE_NUM_STYLE, "|"));
            lines.extend(excerpt.draw(self.severity, color, width));
            if lines.last() != Some(&empty) {
                lines.push(empty);
            }
        }
        let equals = painted(DEFAULT_LINE_NUM_STYLE, "=");
        lines.extend(self.notes.iter().map(|(label, text)| format!("{gutter} {equals} {}: {text}", painted(BOLD, label))));
        lines
    }
}

const BOLD: Style = DEFAULT_EMPHASIS_STYLE;

/// The colour of a severity, the same in a frame and in a line.
pub(super) fn color_of(severity: Severity) -> Style {
    match severity {
        Severity::Error => DEFAULT_ERROR_STYLE,
        Severity::Warning => DEFAULT_WARNING_STYLE,
        Severity::Info => DEFAULT_INFO_STYLE,
    }
}

/// `path:line:column`, as far as they are known.
pub(super) fn place(issue: &Issue) -> String {
    let location = &issue.location;
    let part = |number: Option<std::num::NonZeroU32>| number.map_or(String::new(), |number| format!(":{number}"));
    format!("{}{}{}", path(&location.path), part(location.line), part(location.line.and(location.column)))
}

/// Only the source lines of an issue, without colour; nothing when there is no source.
pub(super) fn source_lines(issue: &Issue, severity: Severity, width: usize) -> Option<Vec<String>> {
    Some(Excerpt::of_issue(issue)?.draw(severity, false, width))
}

/// One source line.
pub(super) struct Line<'a> {
    /// Its number, from 1.
    pub(super) number: usize,
    /// Its text, harmless.
    pub(super) text: &'a str,
    /// The marked bytes of `text`.
    pub(super) mark: Option<std::ops::Range<usize>>,
}

/// Source lines ready to be drawn.
pub(super) struct Excerpt {
    first_line: usize,
    text: String,
    /// The marked bytes of `text`.
    mark: std::ops::Range<usize>,
}

impl Excerpt {
    /// The source lines of an issue; nothing when there are none.
    pub(super) fn of_issue(issue: &Issue) -> Option<Self> {
        Some(Self::of(issue, issue.snippet.as_ref()?))
    }

    /// Line by line, each with its number and its own marked bytes.
    pub(super) fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        let mut start = 0;
        self.text.split('\n').enumerate().map(move |(index, text)| {
            let end = start + text.len();
            let is_marked = self.mark.start < end && self.mark.end > start;
            let mark = is_marked.then(|| self.mark.start.saturating_sub(start)..self.mark.end.min(end) - start);
            start = end + 1;
            Line { number: self.first_line + index, text, mark }
        })
    }

    fn of(issue: &Issue, snippet: &Snippet) -> Self {
        let first = snippet.first_line;
        let flagged = issue.location.line.map_or(0, |line| line.get().saturating_sub(first));
        let mut text = String::new();
        let mut mark = 0..0;
        for (index, line) in (0u32..).zip(&snippet.lines) {
            if index > 0 {
                text.push('\n');
            }
            if index == flagged {
                let marked = snippet.mark.clone().unwrap_or_else(|| whole(line));
                let part = |skip: usize, take: usize| shown(&line.chars().skip(skip).take(take).collect::<String>());
                let before = part(0, marked.start);
                let within = part(marked.start, marked.end.saturating_sub(marked.start));
                let start = text.len() + before.len();
                mark = start..start + within.len();
                text.extend([before, within, part(marked.end.max(marked.start), usize::MAX)]);
            } else {
                text.push_str(&shown(line));
            }
        }
        Self { first_line: usize::try_from(first).unwrap_or(1), text, mark }
    }

    /// How many digits the largest line number has.
    fn digits(&self) -> usize {
        (self.first_line + self.text.matches('\n').count()).to_string().len()
    }

    fn draw(&self, severity: Severity, color: bool, width: usize) -> Vec<String> {
        let level = match severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Info => Level::INFO,
        };
        let source = Source::source(self.text.as_str())
            .line_start(self.first_line)
            .fold(false)
            .annotation(AnnotationKind::Primary.span(self.mark.clone()));
        let renderer = if color { Renderer::styled() } else { Renderer::plain() };
        let drawn = renderer.term_width(width).render(&[Group::with_level(level).element(source)]);
        drawn.lines().map(str::to_owned).collect()
    }
}

/// The whole line without the white space around it, in characters.
fn whole(line: &str) -> std::ops::Range<usize> {
    let length = line.trim_end().chars().count();
    let indent = line.chars().take_while(|character| character.is_whitespace()).count();
    indent.min(length)..length
}

fn shown(text: &str) -> String {
    harmless(&text.replace('\t', TAB))
}
